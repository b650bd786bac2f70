// A compact set of whole numbers.

const word_bits = 32

export class NumberSet {
  /** By a 32nd of the number, one bit for each number. */
  readonly #words = new Map<number, number>()
  #size = 0

  get size(): number {
    return this.#size
  }

  add(n: number): void {
    const { word, bit } = placeOf(n)
    const bits = this.#words.get(word) ?? 0
    if ((bits & bit) !== 0) return
    this.#words.set(word, bits | bit)
    this.#size++
  }

  has(n: number): boolean {
    const { word, bit } = placeOf(n)
    return ((this.#words.get(word) ?? 0) & bit) !== 0
  }
}

function placeOf(n: number): { readonly word: number; readonly bit: number } {
  const word = Math.floor(n / word_bits)
  return { word, bit: 1 << (n - word * word_bits) }
}

// Compact lists and sets of whole numbers.

const block_length = 65_536

/** Numbers by their position; positions that were never set hold 0. */
export class NumberList {
  readonly #blocks: Float64Array[] = []
  #length = 0

  get length(): number {
    return this.#length
  }

  /** 0 past the end. */
  get(i: number): number {
    return this.#blocks[Math.floor(i / block_length)]?.[i % block_length] ?? 0
  }

  set(i: number, value: number): void {
    while (this.#blocks.length * block_length <= i) this.#blocks.push(new Float64Array(block_length))
    const block = this.#blocks[Math.floor(i / block_length)]
    if (block) block[i % block_length] = value
    this.#length = Math.max(this.#length, i + 1)
  }

  push(value: number): void {
    this.set(this.#length, value)
  }
}

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

// Typed functions for maps and objects, and a compact set of whole numbers.

/** The value of a key; `make` creates and stores it if it is missing. */
export function getOrInsert<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

/** `Object.keys` with the keys of the type; for literal tables, not for parsed data. */
export function keysOf<T extends object>(table: T): readonly (keyof T & string)[] {
  return Object.keys(table) as (keyof T & string)[]
}

/** The items in lists of this size; the last one may be shorter. */
export function* slicesOf<T>(items: Iterable<T>, size: number): Iterable<readonly T[]> {
  let slice: T[] = []
  for (const item of items) {
    slice.push(item)
    if (slice.length < size) continue
    yield slice
    slice = []
  }
  if (slice.length > 0) yield slice
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

// A map from keys to numbers for millions of keys, with a few dozen bytes each: it stores hashes of the keys.

/**
 * The probability of a collision among a million keys is about one in thirty million, but texts with equal hashes can
 * be computed within minutes.
 */
const seeds = [0x811c9dc5, 0x2545f491] as const

/** A table of 64-bit hashes in two halves, with one number for each. */
export class KeyMap {
  #high = new Uint32Array(1024)
  #low = new Uint32Array(1024)
  #values = new Float64Array(1024)
  #size = 0
  /** Keys with the hash of another one. */
  readonly #collided = new Map<string, number>()

  get size(): number {
    return this.#size
  }

  /** Callers compare the key of what they find, because another key can have the same hash. */
  get(key: string): number | undefined {
    const collided = this.#collided.size > 0 ? this.#collided.get(key) : undefined
    if (collided !== undefined) return collided
    const slot = this.#slot(hash(key, seeds[0]), hash(key, seeds[1]))
    const value = this.#values[slot]
    return value === 0 || value === undefined ? undefined : value - 1
  }

  /**
   * Stores the first number of a key and returns it; undefined if the key is new. Numbers start at 0.
   * `isSame` compares the key with the one that has a number.
   */
  add(key: string, value: number, isSame = (_: number) => true): number | undefined {
    if ((this.#size + 1) * 10 > this.#values.length * 7) this.#grow()
    const [high, low] = [hash(key, seeds[0]), hash(key, seeds[1])]
    const slot = this.#slot(high, low)
    const known = this.#values[slot] ?? 0
    if (known !== 0 && isSame(known - 1)) return known - 1
    if (known !== 0) return this.#addCollided(key, value)
    this.#put(slot, high, low, value + 1)
    this.#size++
    return undefined
  }

  #addCollided(key: string, value: number): number | undefined {
    const known = this.#collided.get(key)
    if (known === undefined) this.#collided.set(key, value)
    return known
  }

  #put(slot: number, high: number, low: number, stored: number): void {
    this.#high[slot] = high
    this.#low[slot] = low
    this.#values[slot] = stored
  }

  #slot(high: number, low: number): number {
    const mask = this.#values.length - 1
    let slot = (high ^ Math.imul(low, 0x9e3779b1)) & mask
    while (this.#values[slot] !== 0 && (this.#high[slot] !== high || this.#low[slot] !== low)) slot = (slot + 1) & mask
    return slot
  }

  #grow(): void {
    const [high, low, values] = [this.#high, this.#low, this.#values]
    const length = values.length * 2
    this.#high = new Uint32Array(length)
    this.#low = new Uint32Array(length)
    this.#values = new Float64Array(length)
    for (let i = 0; i < values.length; i++) {
      const stored = values[i] ?? 0
      if (stored !== 0) this.#put(this.#slot(high[i] ?? 0, low[i] ?? 0), high[i] ?? 0, low[i] ?? 0, stored)
    }
  }
}

function hash(key: string, seed: number): number {
  let value = seed
  for (let i = 0; i < key.length; i++) {
    value = Math.imul(value ^ key.charCodeAt(i), 0x01000193)
    value ^= value >>> 15
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  return (value ^ (value >>> 13)) >>> 0
}

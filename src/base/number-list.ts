// A list of numbers for millions of entries: 8 bytes each, without the copies and the spare room of a growing array.

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

  clear(): void {
    this.#blocks.length = 0
    this.#length = 0
  }

  push(value: number): void {
    this.set(this.#length, value)
  }
}

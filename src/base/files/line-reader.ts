// Reads single lines of an open file by their positions.
import { readSync } from 'node:fs'

const line_end = 0x0a
/** Bytes read before and after a position: the next position is usually close. */
const around_bytes = 8 * 1024

export class LineReader {
  readonly #file: number
  #block = Buffer.alloc(0)
  #start = 0

  constructor(file: number) {
    this.#file = file
  }

  /** The text from a position, in bytes, to the end of its line or of the file. */
  lineAt(position: number): string {
    for (let after = around_bytes; ; after *= 2) {
      const from = position - this.#start
      const end = from < 0 || from > this.#block.length ? -1 : this.#block.indexOf(line_end, from)
      if (end >= 0) return this.#block.toString('utf8', from, end)
      const isEnd = this.#read(Math.max(0, position - around_bytes), position + after)
      if (isEnd && !this.#block.includes(line_end, position - this.#start))
        return this.#block.toString('utf8', position - this.#start)
    }
  }

  /** Reads a block; returns whether it reaches the end of the file. */
  #read(start: number, end: number): boolean {
    const block = Buffer.allocUnsafe(end - start)
    const length = readSync(this.#file, block, 0, block.length, start)
    this.#block = block.subarray(0, length)
    this.#start = start
    return length < block.length
  }
}

// The readings of a small input, kept for their second use; a large input is read once more.
import type { Json } from '../../base/json.ts'
import type { ParsedItem } from './readings.ts'

/**
 * About as much memory as reading a file and sending it takes anyway; 10,000 events with 1.6 kB of description are 26
 * MB.
 */
const kept_bytes_max = 32 * 1024 * 1024
/** What a value takes beside its text. */
const value_bytes = 100

/** Reading a row again costs 25 µs of CPU as NDJSON and 70 as CSV, of the 100 that sending it costs. */
export class ParsedRows {
  #readings: ParsedItem[] | undefined = []
  #bytes = 0

  add(reading: ParsedItem): void {
    if (!this.#readings) return
    this.#readings.push(reading)
    this.#bytes += bytesOf(reading.item.original)
    if (this.#bytes > kept_bytes_max) this.#readings = undefined
  }

  /** All of them in their order; undefined where they are too many. */
  get all(): readonly ParsedItem[] | undefined {
    return this.#readings
  }
}

function bytesOf(value: Json | undefined): number {
  if (typeof value === 'string') return value_bytes + value.length
  if (typeof value !== 'object' || value === null) return value_bytes
  let bytes = value_bytes
  for (const inner of Object.values(value)) bytes += bytesOf(inner)
  return bytes
}

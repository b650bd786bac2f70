// Records by id, in memory while they are few, else in a temporary file.
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LineReader } from '../../base/files/line-reader.ts'
import { isObject, type JsonObject, parsedJson } from '../../base/json.ts'

/** Maximum number of characters in memory; beyond it, the records in memory are written to the file. */
const memory_max = 2_000_000

/** Closes the file of a store that was garbage-collected. */
const unused = new FinalizationRegistry<number>((file) => closeSync(file))

/**
 * Stores records as JSON: 200,000 events take 100 MB, and reading an event from the service again takes as long as
 * creating it. If the file cannot be created, records are not stored, and `get` finds none.
 */
export class RecordFile {
  /** Records that are not yet in the file. */
  readonly #texts = new Map<number, string>()
  #characters = 0
  /** The position of the line of each record, in bytes. */
  readonly #positions = new Map<number, number>()
  #file: number | undefined
  #end = 0
  #isFull = false
  #lines: LineReader | undefined

  set(id: number, record: JsonObject): void {
    if (this.#isFull) return
    const text = JSON.stringify(record)
    this.delete(id)
    this.#texts.set(id, text)
    this.#characters += text.length
    if (this.#characters > memory_max) this.#write()
  }

  get(id: number): JsonObject | undefined {
    const position = this.#positions.get(id)
    const text = this.#texts.get(id) ?? (position === undefined ? undefined : this.#lines?.lineAt(position))
    const record = text === undefined ? undefined : parsedJson(text)
    return isObject(record) ? record : undefined
  }

  delete(id: number): void {
    this.#characters -= this.#texts.get(id)?.length ?? 0
    this.#texts.delete(id)
    this.#positions.delete(id)
  }

  #write(): void {
    const lines = [...this.#texts].map(([id, text]) => ({ id, line: Buffer.from(`${text}\n`) }))
    this.#texts.clear()
    this.#characters = 0
    try {
      this.#file ??= this.#opened()
      this.#lines = new LineReader(this.#file)
      writeAll(this.#file, Buffer.concat(lines.map(({ line }) => line)), this.#end)
    } catch {
      this.#isFull = true
      return
    }
    for (const { id, line } of lines) {
      this.#positions.set(id, this.#end)
      this.#end += line.length
    }
  }

  /** Opens a file and deletes its name, so that the system removes the file when the process ends. */
  #opened(): number {
    const folder = mkdtempSync(join(tmpdir(), 'cal-records-'))
    try {
      const file = openSync(join(folder, 'records'), 'wx+', 0o600)
      unused.register(this, file)
      return file
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

function writeAll(file: number, bytes: Buffer, position: number): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, bytes.length - at, position + at)
}

// Files of rejected records, in the format of the input and with the error, to be corrected and imported again.
import { accessSync, constants, existsSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isList, isObject, type JsonObject, parsedJson } from '../../base/json.ts'
import { TemporaryKeys } from '../../base/files/temporary-values.ts'
import { csvWriter, jsonLine, jsonList } from '../../base/files/write-lists.ts'
import { writeAtomically } from '../../base/files/atomic-file.ts'
import { statOf } from '../../base/files/file-system.ts'
import { writeError } from '../../base/files/file-errors.ts'
import type { OriginalRow, InputFormat } from '../input/entry.ts'
import type { ReadFile } from '../input/formats/formats.ts'
import type { TableHeaders } from '../input/headers/sheet-header.ts'
import { fileSource, linesOf, type InputSource } from '../input/source.ts'

/** A rejected record, as stored in the folder of the run. */
interface Rejected {
  /** Its number in the input. */
  readonly n: number
  readonly file: string
  readonly kind?: string
  readonly original: OriginalRow
  readonly error: string
}

/** Collects rejected records as lines of a file in the folder of the run; a resumed run appends to it. */
export class RejectedRecords {
  readonly #path: string
  #file: Promise<FileHandle> | undefined

  constructor(path: string) {
    this.#path = path
  }

  async add(rejected: Rejected): Promise<void> {
    this.#file ??= open(this.#path, 'a', 0o600)
    await (await this.#file).appendFile(jsonLine(rejected))
  }

  /** Writes a file for each input with rejected records; returns their paths. Existing files are not overwritten. */
  async finish(files: Iterable<ReadFile>, { to, cwd }: FinishOptions): Promise<readonly string[]> {
    await (await this.#file)?.close()
    if (!existsSync(this.#path)) return []
    const written: string[] = []
    for (const file of files) {
      const { source, format } = file
      const rejected = this.#of(source.name)
      const { done } = await rejected.next()
      await rejected.return(undefined)
      if (done) continue
      const path = freePath(to ?? join(folderFor(source, cwd), rejectedName(source.name, format)))
      try {
        await writeAtomically(path, textsOf(this.#of(source.name), file), rejected_mode)
      } catch (cause) {
        throw writeError(path, cause)
      }
      written.push(path)
    }
    return written
  }

  /** Without duplicates: records that are rejected before they are sent are rejected again when the run is resumed. */
  async *#of(file: string): AsyncGenerator<Rejected, undefined> {
    const seen = new TemporaryKeys()
    for await (const lines of linesOf(fileSource(this.#path)))
      for (const { text } of lines) {
        const line = parsedJson(text)
        if (isObject(line) && line.file === file && seen.add(file, Number(line.n))) yield line as object as Rejected
      }
  }
}

export interface FinishOptions {
  /** The path from `--rejected`. */
  readonly to: string | undefined
  /** The folder for inputs without one, such as standard input. */
  readonly cwd: string
}

/** The folder of the input if it is writable, otherwise the working directory. */
function folderFor({ folder }: InputSource, cwd: string): string {
  if (folder === undefined) return cwd
  try {
    accessSync(folder, constants.W_OK)
    return folder
  } catch {
    return cwd
  }
}

/**
 * `data/events.csv` → `events.rejected.csv`; a file of rejected records keeps its name. Rows of a workbook are written
 * as CSV.
 */
function rejectedName(file: string, format: InputFormat): string {
  const name = URL.canParse(file) ? new URL(file).pathname : file
  const stem = basename(name)
    .replace(/\.[^.]*$/, '')
    .replace(/\.rejected(-\d+)?$/, '')
  return `${stem === '-' || stem === '' ? 'stdin' : stem}.rejected.${format === 'xlsx' || format === 'ods' ? 'csv' : format}`
}

/** `events.rejected.csv`, or `events.rejected-2.csv` if that file exists. */
function freePath(path: string): string {
  const [, stem = path, ending = ''] = /^(.*?)(\.[^./\\]*)?$/s.exec(path) ?? []
  for (let n = 1; ; n++) {
    const next = n === 1 ? path : `${stem}-${n}${ending}`
    if (statOf(next)?.isFile() !== true) return next
  }
}

/** Rejected records may hold private data. */
const rejected_mode = 0o600

async function* textsOf(rejected: AsyncIterable<Rejected>, { format, table }: ReadFile): AsyncIterable<string> {
  if (table) return yield* rowsOf(rejected, table)
  if (format === 'ics') return yield* componentsOf(rejected)
  if (format === 'json') {
    yield* jsonList(recordsOf(rejected))
    return yield '\n'
  }
  // JSON is valid YAML: one record per line.
  for await (const record of recordsOf(rejected)) yield `${format === 'yaml' ? '- ' : ''}${jsonLine(record)}`
}

async function* rowsOf(rejected: AsyncIterable<Rejected>, { headers, delimiter }: TableHeaders): AsyncIterable<string> {
  const row = await csvWriter(delimiter)
  const error_at = headers.findIndex(isErrorHeader)
  const own_headers = headers.filter((header) => !isErrorHeader(header))
  yield row([...own_headers, '_error'])
  for await (const { original, error } of rejected) {
    const cells = (isList(original) ? original : []).filter((_, i) => i !== error_at)
    const own = own_headers.map((_, i) => cells[i] ?? '')
    // Cells without a column stay, so that the row is rejected again until it is corrected.
    yield row([...own, error, ...cells.slice(own_headers.length)])
  }
}

function isErrorHeader(header: string): boolean {
  return header.trim() === '_error'
}

async function* componentsOf(rejected: AsyncIterable<Rejected>): AsyncIterable<string> {
  yield 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//cal//rejected//EN\r\n'
  for await (const { original, error } of rejected) yield `${withError(String(original), error)}\r\n`
  yield 'END:VCALENDAR\r\n'
}

/** The component with the error as its last property. */
function withError(component: string, error: string): string {
  const value = error.replace(/([,;\\])/g, '\\$1').replaceAll('\n', '\\n')
  return component.replace(/\r\n(END:VEVENT)$/, `\r\nX-ERROR:${value}\r\n$1`)
}

async function* recordsOf(rejected: AsyncIterable<Rejected>): AsyncIterable<JsonObject> {
  for await (const { original, error: _error, kind } of rejected)
    yield isObject(original) ? { ...(kind && { kind }), ...original, _error } : { _line: original, _error }
}

// Files of rejected records, in the format of the input and with the error, to be corrected and imported again.
import { accessSync, constants, existsSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isObject, type Json, parsedJson } from '../../base/json.ts'
import { TemporaryKeys } from '../../base/files/temporary-values.ts'
import { writeAtomically } from '../../base/files/atomic-file.ts'
import { statOf } from '../../base/files/file-system.ts'
import { writeError } from '../../base/files/file-errors.ts'
import type { OriginalRow, InputFormat } from '../input/entry.ts'
import type { ReadFile } from '../input/formats/formats.ts'
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
    await (await this.#file).appendFile(`${JSON.stringify(rejected)}\n`)
  }

  /** Writes a file for each input with rejected records; returns their paths. Existing files are not overwritten. */
  async finish(files: Iterable<ReadFile>, { to, cwd }: FinishOptions): Promise<readonly string[]> {
    await (await this.#file)?.close()
    if (!existsSync(this.#path)) return []
    const written: string[] = []
    for (const file of files) {
      const { source, format } = file
      const path = freePath(to ?? join(folderFor(source, cwd), rejectedName(source.name, format)))
      if (await writeFile(path, this.#of(source.name), file)) written.push(path)
    }
    return written
  }

  /** Without duplicates: records that are rejected before they are sent are rejected again when the run is resumed. */
  async *#of(file: string): AsyncIterable<Rejected> {
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

async function writeFile(path: string, rejected: AsyncIterable<Rejected>, input: ReadFile): Promise<boolean> {
  const texts = textsOf(rejected, input)
  const first = await texts.next()
  if (first.done === true) return false
  try {
    await writeAtomically(path, prepended(first.value, texts), rejected_mode)
  } catch (cause) {
    throw writeError(path, cause)
  }
  return true
}

async function* prepended(first: string, texts: AsyncIterable<string>): AsyncGenerator<string, void, void> {
  yield first
  yield* texts
}

async function* textsOf(
  rejected: AsyncIterable<Rejected>,
  { format, table }: ReadFile,
): AsyncGenerator<string, void, void> {
  const { stringify } = await import('csv-stringify/sync')
  const own_headers = table?.headers.filter((header) => header.trim() !== '_error') ?? []
  const row = (cells: readonly Json[]) => stringify([[...cells]], { delimiter: table?.delimiter ?? ',' })
  let first = true
  for await (const { original, error, kind } of rejected) {
    if (table) {
      const error_at = table.headers.findIndex((header) => header.trim() === '_error')
      const cells = (Array.isArray(original) ? original : []).filter((_, i) => i !== error_at)
      const own = own_headers.map((_, i) => cells[i] ?? '')
      // Cells without a column stay, so that the row is rejected again until it is corrected.
      const others = cells.slice(own_headers.length)
      yield (first ? row([...own_headers, '_error']) : '') + row([...own, error, ...others])
    } else yield rejectedEntry(isObject(original) && kind ? { kind, ...original } : original, error, { format, first })
    first = false
  }
  if (!first) yield format === 'json' ? '\n]\n' : format === 'ics' ? 'END:VCALENDAR\r\n' : ''
}

const calendar_head = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//cal//rejected//EN\r\n'

/** The component with the error as its last property. */
function withError(component: string, error: string): string {
  const value = error.replace(/([,;\\])/g, '\\$1').replaceAll('\n', '\\n')
  return component.replace(/\r\n(END:VEVENT)$/, `\r\nX-ERROR:${value}\r\n$1`)
}

function rejectedEntry(
  original: OriginalRow,
  error: string,
  { format, first }: { readonly format: InputFormat; readonly first: boolean },
): string {
  if (format === 'ics') return `${first ? calendar_head : ''}${withError(String(original), error)}\r\n`
  const record = isObject(original) ? { ...original, _error: error } : { _line: original, _error: error }
  if (format === 'json') return `${first ? '[\n' : ',\n'}${JSON.stringify(record)}`
  // JSON is valid YAML: one record per line.
  return format === 'yaml' ? `- ${JSON.stringify(record)}\n` : `${JSON.stringify(record)}\n`
}

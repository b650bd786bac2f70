// The input files of a command, copied if they can be read only once, and the options for reading them.
import { firstItems } from '../../base/text/quoted.ts'
import {
  createReadStream,
  createWriteStream,
  type Dirent,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { WallTime } from '../../base/dates/zoned-time.ts'
import type { DateOrder } from '../../base/dates/days.ts'
import { isoMomentOf } from '../../base/dates/machine-dates.ts'
import { usageError } from '../../base/errors.ts'
import { existingStat, statOf } from '../../base/files/file-system.ts'
import { limitHeapGrowth } from '../../base/heap-growth.ts'
import { t, warningText } from '../../base/text/language.ts'
import { readError } from '../../base/files/file-errors.ts'
import type { RepeatWindow } from '../../bulk/calendar-file/expand.ts'
import type { InputFormat } from '../../bulk/input/entry.ts'
import { meaningOf } from '../../bulk/input/headers/headers.ts'
import type { EventClock } from '../../bulk/input/event-dates.ts'
import type { ExpandFile, ReadFile } from '../../bulk/input/formats/formats.ts'
import { matchOf } from '../../bulk/matching/keys.ts'
import { inputContext, type Inputs, inputsOf } from '../../bulk/matching/input-scan.ts'
import { type InputSource, fileSource } from '../../bulk/input/source.ts'
import type { JournalInput } from '../../bulk/journal/journal.ts'
import { inputOf } from '../../bulk/journal/runs.ts'
import type { Plural } from '../../spec/model.ts'
import { resourceNamed, resources, unknownField } from '../../spec/resources.ts'
import { pairsOf } from '../arguments/flag-values.ts'
import type { Session } from '../types/session.ts'
import { cut } from '../output/text-width.ts'
import { calendarHere, noteLater } from '../session/session.ts'

/** The flags that determine how files are read. */
export interface InputOptions {
  readonly kind?: string
  readonly format?: InputFormat
  readonly sheet?: string
  readonly map?: readonly string[]
  readonly date_order?: DateOrder
  readonly since?: string
  readonly until?: string
  readonly match?: string
  readonly without?: readonly string[]
  /** Absent if calendar files are not expanded. */
  readonly expand?: ExpandFile | undefined
}

export interface GivenInputs {
  readonly inputs: Inputs
  /** Rejected rows are written to files next to these; absent if they are only reported. */
  readonly read?: ReadonlyMap<string, ReadFile>
  /** What a journal stores of the sources. */
  readonly recorded: () => Promise<readonly JournalInput[]>
  /** Deletes the copies of piped input. */
  close(): void
}

export async function givenInputs(
  operands: readonly string[],
  options: InputOptions,
  session: Session,
  here?: EventClock,
): Promise<GivenInputs> {
  limitHeapGrowth()
  const paths = new Map<string, string>()
  const copies = new InputCopies()
  try {
    // Pipes (`-`, `<(command)`) are copied: their beginning decides the format.
    for (const operand of operands)
      if (operand === '-') paths.set('-', await copies.ofStream('-', session.runtime.stdin.stream))
      else if (isWebAddress(operand)) paths.set(operand, await copies.ofWeb(operand, session))
      else
        for (const [name, path] of await filesOf(operand, session))
          paths.set(name, isReadOnce(path) ? await copies.ofStream(name, createReadStream(path)) : path)
  } catch (error) {
    copies.remove()
    throw error
  }
  const sources: InputSource[] = [...paths].map(([name, path]) =>
    fileSource(path, name, copies.has(path) ? undefined : dirname(path)),
  )
  const { inputs, read } = givenInputsOf(sources, options, session, here ?? (await calendarHere(session)))
  return { inputs, read, recorded: () => recordedInputs(paths), close: () => copies.remove() }
}

/** What a journal stores of files, whose paths are given by their names. */
export function recordedInputs(paths: ReadonlyMap<string, string>): Promise<readonly JournalInput[]> {
  return Promise.all([...paths].map(([name, path]) => inputOf(path, name)))
}

/** Warns that `--since` and `--until` apply only to iCalendar, the only format with series. */
export async function noteUnusedWindow(
  read: ReadonlyMap<string, ReadFile>,
  options: InputOptions,
  { note }: Session,
): Promise<void> {
  if (options.since === undefined && options.until === undefined) return
  const names = [...read].filter(([, { format }]) => format !== 'ics').map(([name]) => name)
  if (names.length === 0) return
  const files = names.join(', ')
  await note(warningText('--since and --until apply only to iCalendar; all records of {files} are read', { files }))
}

const readable_file = /\.(json|ndjson|jsonl|csv|tsv|xlsx|ods|ya?ml|ics)$/i
/** Files of rejected records are skipped in folders. */
const rejected_file = /\.rejected(-\d+)?\.\w+$/

/** The input files of a folder, or the file itself; a note lists skipped entries of the folder. */
async function filesOf(
  operand: string,
  { runtime: { cwd }, note }: Session,
): Promise<readonly (readonly [string, string])[]> {
  const path = resolve(cwd, operand)
  if (!isFolder(operand, path)) return [[operand, path]]
  const all = readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  const isRead = (entry: Dirent) =>
    readable_file.test(entry.name) && !rejected_file.test(entry.name) && !entry.isDirectory()
  const names = all.filter(isRead).map(({ name }) => name)
  const skipped = all
    .filter((entry) => !isRead(entry))
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
  if (names.length > 0) {
    const list = firstItems(skipped, listed_max)
    if (skipped.length > 0)
      await note(t('{operand}: skipped {count}: {list}', { operand, count: skipped.length, list }))
    return names.map((name) => [join(operand, name), join(path, name)] as const)
  }
  throw usageError(
    t('{operand} contains no files that can be imported', { operand }),
    t('supported files: .json, .ndjson, .csv, .tsv, .xlsx, .ods, .yaml and .ics'),
  )
}

const listed_max = 10

function isFolder(operand: string, path: string): boolean {
  try {
    return existingStat(path).isDirectory()
  } catch (cause) {
    throw readError(operand, cause)
  }
}

function isReadOnce(path: string): boolean {
  const found = statOf(path)
  return found !== undefined && !found.isFile() && !found.isDirectory()
}

/** The `now` of `here` limits series without an end; for a resumed run, it is the time at which the run started. */
export function givenInputsOf(
  sources: readonly InputSource[],
  options: InputOptions,
  session: Session,
  here: EventClock,
): ReturnType<typeof inputsOf> {
  const { format, sheet, kind, match, date_order, without, expand } = options
  const { from, until } = windowOf('since', options.since, options.until)
  const choice = {
    map: mapOf(options.map),
    date_order,
    without,
    expand,
    kind: kind === undefined ? undefined : kindOf(kind),
    match: match === undefined ? undefined : matchOf(match),
    ...(format ? { format } : {}),
    ...(sheet !== undefined && { sheet }),
    ...(from !== undefined && { since: from }),
    ...(until !== undefined && { until }),
  }
  return inputsOf(sources, choice, inputContext(here, noteLater(session)))
}

export function kindOf(word: string): Plural {
  const kind = resourceNamed(word)?.plural
  if (kind) return kind
  const names = Object.keys(resources).join(', ')
  throw usageError(t('"{word}" is not a kind of record', { word }), t('one of {names}', { names }))
}

/** `--since` (`--from` for calendar files) and `--until`; a date without a time includes the whole day. */
export function windowOf(name: 'since' | 'from', from: string | undefined, until: string | undefined): RepeatWindow {
  const [first, last] = [boundOf(name, from, '00:00:00'), boundOf('until', until, '23:59:59')]
  if (first !== undefined && last !== undefined && first > last)
    throw usageError(t('--until {until} is before --{name} {from}', { until: String(until), name, from: String(from) }))
  return { from: first, until: last }
}

function boundOf(name: string, value: string | undefined, time: string): WallTime | undefined {
  if (value === undefined) return undefined
  const moment = isoMomentOf(value)
  if (moment && moment.offset === undefined) return `${moment.day} ${moment.time ?? time}`
  throw usageError(t('--{name} needs a date such as 2027-06-30, not "{value}"', { name, value }))
}

/** The field of each column. Errors: `usage` for a field that no kind of record has. */
function mapOf(pairs: readonly string[] | undefined): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(pairsOf('--map', pairs)).map(([column, field]) => [column, knownField(String(field))]),
  )
}

function knownField(field: string): string {
  if (Object.values(resources).some(({ plural }) => meaningOf(field, plural).target !== undefined)) return field
  throw unknownField(field, {
    known: Object.values(resources).flatMap(({ fields }) => Object.keys(fields)),
    where: '--map: ',
    otherwise: t('list the fields: cal explain event; start_time, end_time and duration work too'),
  })
}

const only_owner = 0o600

/** A pipe without an end, such as `yes | cal import -`, would fill the disk. */
const pipe_bytes_max = 1024 * 1024 * 1024

/** Copies in a temporary folder, which `remove` deletes. */
export class InputCopies {
  #folder: string | undefined
  #count = 0

  /** Errors: `usage` for more than `bytes_max` bytes. */
  async ofStream(name: string, stream: Readable, bytes_max: number = pipe_bytes_max): Promise<string> {
    const path = this.#next()
    const limited = async function* (chunks: AsyncIterable<Uint8Array>) {
      let bytes = 0
      for await (const chunk of chunks) {
        bytes += chunk.length
        if (bytes > bytes_max)
          throw usageError(
            t('{input} has more than {megabytes} MB', {
              input: name === '-' ? t('standard input') : name,
              megabytes: bytes_max / 1024 / 1024,
            }),
            t('save it as a file, which may be of any size'),
          )
        yield chunk
      }
    }
    await pipeline(stream, limited, createWriteStream(path, { mode: only_owner }))
    return path
  }

  /** Errors: those of `download`. */
  async ofWeb(address: string, { settings, runtime, language, note }: Session): Promise<string> {
    const { download } = await import('../../client/transport/download.ts')
    const { timeout_ms, insecure_http } = settings
    const redirected = (to: string) => note(t('redirected to {to}', { to }))
    const wait = runtime.status.show((width) => cut(t('Downloading {address} …', { address })[language], width))
    const body = await download(address, {
      timeout_ms,
      insecure_http,
      env: runtime.env,
      signal: runtime.signal,
      onRedirect: redirected,
    }).finally(wait.end)
    const path = this.#next()
    writeFileSync(path, body, { mode: only_owner })
    return path
  }

  has(path: string): boolean {
    return this.#folder !== undefined && path.startsWith(this.#folder)
  }

  remove(): void {
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true })
  }

  #next(): string {
    this.#folder ??= mkdtempSync(join(tmpdir(), 'cal-'))
    return join(this.#folder, String(this.#count++))
  }
}

export function isWebAddress(operand: string): boolean {
  return /^(https?|webcal):\/\//i.test(operand)
}

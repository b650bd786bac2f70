// The journal of a run: a flushed line before and after each write, so that the run can be resumed and undone.
import { jsonLine } from '../../base/files/write-lists.ts'
import { fdatasync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Text } from '../../base/text/language.ts'
import { writeError } from '../../base/files/file-errors.ts'
import type { EventClock } from '../input/event-dates.ts'
import type { Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'
import type { RecordSummary } from './record-summary.ts'

/** The first line: the command, its inputs and its calendar. */
export interface JournalHead {
  readonly run: string
  readonly command: string
  /** For a database file `file:` and its real path. */
  readonly api_root: string
  /** The calendar's own id; absent for services. */
  readonly calendar_id?: string | undefined
  /** UTC wall time. */
  readonly started: string
  readonly inputs: readonly JournalInput[]
  /** The clock on which the dates of the inputs are read; absent without inputs, and in older journals. */
  readonly here?: EventClock | undefined
  /** The options of the command, with which it is resumed. */
  readonly options: Values
}

export interface JournalInput {
  readonly name: string
  readonly path: string
  readonly bytes: number
  readonly sha256: string
}

/** Before a write. `before` holds the fields an update changes, or the whole record that is deleted. */
export interface WriteBegin {
  readonly begin: number
  readonly action: 'create' | 'update' | 'delete'
  readonly kind: Plural
  readonly key: string
  readonly id?: number
  readonly before?: Values
  /** Fields of a create by which its record is looked up. */
  readonly find?: Values
  /** The other fields that a create or an update sends; long values as digests. */
  readonly sent?: RecordSummary
  /** Time in milliseconds: a record created long after the last line is not the run's. */
  readonly at?: number
  /** Distinguishes the record that is updated or deleted from another one with its id. */
  readonly is?: RecordSummary
  /** Of a copy: the id in the calendar it is copied from. */
  readonly source_id?: number
  /** The deleted term for which this one is created. */
  readonly replaces?: number
  /** What loses a deleted venue, organizer or term. */
  readonly dependents?: Dependents
}

export interface Dependents {
  /** Events with it, each with the ids of all its records of the kind. */
  readonly events: readonly { readonly id: number; readonly ids: readonly number[] }[]
  /** Categories right below a category. */
  readonly children: readonly number[]
}

/** After a write. `after` holds the changed fields as in the response; for a create, all fields: see `writtenBy`. */
export interface WriteEnd {
  readonly end: number
  readonly id?: number
  /** A record that others created at the same time, used instead of the one this run would have created. */
  readonly found?: number
  /** In a second end, which takes back the first: the kind of the record. */
  readonly kind?: Plural
  readonly after?: Values
  /** Of a create instead of `after`: only the fields that differ from what was sent. */
  readonly stored?: RecordSummary
  /** Of a create of which a request was not answered: it may have made a second copy. */
  readonly lost?: true
  /** Of such a create: the record may be that of another program, so that an undo keeps it. */
  readonly uncertain?: true
  /** Why it failed, in both languages: it may be read in the other one later. */
  readonly failed?: Text
}

/**
 * The last line. Records that were rejected without being sent are counted only here; a run that was resumed includes
 * its earlier parts.
 */
export interface RunEnd {
  readonly finished: Readonly<Record<string, number>>
}

/** By kind, the highest id before the run wrote a record of the kind: newer ones may be its own. */
export interface KnownIdMax {
  readonly known_id_max: Readonly<Partial<Record<Plural, number>>>
}

export type JournalLine = WriteBegin | WriteEnd | RunEnd | KnownIdMax

/** Maximum delay before a line that is not awaited is flushed. */
const note_ms_max = 50

interface PendingLine {
  readonly text: string
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** The methods of an open file that a journal needs. */
export type JournalFile = Pick<FileHandle, 'appendFile' | 'fd' | 'close'>

/**
 * Appends lines. Lines of one turn of the event loop are flushed together, as are those that arrive during a flush:
 * 10,000 creates take 260 flushes.
 */
export class Journal {
  readonly #file: JournalFile
  readonly #path: string
  readonly #sync: (fd: number) => Promise<void>
  #pending: PendingLine[] = []
  /** Whether pending lines should be flushed immediately. */
  #due = false
  #timer: NodeJS.Timeout | undefined
  #immediate: NodeJS.Immediate | undefined
  #flushing: Promise<void> | undefined
  #failure: unknown
  #hasBegun = false

  /** `sync` flushes a file. The file handles of Yarn's Plug'n'Play have no `datasync`. */
  constructor(file: JournalFile, path: string, sync: (fd: number) => Promise<void> = promisify(fdatasync)) {
    this.#file = file
    this.#path = path
    this.#sync = sync
  }

  /** Whether a write began since the journal was opened. */
  get hasBegun(): boolean {
    return this.#hasBegun
  }

  /** The line is flushed with the next awaited one, or soon by itself; if that fails, the next line fails. */
  note(line: JournalLine): void {
    this.#pending.push({
      text: jsonLine(line),
      resolve: () => {},
      reject: (error) => {
        this.#failure ??= error
      },
    })
    this.#timer ??= setTimeout(() => this.#startFlush(), note_ms_max)
  }

  /** Resolves when the line is flushed to disk. */
  write(line: JournalHead | JournalLine): Promise<void> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure)
    this.#hasBegun ||= 'begin' in line
    return new Promise((resolve, reject) => {
      this.#pending.push({ text: jsonLine(line), resolve, reject })
      this.#immediate ??= setImmediate(() => this.#startFlush())
    })
  }

  async close(): Promise<void> {
    this.#startFlush()
    await this.#flushing
    await this.#file.close()
    if (this.#failure !== undefined) throw this.#failure
  }

  #startFlush(): void {
    clearTimeout(this.#timer)
    clearImmediate(this.#immediate)
    this.#timer = undefined
    this.#immediate = undefined
    this.#due = this.#pending.length > 0
    if (this.#due) this.#flushing ??= this.#flush()
  }

  async #flush(): Promise<void> {
    while (this.#due) {
      const lines = this.#pending
      this.#pending = []
      this.#due = false
      try {
        await this.#file.appendFile(lines.map(({ text }) => text).join(''))
        await this.#sync(this.#file.fd)
        for (const { resolve } of lines) resolve()
      } catch (cause) {
        const error = writeError(this.#path, cause)
        // Part of a line may have been written, so nothing may follow it.
        this.#failure ??= error
        for (const { reject } of lines) reject(error)
      }
    }
    this.#flushing = undefined
  }
}

/** Errors: `usage` if the file cannot be written. */
export async function openJournal(path: string): Promise<Journal> {
  try {
    const file = await open(path, 'a+', 0o600)
    if (!(await endsInLine(file))) await file.appendFile('\n')
    return new Journal(file, path)
  } catch (cause) {
    throw writeError(path, cause)
  }
}

/** A crash or a full disk may have truncated the last line: the next one must not continue it. */
async function endsInLine(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat()
  if (size === 0) return true
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1)
  return buffer[0] === 0x0a
}

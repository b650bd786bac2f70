// A run's journal: a line on the disk before and after each write, so that it can be continued and taken back.
import type { JsonObject } from '../../base/json.ts'
import { type FileHandle, open } from 'node:fs/promises'
import type { Text } from '../../base/text/language.ts'
import { writeError } from '../../base/files/file-errors.ts'
import type { Plural } from '../../spec/model.ts'
import type { RecordSummary } from './record-summary.ts'

/** The first line: what was run, on what, against whom. */
export interface JournalHead {
  readonly run: string
  readonly command: string
  /** Of a calendar file `file:` and its real path; earlier versions kept the path as it was typed. */
  readonly api_root: string
  /** The calendar's own id; absent for services, and in runs of earlier versions. */
  readonly calendar_id?: string
  /** UTC wall clock. */
  readonly started: string
  readonly inputs: readonly JournalInput[]
  /** What the command was told, so that it can go on the same way. */
  readonly options: JsonObject
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
  readonly before?: JsonObject
  /** What a create sends that finds it again. */
  readonly find?: JsonObject
  /** What else a create sends, or an update; long values as digests. */
  readonly sent?: RecordSummary
  /** When, in milliseconds: what was made long after the last line is not the run's. */
  readonly at?: number
  /** What tells the record that is updated or deleted from another one of its id. */
  readonly is?: RecordSummary
  /** The deleted term for which this one is created. */
  readonly replaces?: number
  /** What a term takes with it when it is deleted. */
  readonly dependents?: Dependents
}

export interface Dependents {
  /** Events that carry the term, each with all its terms of the kind. */
  readonly events: readonly { readonly id: number; readonly terms: readonly number[] }[]
  /** Categories right below it. */
  readonly children: readonly number[]
}

/**
 * After a write. `after` holds the changed fields as the service answered them, of a create a picture of the record.
 */
export interface WriteEnd {
  readonly end: number
  readonly id?: number
  /** The record that others created at the same time: it stands for the one that this run was to create. */
  readonly found?: number
  readonly after?: JsonObject
  /** Why it came to nothing: who reads it later may read another language. */
  readonly failed?: Text
}

/**
 * The last line. What was turned down without being sent is counted here alone; a run that went on counts its earlier
 * parts in.
 */
export interface RunEnd {
  readonly finished: Readonly<Record<string, number>>
}

/**
 * By kind, the highest id before the run wrote a record of the kind: newer ones may be its own. Earlier versions wrote
 * it for all kinds into the first line.
 */
export interface KnownIdMax {
  readonly known_id_max: Readonly<Partial<Record<Plural, number>>>
}

export type JournalLine = WriteBegin | WriteEnd | RunEnd | KnownIdMax

/** How long a line that nobody awaits may wait for others to share its way to the disk. */
const note_ms_max = 50

interface Waiting {
  readonly text: string
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** An open file, as far as a journal needs one. */
export type JournalFile = Pick<FileHandle, 'appendFile' | 'datasync' | 'close'>

/**
 * Appends lines. Those of one turn share a way to the disk, as do those that come while it is busy: 10,000 creates went
 * there 426 times when each first line set out at once, and go 260 times.
 */
export class Journal {
  readonly #file: JournalFile
  readonly #path: string
  #waiting: Waiting[] = []
  /** Some of those that wait are due. */
  #due = false
  #soon: NodeJS.Timeout | undefined
  #turn: NodeJS.Immediate | undefined
  #writing: Promise<void> | undefined
  #lost: unknown
  #has_writes = false

  constructor(file: JournalFile, path: string) {
    this.#file = file
    this.#path = path
  }

  /** Whether a write was begun since the journal was opened. */
  get has_writes(): boolean {
    return this.#has_writes
  }

  /**
   * The line goes to the disk with the next one that is awaited, or soon by itself; a disk that refuses it fails the
   * next.
   */
  note(line: JournalLine): void {
    this.#waiting.push({
      text: textOf(line),
      resolve: () => {},
      reject: (error) => {
        this.#lost ??= error
      },
    })
    this.#soon ??= setTimeout(() => this.#begin(), note_ms_max)
  }

  /** Resolves when the line is on the disk. */
  write(line: JournalHead | JournalLine): Promise<void> {
    if (this.#lost !== undefined) return Promise.reject(this.#lost)
    if ('begin' in line) this.#has_writes = true
    return new Promise((resolve, reject) => {
      this.#waiting.push({ text: textOf(line), resolve, reject })
      this.#turn ??= setImmediate(() => this.#begin())
    })
  }

  async close(): Promise<void> {
    this.#begin()
    await this.#writing
    await this.#file.close()
    if (this.#lost !== undefined) throw this.#lost
  }

  #begin(): void {
    clearTimeout(this.#soon)
    clearImmediate(this.#turn)
    this.#soon = undefined
    this.#turn = undefined
    this.#due = this.#waiting.length > 0
    if (this.#due) this.#writing ??= this.#flush()
  }

  async #flush(): Promise<void> {
    while (this.#due) {
      const lines = this.#waiting
      this.#waiting = []
      this.#due = false
      try {
        await this.#file.appendFile(lines.map(({ text }) => text).join(''))
        await this.#file.datasync()
        for (const { resolve } of lines) resolve()
      } catch (cause) {
        const error = writeError(this.#path, cause)
        // Part of a line may be there: nothing can follow it.
        this.#lost ??= error
        for (const { reject } of lines) reject(error)
      }
    }
    this.#writing = undefined
  }
}

function textOf(line: JournalHead | JournalLine): string {
  return `${JSON.stringify(line)}\n`
}

/** Fails with `usage`, by its name, where it cannot be written. */
export async function openJournal(path: string): Promise<Journal> {
  try {
    const file = await open(path, 'a+', 0o600)
    if (!(await endsInLine(file))) await file.appendFile('\n')
    return new Journal(file, path)
  } catch (cause) {
    throw writeError(path, cause)
  }
}

/** A crash or a full disk may have cut the last line off: the next one must not continue it. */
async function endsInLine(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat()
  if (size === 0) return true
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1)
  return buffer[0] === 0x0a
}

export function isBegin(line: JournalHead | JournalLine): line is WriteBegin {
  return 'begin' in line
}

export function isEnd(line: JournalHead | JournalLine): line is WriteEnd {
  return 'end' in line
}

export function isRunEnd(line: JournalHead | JournalLine): line is RunEnd {
  return 'finished' in line
}

export function isKnownIdMax(line: JournalHead | JournalLine): line is KnownIdMax {
  return 'known_id_max' in line
}

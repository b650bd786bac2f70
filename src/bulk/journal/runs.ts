// Where runs are kept, and what a journal says about one.
import { createHash } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CalError } from '../../base/errors.ts'
import { existingStat } from '../../base/files/file-stat.ts'
import { makeFolders } from '../../base/files/folders.ts'
import { isObject, type Json, parsedJson } from '../../base/json.ts'
import { sameText, type Text } from '../../base/text/language.ts'
import { writeError } from '../../base/files/file-errors.ts'
import {
  type WriteBegin,
  type RunEnd,
  type JournalHead,
  type JournalInput,
  isBegin,
  isEnd,
  isKnownIdMax,
  isRunEnd,
  type JournalLine,
  type KnownIdMax,
} from './journal.ts'
import { plurals_by_need } from '../../spec/resources.ts'
import { fileSource, linesOf } from '../input/source.ts'

/** What is known of a run by reading its journal once. */
export interface RunState {
  readonly head: JournalHead
  /** Numbers of entries whose write ended, well or not. */
  readonly ended: NumberSet
  /** Writes that began and whose end is not known. */
  readonly open: ReadonlyMap<number, WriteBegin>
  readonly counts: Readonly<Record<'create' | 'update' | 'delete' | 'failed', number>>
  /** What became of its records; absent where it broke off. */
  readonly finished: RunEnd['finished'] | undefined
  /** The lowest number used: records that nobody wrote count down from -1. */
  readonly lowest: number
  /** Kinds that are missing were not written. */
  readonly known_id_max: KnownIdMax['known_id_max']
}

export function runFolder(state_dir: string, run: string): string {
  return join(state_dir, 'runs', run)
}

export function journalPath(state_dir: string, run: string): string {
  return join(runFolder(state_dir, run), 'journal.ndjson')
}

/**
 * The folder of a new run; a number follows where another run has the name already. Fails with `configuration` where
 * there can be no such folder.
 */
export function makeRunFolder(state_dir: string, wanted: string): { readonly name: string; readonly folder: string } {
  try {
    makeFolders(join(state_dir, 'runs'), 0o700)
  } catch (cause) {
    throw writeError(state_dir, cause, 'configuration')
  }
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted}-${number}`
    try {
      mkdirSync(runFolder(state_dir, name), { mode: 0o700 })
      return { name, folder: runFolder(state_dir, name) }
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST'))
        throw writeError(runFolder(state_dir, name), error, 'configuration')
    }
  }
}

/** Names of all runs, the newest first; one that broke off within its first line never began. */
export function runNames(state_dir: string): readonly string[] {
  const folder = join(state_dir, 'runs')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((run) => hasBegun(journalPath(state_dir, run)))
    .sort()
    .reverse()
}

function hasBegun(journal: string): boolean {
  if (!existsSync(journal)) return false
  const file = openSync(journal, 'r')
  try {
    const bytes = Buffer.alloc(64 * 1024)
    for (let length = readSync(file, bytes); length > 0; length = readSync(file, bytes))
      if (bytes.subarray(0, length).includes('\n')) return true
    return false
  } finally {
    closeSync(file)
  }
}

/**
 * The run of this name, of the only one that begins so, or the newest where none is named. Fails with `not_found`, or
 * `usage` where several begin so.
 */
export function runNamed(state_dir: string, name: string | undefined): string {
  const names = runNames(state_dir)
  const found =
    name === undefined ? names.slice(0, 1) : names.includes(name) ? [name] : names.filter((run) => run.startsWith(name))
  const [only] = found
  if (only !== undefined && found.length === 1) return only
  if (found.length > 1)
    throw new CalError(
      'usage',
      { en: `several runs begin with "${name}"`, de: `mehrere Läufe beginnen mit „${name}“` },
      { hint: sameText(found.join(', ')) },
    )
  throw noSuchRun(
    name,
    names.length === 0
      ? no_run_yet
      : { en: 'cal history list shows all runs', de: 'cal history list nennt alle Läufe' },
  )
}

export function noSuchRun(name: string | undefined, hint: Text): CalError {
  return new CalError(
    'not_found',
    {
      en: name === undefined ? 'there is no run yet' : `there is no run "${name}"`,
      de: name === undefined ? 'es gibt noch keinen Lauf' : `den Lauf „${name}“ gibt es nicht`,
    },
    { hint },
  )
}

export const no_run_yet = {
  en: 'cal import, apply and seed make runs, and so do update and delete with --where',
  de: 'Läufe entstehen durch cal import, apply und seed, auch durch update und delete mit --where',
}

/** Of a journal of an earlier version: all kinds, from its first line. */
function knownIdMaxIn({ options: { known_id_max } }: JournalHead): KnownIdMax['known_id_max'] {
  if (!isObject(known_id_max)) return {}
  return Object.fromEntries(plurals_by_need.map((kind) => [kind, Number(known_id_max[kind] ?? 0)]))
}

/** The lines of a journal; a last line that was cut off by a crash is left out. */
export async function* journalLines(state_dir: string, run: string): AsyncIterable<JournalHead | JournalLine> {
  for await (const { text } of linesOf(fileSource(journalPath(state_dir, run)))) {
    const line = parsedJson(text)
    if (isJournalLine(line)) yield line
  }
}

function isJournalLine(line: Json | undefined): line is Json & (JournalHead | JournalLine) {
  return isObject(line)
}

/** The first line of a journal; undefined where a crash cut it off. */
export async function headOf(state_dir: string, run: string): Promise<JournalHead | undefined> {
  for await (const line of journalLines(state_dir, run)) if ('run' in line) return line
  return undefined
}

export async function stateOf(state_dir: string, run: string): Promise<RunState> {
  const ended = new NumberSet()
  const open = new Map<number, WriteBegin>()
  const actions = { create: 0, update: 0, delete: 0, failed: 0 }
  let head: JournalHead | undefined
  let finished: RunEnd['finished'] | undefined
  let lowest = 0
  let known_id_max: KnownIdMax['known_id_max'] = {}
  for await (const line of journalLines(state_dir, run)) {
    if (isBegin(line)) {
      open.set(line.begin, line)
      lowest = Math.min(lowest, line.begin)
    } else if (isEnd(line)) {
      const begun = open.get(line.end)
      open.delete(line.end)
      ended.add(line.end)
      if (line.failed !== undefined) actions.failed++
      else if (begun && line.found === undefined) actions[begun.action]++
    } else if (isRunEnd(line)) finished = line.finished
    else if (isKnownIdMax(line)) known_id_max = { ...line.known_id_max, ...known_id_max }
    else head ??= line
  }
  if (head)
    return {
      head,
      ended,
      open,
      counts: actions,
      finished,
      lowest,
      known_id_max: { ...known_id_max, ...knownIdMaxIn(head) },
    }
  throw new CalError('not_found', {
    en: `the journal of run "${run}" is empty`,
    de: `das Protokoll des Laufs „${run}“ ist leer`,
  })
}

/** A file as it is now: a run goes on only with the same bytes. */
export async function inputOf(path: string, name: string): Promise<JournalInput> {
  const hash = createHash('sha256')
  for await (const chunk of fileSource(path, name).bytes()) hash.update(chunk)
  return { name, path: resolve(path), bytes: Number(existingStat(path).size), sha256: hash.digest('hex') }
}

/** Whole numbers from below zero up, a bit each. */
export class NumberSet {
  #bits = new Uint32Array(64)
  /** Numbers below zero are few. */
  readonly #negative = new Set<number>()

  add(n: number): void {
    if (n < 0) {
      this.#negative.add(n)
      return
    }
    const word = n >>> 5
    if (word >= this.#bits.length) {
      const bits = new Uint32Array(Math.max(this.#bits.length * 2, word + 1))
      bits.set(this.#bits)
      this.#bits = bits
    }
    this.#bits[word] = (this.#bits[word] ?? 0) | (1 << (n & 31))
  }

  has(n: number): boolean {
    return n < 0 ? this.#negative.has(n) : ((this.#bits[n >>> 5] ?? 0) & (1 << (n & 31))) !== 0
  }
}

// Reading a journal: the state of a run, and its writes.
import { StringDecoder } from 'node:string_decoder'
import { getOrInsert, keysOf } from '../../base/collections.ts'
import { CalError, errorCode } from '../../base/errors.ts'
import { TemporaryKeys } from '../../base/files/temporary-values.ts'
import { isObject, parsedJson } from '../../base/json.ts'
import { type Language, t, type Text } from '../../base/text/language.ts'
import { countedKinds, resources } from '../../spec/resources.ts'
import type { Plural } from '../../spec/model.ts'
import { fileSource } from '../input/source.ts'
import type { JournalHead, JournalLine, KnownIdMax, RunEnd, WriteBegin, WriteEnd } from './journal.ts'
import { compact, type RecordSummary } from './record-summary.ts'
import { journalPath } from './runs.ts'

/** The state of a run according to its journal. */
export interface RunState {
  readonly head: JournalHead
  /** Whether the write of an entry ended, successfully or not. */
  readonly hasEnded: (n: number) => boolean
  /** How many of these entries are records of the input. */
  readonly ended_records: number
  /** By the number of an entry, the record that was written, unless it is an event: there can be a million. */
  readonly ids: ReadonlyMap<number, number>
  /** Whether a record of the input was written to this record, existing or new. */
  readonly hasWritten: (kind: Plural, id: number) => boolean
  /** Writes that were started and whose result is unknown. */
  readonly open: ReadonlyMap<number, WriteBegin>
  /** Creates of which a request was not answered: it may have made a second copy. */
  readonly lost: readonly RunWrite[]
  readonly counts: KindCounts<WriteDone | 'failed'>
  /** The results of its records; absent if the run was interrupted. */
  readonly finished: RunEnd['finished'] | undefined
  /** The lowest number used: records that only references name count down from -1. */
  readonly lowest: number
  /** Kinds that are missing were not written. */
  readonly known_id_max: KnownIdMax['known_id_max']
  /** When the run began its last create, in milliseconds. */
  readonly last_create: number | undefined
}

/** As `stateIfThere`. Errors: `not_found` if the journal has no first line. */
export async function runStateOf(
  state_dir: string,
  run: string,
  onWrite: (write: RunWrite) => void = () => {},
): Promise<RunState> {
  const state = await stateIfThere(state_dir, run, onWrite)
  if (!state) throw new CalError('not_found', t('the journal of run "{run}" is empty', { run }))
  return state
}

/**
 * Undefined if the journal has no first line, or no longer exists: a run that wrote nothing is deleted when it ends.
 * Calls `onWrite` with each write, as `writesOf` yields them.
 */
export async function stateIfThere(
  state_dir: string,
  run: string,
  onWrite: (write: RunWrite) => void = () => {},
): Promise<RunState | undefined> {
  const ended = new EndedWrites()
  const written = new TemporaryKeys()
  const ids = new Map<number, number>()
  const open = new Map<number, WriteBegin>()
  const lost: RunWrite[] = []
  const counts: RunState['counts'] = new KindCounts()
  let head: JournalHead | undefined
  let finished: RunEnd['finished'] | undefined
  let lowest = 0
  let known_id_max: KnownIdMax['known_id_max'] = {}
  let last_create: number | undefined
  const addWrite = (write: RunWrite) => {
    const { begin, end, completes } = write
    lowest = Math.min(lowest, begin.begin)
    if (begin.at !== undefined && begin.action === 'create') last_create = Math.max(last_create ?? 0, begin.at)
    onWrite(write)
    if (!end) {
      open.set(begin.begin, begin)
      return
    }
    if (end.lost) lost.push(write)
    if (completes) return
    const id = end.found ?? end.id ?? begin.id
    if (begin.kind !== 'events' && end.failed === undefined && id !== undefined) ids.set(end.end, id)
    if (end.end >= 0 && end.failed === undefined && id !== undefined) written.add(begin.kind, id)
    if (end.failed !== undefined) counts.add('failed', begin.kind)
    else if (end.found === undefined) counts.add(doneBy(begin), begin.kind)
  }
  const add = (entry: JournalEntry) => {
    if ('begin' in entry) addWrite(entry)
    else if ('end' in entry) {
      // The created record was removed as a duplicate, or the service had overwritten another one.
      if (entry.kind !== undefined) counts.add('created', entry.kind, -1)
      if (entry.found !== undefined && ids.has(entry.end)) ids.set(entry.end, entry.found)
    } else if ('finished' in entry) finished = entry.finished
    else if ('known_id_max' in entry) known_id_max = { ...entry.known_id_max, ...known_id_max }
    else head ??= entry
  }
  for await (const entries of entriesOf(state_dir, run, ended)) for (const entry of entries) add(entry)
  if (!head) return undefined
  const { hasEnded, records: ended_records } = ended
  const hasWritten = (kind: Plural, id: number) => written.has(kind, id)
  const writes = { ids, open, lost, counts }
  return { ...writes, head, hasEnded, ended_records, hasWritten, finished, lowest, known_id_max, last_create }
}

/** What a write has done. `restored`: the record was in the trash. */
export type WriteDone = 'created' | 'updated' | 'restored' | 'deleted'

const done_by = { create: 'created', update: 'updated', delete: 'deleted' } as const

export function doneBy({ action, before }: Pick<WriteBegin, 'action' | 'before'>): WriteDone {
  return action === 'update' && before?.status === 'trash' ? 'restored' : done_by[action]
}

/** The numbers of written records. Restored ones were updated. */
export function writtenTotals(counts: Pick<KindCounts<WriteDone>, 'of'>) {
  return {
    created: counts.of('created'),
    updated: counts.of('updated', 'restored'),
    deleted: counts.of('deleted'),
  }
}

/** The totals of a journal. Records that failed before they were sent are counted only by its last line. */
export function journalTotals({ counts, finished }: Pick<RunState, 'counts' | 'finished'>) {
  return { ...writtenTotals(counts), failed: finished?.failed ?? counts.of('failed') }
}

/** The first line of a journal; undefined if a crash truncated it, or its run was deleted when it ended. */
export async function headOf(state_dir: string, run: string): Promise<JournalHead | undefined> {
  for await (const texts of journalTexts(state_dir, run))
    for (const text of texts) for (const line of journalLineOf(text)) if ('run' in line) return line
  return undefined
}

/** A write without an end may or may not have been executed. */
export interface RunWrite {
  readonly begin: WriteBegin
  readonly end: WriteEnd | undefined
  /**
   * It has the number of an earlier create and belongs to it: the run deleted a second copy of the record, or the
   * record itself because others had created it too, or changed its parent.
   */
  readonly completes?: true
}

/**
 * The fields of the record after a write, as far as they are known: a created record has those that were sent, unless
 * the end says otherwise.
 */
export function writtenBy({ begin: { find, sent }, end }: Pick<RunWrite, 'begin' | 'end'>): RecordSummary | undefined {
  return end?.stored ? compact({ ...find, ...sent, ...end.stored }) : end?.after
}

/** In the order in which they ended; those with an unknown result are last. */
export async function* writesOf(state_dir: string, run: string): AsyncIterable<RunWrite> {
  for await (const entries of entriesOf(state_dir, run)) for (const entry of entries) if ('begin' in entry) yield entry
}

/** What a journal says, with the two lines of a write as one entry; a second end takes back the first. */
type JournalEntry = JournalHead | RunEnd | KnownIdMax | RunWrite | WriteEnd

/**
 * The one reader of journals: writes in the order in which they ended, those without a result last. Entries that were
 * read together are a list: awaiting each of them took a fiftieth of an undo.
 */
async function* entriesOf(
  state_dir: string,
  run: string,
  ended: EndedWrites = new EndedWrites(),
): AsyncIterable<readonly JournalEntry[]> {
  const open = new Map<number, RunWrite>()
  const entryOf = (line: JournalHead | JournalLine): readonly JournalEntry[] => {
    if ('begin' in line) {
      const completes = line.action !== 'create' && ended.hasEnded(line.begin)
      open.set(line.begin, { begin: line, end: undefined, ...(completes ? { completes } : {}) })
      return []
    }
    if (!('end' in line)) return [line]
    const begun = open.get(line.end)
    open.delete(line.end)
    ended.add(line.end)
    return [begun ? { ...begun, end: line } : line]
  }
  for await (const texts of journalTexts(state_dir, run)) yield texts.flatMap(journalLineOf).flatMap(entryOf)
  yield [...open.values()]
}

/** The numbers of the writes that ended. */
class EndedWrites {
  readonly #numbers = new TemporaryKeys()
  /** How many of them are records of the input. */
  records = 0

  add(n: number): void {
    if (this.#numbers.add('', n) && n >= 0) this.records++
  }

  readonly hasEnded = (n: number): boolean => this.#numbers.has('', n)
}

/** The lines of each piece of a journal; none if its run was deleted. */
async function* journalTexts(state_dir: string, run: string): AsyncIterable<readonly string[]> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  try {
    for await (const chunk of fileSource(journalPath(state_dir, run)).bytes()) {
      const texts = `${rest}${decoder.write(chunk)}`.split('\n')
      rest = texts.pop() ?? ''
      yield texts
    }
  } catch (error) {
    if (!(error instanceof CalError && errorCode(error.cause) === 'ENOENT')) throw error
  }
  yield [rest]
}

/** A line of a journal; none if a crash truncated it. */
function journalLineOf(text: string): readonly (JournalHead | JournalLine)[] {
  const line = parsedJson(text)
  // `Journal` wrote the lines, so they have its types.
  return isObject(line) ? [line as object as JournalHead | JournalLine] : []
}

export class KindCounts<Action extends string> {
  readonly #by_action = new Map<Action, Map<Plural, number>>()

  add(action: Action, kind: Plural, count = 1): void {
    const kinds = getOrInsert(this.#by_action, action, () => new Map<Plural, number>())
    kinds.set(kind, (kinds.get(kind) ?? 0) + count)
  }

  /** The number of records of all kinds. */
  of(...actions: readonly Action[]): number {
    return actions
      .flatMap((action) => [...(this.#by_action.get(action)?.values() ?? [])])
      .reduce((sum, count) => sum + count, 0)
  }

  ofKind(action: Action, kind: Plural): number {
    return this.#by_action.get(action)?.get(kind) ?? 0
  }

  kindsOf(action: Action): readonly Plural[] {
    return keysOf(resources).filter((kind) => this.ofKind(action, kind) > 0)
  }

  /** `6 events, 5 venues`: events first. */
  records(action: Action): Text {
    return countedKinds(new Map(this.kindsOf(action).map((kind) => [kind, this.ofKind(action, kind)])))
  }

  /** `6 events, 5 venues created; 1 event failed`, with these words; empty without records. */
  text(words: Readonly<Partial<Record<Action, Text>>>, language: Language): string {
    return keysOf(words)
      .filter((action) => this.of(action) > 0)
      .map((action) => `${this.records(action)[language]} ${words[action]?.[language]}`)
      .join('; ')
  }
}

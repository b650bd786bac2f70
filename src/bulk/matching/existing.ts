// Which existing record a row means: the one order of ways to find it, for imports, calendar files and copies.
import type { JsonObject } from '../../base/json.ts'
import type { ParsedRecord } from '../input/parse-entry.ts'
import { isSameRecord } from '../journal/record-summary.ts'
import type { RunRecord } from '../journal/run-records.ts'
import type { KeyMatch, RemoteIndex } from './remote-index.ts'

export type Row = Pick<ParsedRecord, 'kind' | 'n' | 'values'> & Partial<ParsedRecord>

/** By the keys of the row, or by what earlier runs of the same input wrote from it. */
type Way = 'keys' | 'earlier'

/** What earlier runs of an input wrote, according to their journals. */
export interface EarlierRecords {
  /** A later way never finds a record that an earlier one gives to another row. */
  readonly ways: readonly Way[]
  /** The events that they wrote from rows of this input: read with the others, on whatever day they are now. */
  readonly event_ids: readonly number[]
  /** What they wrote from the row, whose first key is given. */
  of(row: Row, key: string): RunRecord | undefined
  /** Whether they wrote the record from another row. */
  isOfOther(row: Row, id: number): boolean
}

export interface MatchSources {
  readonly remote: Pick<RemoteIndex, 'find' | 'isOfOtherRow'>
  readonly earlier?: Omit<EarlierRecords, 'event_ids'> | undefined
}

interface Finder {
  /** Those of the records that no way before gives to another row. */
  find(row: Row, keys: readonly string[], isFree: (record: JsonObject) => boolean): Promise<KeyMatch>
  isOfOther(row: Row, record: JsonObject): boolean
}

const finders: Readonly<Record<Way, (sources: MatchSources) => Finder>> = {
  keys: ({ remote }) => ({
    find: ({ kind }, keys, isFree) => remote.find(kind, keys, isFree),
    isOfOther: (row, record) => remote.isOfOtherRow(row, record),
  }),
  earlier: ({ remote, earlier }) => ({
    find: async (row, [key = ''], isFree) => {
      const written = earlier?.of(row, key)
      const [record] = written ? (await remote.find(row.kind, [`id:${written.id}`])).existing : []
      const isIt = written && record && isSameRecord(row.kind, written.written, record) && isFree(record)
      return { key, existing: isIt ? [record] : [] }
    },
    isOfOther: (row, { id }) => earlier?.isOfOther(row, Number(id)) === true,
  }),
}

const only_keys: readonly Way[] = ['keys']

/** The existing records that a row means, by the first way that finds any. `keys` are those of the row, best first. */
export async function existingOf(row: Row, keys: readonly string[], sources: MatchSources): Promise<KeyMatch> {
  const before: Finder[] = []
  for (const way of sources.earlier?.ways ?? only_keys) {
    const finder = finders[way](sources)
    const isFree = (record: JsonObject) => !before.some((one) => one.isOfOther(row, record))
    const match = await finder.find(row, keys, isFree)
    if (match.existing.length > 0) return match
    before.push(finder)
  }
  return { key: keys[0] ?? '', existing: [] }
}

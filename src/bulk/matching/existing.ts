// Which existing record a row means: the one order of ways to find it, for imports, calendar files and copies.
import type { JsonObject } from '../../base/json.ts'
import type { ParsedRecord } from '../input/parse-entry.ts'
import { isSameRecord } from '../journal/record-summary.ts'
import type { RunRecord } from '../journal/run-records.ts'
import type { KeyMatch, RemoteIndex } from './remote-index.ts'

export type Row = Pick<ParsedRecord, 'kind' | 'n' | 'values'> & Partial<ParsedRecord>

/** What earlier runs of an input wrote, according to their journals. */
export interface EarlierRecords {
  /** The way that is tried first: the other one never finds a record that it gives to another row. */
  readonly first: 'keys' | 'earlier'
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

/**
 * The existing records that a row means: by its keys, best first, or by what earlier runs of the same input wrote from
 * it.
 */
export async function existingOf(
  row: Row,
  keys: readonly string[],
  { remote, earlier }: MatchSources,
): Promise<KeyMatch> {
  const { kind } = row
  const [key = ''] = keys
  if (!earlier) return remote.find(kind, keys)
  const written = async (): Promise<JsonObject | undefined> => {
    const own = earlier.of(row, key)
    const [record] = own ? (await remote.find(kind, [`id:${own.id}`])).existing : []
    return own && record && isSameRecord(kind, own.written, record) ? record : undefined
  }
  if (earlier.first === 'earlier') {
    const record = await written()
    if (record) return { key, existing: [record] }
    return remote.find(kind, keys, ({ id }) => !earlier.isOfOther(row, Number(id)))
  }
  const match = await remote.find(kind, keys)
  const record = match.existing.length === 0 ? await written() : undefined
  return record && !remote.isOfOtherRow(row, record) ? { key, existing: [record] } : match
}

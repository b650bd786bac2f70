// Lists of venues and organizers as SQL.
import type { FoundRecords, PlaceSelection, Search, ListSlice } from '../../../domain/lists/selection.ts'
import type { PlaceKind } from '../../../domain/records.ts'
import { condition, hasRow, idsUpTo, listed } from './conditions.ts'
import { shiftedKey, zones_days } from '../../derived.ts'
import type { Connection, SqlValue } from '../sqlite.ts'
import { postsWithTrigrams } from '../trigrams.ts'
import { folded, matchOf, trigramsOf } from '../../search-text.ts'

/** A condition and the values of its parameters. */
type Part = readonly [sql: string, ...values: SqlValue[]]

/** Selects venues or organizers, ordered by publication date and id, both descending. Source: Q23. */
export function selectPlaces(
  connection: Connection,
  kind: PlaceKind,
  selection: PlaceSelection,
  { offset, limit }: ListSlice,
): FoundRecords {
  const parts = conditionsOf(connection, kind, selection)
  const where = parts.map(([sql]) => sql).join(' AND ')
  const values = parts.flatMap(([, ...rest]) => rest)
  const total = connection.number(`SELECT count(*) FROM ${kind} AS p WHERE ${where}`, ...values)
  if (total === 0) return { ids: [], total }
  const ids = connection.ids(
    `SELECT id FROM ${kind} AS p WHERE ${where} ORDER BY date DESC, id DESC LIMIT ? OFFSET ?`,
    ...values,
    limit,
    offset,
  )
  return { ids, total }
}

function conditionsOf(
  connection: Connection,
  kind: PlaceKind,
  { statuses, private_of, search, event, has_events, upcoming }: PlaceSelection,
): readonly Part[] {
  const parts: Part[] = [[`status IN (${statuses.map(() => '?').join(', ')})`, ...statuses]]
  if (private_of !== undefined) parts.push(["(status <> 'private' OR author = ?)", private_of])
  if (search) parts.push(...searchParts(connection, kind, search))
  if (event !== undefined)
    parts.push([`id IN (SELECT value FROM json_each((SELECT ${kind} FROM event WHERE id = ?)))`, event])
  if (has_events) {
    const linked = hasRow(
      'SELECT 1 FROM event_place WHERE target = p.id AND listing_bucket IN (SELECT value FROM json_each(?))',
    )
    parts.push([has_events.linked ? linked : `NOT ${linked}`, listingBucketsOf(has_events.statuses)])
  }
  if (upcoming) {
    parts.push([
      hasRow(`SELECT 1 FROM event_place AS l JOIN event AS e ON e.id = l.event
        WHERE l.target = p.id AND l.listing_bucket IN (SELECT value FROM json_each(?)) AND l.list_start >= ?
          AND e.utc_start_date >= ?`),
      listingBucketsOf(upcoming.statuses),
      shiftedKey(upcoming.from_utc, -zones_days),
      upcoming.from_utc,
    ])
  }
  return parts
}

/** The listing buckets of these statuses, including hidden events. */
function listingBucketsOf(statuses: readonly string[]): string {
  return JSON.stringify(statuses.flatMap((status) => [status, `${status}~`]))
}

/**
 * If more posts (events included) contain the words, each place is tested instead: with a million events the index took
 * 390 ms for `hall`.
 */
const candidates_max = 2_000

function searchParts(connection: Connection, kind: PlaceKind, { words, without }: Search): readonly Part[] {
  const trigrams = words.flatMap((word) => trigramsOf(word) ?? [])
  const [candidates] =
    (trigrams.length > 0 &&
      idsUpTo(connection, condition(postsWithTrigrams(kind), matchOf(trigrams)), candidates_max)) ||
    []
  return [
    ['in_one_field(p.words, ?, ?)', JSON.stringify(words.map(folded)), JSON.stringify(without.map(folded))],
    ...(candidates ? [['id IN (SELECT value FROM json_each(?))', listed(candidates)] as const] : []),
  ]
}

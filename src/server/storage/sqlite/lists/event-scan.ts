// Reads and counts events in list order without sorting: by scanning an index of listing buckets, or the links of some
// targets.
import type { ListSlice } from '../../../domain/lists/selection.ts'
import { allOf, type Condition, condition } from './conditions.ts'
import type { EventBound, StartRange } from '../../event-bounds.ts'
import { type Alias, type LinkFilter, linkTable, type IndexCondition, windowOf, within } from './event-conditions.ts'
import type { Connection } from '../sqlite.ts'

/** The index that a scan reads, and the conditions it tests. */
export interface ScanPath {
  readonly listing_buckets: readonly string[]
  readonly bounds: readonly EventBound[]
  readonly range: StartRange
  /** The index that the statement names: without statistics SQLite uses an index by end, and sorts. */
  readonly index: 'event_by_start' | 'event_featured'
  /** Conditions that are tested on each entry without reading the event. */
  readonly index_conditions: readonly IndexCondition[]
  /** Conditions that are tested on each event, which has to be read. */
  readonly row_conditions: readonly Condition[]
  /** Scans the links of these targets instead of all events of the listing buckets. */
  readonly links?: LinkFilter
}

/** The list position of the last event of a page; the next page starts after it. */
export interface Position {
  readonly list_start: number
  readonly list_date: number
  readonly id: number
}

/**
 * One branch of a compound SELECT for each listing bucket and target: SQLite merges this many sorted branches without
 * reading them to the end.
 */
const branches_max = 24

/** Whether the path has few enough branches. */
export function canScan({ listing_buckets, links }: ScanPath): boolean {
  return listing_buckets.length * (links?.targets.length ?? 1) <= branches_max
}

/** The events of a page. The offset counts from the position `after`, if given. */
export function scanPage(
  connection: Connection,
  path: ScanPath,
  { offset, limit }: ListSlice,
  after?: Position,
): readonly Position[] {
  const branches = path.listing_buckets.flatMap((listing_bucket) =>
    path.links
      ? path.links.targets.map((target) => linkBranch(path, listing_bucket, target, after))
      : [bucketBranch(path, listing_bucket, after)],
  )
  if (branches.length === 0) return []
  const join = path.links && path.links.targets.length > 1 ? ' UNION ' : ' UNION ALL '
  const rows = connection.tuples(
    `${branches.map(({ sql }) => sql).join(join)} ORDER BY list_start, list_date, id LIMIT ? OFFSET ?`,
    ...branches.flatMap(({ values }) => values),
    limit,
    offset,
  )
  return rows.map(([id, list_start, list_date]) => ({
    list_start: Number(list_start),
    list_date: Number(list_date),
    id: Number(id),
  }))
}

/** The number of events on the path. */
export function countEvents(
  connection: Connection,
  { listing_buckets, bounds, range, index, index_conditions, row_conditions, links }: ScanPath,
): number {
  if (!links)
    return sum(
      listing_buckets.map((listing_bucket) =>
        counted(connection, `event AS e INDEXED BY ${index}`, [
          condition('e.listing_bucket = ?', listing_bucket),
          within(range, 'e'),
          ...windowOf(bounds, 'e'),
          ...conditionsOn(index_conditions, 'e'),
          ...row_conditions,
        ]),
      ),
    )
  const table = linkTable(links.column)
  const from = row_conditions.length > 0 ? `${table} AS l CROSS JOIN event AS e ON e.id = l.event` : `${table} AS l`
  const conditions = [
    condition('l.target IN (SELECT value FROM json_each(?))', JSON.stringify(links.targets)),
    condition('l.listing_bucket IN (SELECT value FROM json_each(?))', JSON.stringify(listing_buckets)),
    within(range, 'l'),
    ...windowOf(bounds, 'l'),
    ...conditionsOn(index_conditions, 'l'),
    ...row_conditions,
  ]
  return counted(connection, from, conditions, links.targets.length > 1 ? 'DISTINCT l.event' : '*')
}

function bucketBranch(
  { bounds, range, index, index_conditions, row_conditions }: ScanPath,
  listing_bucket: string,
  after: Position | undefined,
): Condition {
  const { sql, values } = allOf([
    condition('e.listing_bucket = ?', listing_bucket),
    ...rangeAfter(range, after, { alias: 'e', id: 'id' }),
    ...windowOf(bounds, 'e'),
    ...conditionsOn(index_conditions, 'e'),
    ...row_conditions,
  ])
  return condition(
    `SELECT e.id AS id, e.list_start AS list_start, e.list_date AS list_date FROM event AS e INDEXED BY ${index} WHERE ${sql}`,
    ...values,
  )
}

function linkBranch(
  { bounds, range, index_conditions, row_conditions, links }: ScanPath,
  listing_bucket: string,
  target: number,
  after: Position | undefined,
): Condition {
  const table = linkTable(links?.column ?? 'venue')
  const from = row_conditions.length > 0 ? `${table} AS l CROSS JOIN event AS e ON e.id = l.event` : `${table} AS l`
  const { sql, values } = allOf([
    condition('l.target = ?', target),
    condition('l.listing_bucket = ?', listing_bucket),
    ...rangeAfter(range, after, { alias: 'l', id: 'event' }),
    ...windowOf(bounds, 'l'),
    ...conditionsOn(index_conditions, 'l'),
    ...row_conditions,
  ])
  return condition(
    `SELECT l.event AS id, l.list_start AS list_start, l.list_date AS list_date FROM ${from} WHERE ${sql}`,
    ...values,
  )
}

function conditionsOn(index_conditions: readonly IndexCondition[], alias: Alias): readonly Condition[] {
  return index_conditions.map((conditionOn) => conditionOn(alias))
}

/**
 * The range after a position. The range itself starts there, too, because SQLite seeks by `BETWEEN`, not by the row
 * comparison, and would otherwise read everything before it.
 */
function rangeAfter(
  range: StartRange,
  after: Position | undefined,
  { alias, id }: { readonly alias: Alias; readonly id: string },
): readonly Condition[] {
  if (!after) return [within(range, alias)]
  const { list_start, list_date } = after
  const first = Math.max(range.first, list_start)
  return [
    within({ ...range, first }, alias),
    condition(`(${alias}.list_start, ${alias}.list_date, ${alias}.${id}) > (?, ?, ?)`, list_start, list_date, after.id),
  ]
}

function counted(connection: Connection, from: string, conditions: readonly Condition[], what = '*'): number {
  const { sql, values } = allOf(conditions)
  return connection.number(`SELECT count(${what}) FROM ${from} WHERE ${sql}`, ...values)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

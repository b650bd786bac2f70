// Walks through events in the order of lists without sorting any: along the listing_buckets, or along the links of some
// targets.
import type { ListSlice } from '../../../domain/lists/selection.ts'
import { allOf, type Condition, condition } from './conditions.ts'
import {
  type Alias,
  type ConditionBound,
  type LinkFilter,
  linkTable,
  type Probe,
  type Stretch,
  windowOf,
  within,
} from './event-conditions.ts'
import type { Connection } from '../sqlite.ts'

/** What a walk goes along. */
export interface Path {
  readonly listing_buckets: readonly string[]
  readonly bounds: readonly ConditionBound[]
  readonly stretch: Stretch
  /** Named, because SQLite without statistics prefers an index that cuts by the end, and sorts what is left. */
  readonly index: 'event_by_start' | 'event_featured'
  /** Asked of each event on the way, without reading it. */
  readonly probes: readonly Probe[]
  /** Asked of each event on the way. */
  readonly traits: readonly Condition[]
  /** Along the links of these, instead of all events of the listing_buckets. */
  readonly links?: LinkFilter
}

/** Where a page ends: the next begins behind it. */
export interface Position {
  readonly list_start: number
  readonly list_date: number
  readonly id: number
}

/** One arm for each listing_bucket and target: SQLite merges that many sorted arms without reading them to the end. */
const arms_max = 24

export function isWalkable({ listing_buckets, links }: Path): boolean {
  return listing_buckets.length * (links?.targets.length ?? 1) <= arms_max
}

/** The events of a page, behind a position where one is given. */
export function walk(
  connection: Connection,
  path: Path,
  { offset, limit }: ListSlice,
  after?: Position,
): readonly Position[] {
  const arms = path.listing_buckets.flatMap((listing_bucket) =>
    path.links
      ? path.links.targets.map((target) => linkArm(path, listing_bucket, target, after))
      : [bucketArm(path, listing_bucket, after)],
  )
  if (arms.length === 0) return []
  const join = path.links && path.links.targets.length > 1 ? ' UNION ' : ' UNION ALL '
  const rows = connection.rows(
    `${arms.map(({ sql }) => sql).join(join)} ORDER BY list_start, list_date, id LIMIT ? OFFSET ?`,
    ...arms.flatMap(({ values }) => values),
    limit,
    offset,
  )
  return rows.map(({ list_start, list_date, id }) => ({
    list_start: Number(list_start),
    list_date: Number(list_date),
    id: Number(id),
  }))
}

/** How many events lie along the whole path. */
export function length(
  connection: Connection,
  { listing_buckets, bounds, stretch, index, probes, traits, links }: Path,
): number {
  if (!links)
    return sum(
      listing_buckets.map((listing_bucket) =>
        counted(connection, `event AS e INDEXED BY ${index}`, [
          condition('e.listing_bucket = ?', listing_bucket),
          within(stretch, 'e'),
          ...windowOf(bounds, 'e'),
          ...asked(probes, 'e'),
          ...traits,
        ]),
      ),
    )
  const table = linkTable(links.column)
  const from = traits.length > 0 ? `${table} AS l CROSS JOIN event AS e ON e.id = l.event` : `${table} AS l`
  const conditions = [
    condition('l.target IN (SELECT value FROM json_each(?))', JSON.stringify(links.targets)),
    condition('l.listing_bucket IN (SELECT value FROM json_each(?))', JSON.stringify(listing_buckets)),
    within(stretch, 'l'),
    ...windowOf(bounds, 'l'),
    ...asked(probes, 'l'),
    ...traits,
  ]
  return counted(connection, from, conditions, links.targets.length > 1 ? 'DISTINCT l.event' : '*')
}

function bucketArm(
  { bounds, stretch, index, probes, traits }: Path,
  listing_bucket: string,
  after: Position | undefined,
): Condition {
  const { sql, values } = allOf([
    condition('e.listing_bucket = ?', listing_bucket),
    ...remaining(stretch, after, { alias: 'e', id: 'id' }),
    ...windowOf(bounds, 'e'),
    ...asked(probes, 'e'),
    ...traits,
  ])
  return condition(
    `SELECT e.id AS id, e.list_start AS list_start, e.list_date AS list_date FROM event AS e INDEXED BY ${index} WHERE ${sql}`,
    ...values,
  )
}

function linkArm(
  { bounds, stretch, probes, traits, links }: Path,
  listing_bucket: string,
  target: number,
  after: Position | undefined,
): Condition {
  const table = linkTable(links?.column ?? 'venue')
  const from = traits.length > 0 ? `${table} AS l CROSS JOIN event AS e ON e.id = l.event` : `${table} AS l`
  const { sql, values } = allOf([
    condition('l.target = ?', target),
    condition('l.listing_bucket = ?', listing_bucket),
    ...remaining(stretch, after, { alias: 'l', id: 'event' }),
    ...windowOf(bounds, 'l'),
    ...asked(probes, 'l'),
    ...traits,
  ])
  return condition(
    `SELECT l.event AS id, l.list_start AS list_start, l.list_date AS list_date FROM ${from} WHERE ${sql}`,
    ...values,
  )
}

function asked(probes: readonly Probe[], alias: Alias): readonly Condition[] {
  return probes.map((probe) => probe(alias))
}

/**
 * The stretch begins anew where the page before ended: SQLite enters the index by `BETWEEN`, not by the comparison of
 * rows, and would read all that lies before.
 */
function remaining(
  stretch: Stretch,
  after: Position | undefined,
  { alias, id }: { readonly alias: Alias; readonly id: string },
): readonly Condition[] {
  if (!after) return [within(stretch, alias)]
  const { list_start, list_date } = after
  const first = Math.max(stretch.first, list_start)
  return [
    within({ ...stretch, first }, alias),
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

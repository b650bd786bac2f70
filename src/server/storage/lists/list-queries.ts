// The SQL of a page of a list and of the number of all its records; the lists of venues and organizers, and venues near
// a point.
import { foldForSearch } from '../../../base/text/slug.ts'
import type { EventSelection, FoundRecords, ListSlice, PlaceSelection } from '../../domain/lists/selection.ts'
import type { LinkedKind } from '../../domain/records.ts'
import { listingBucketOf, shiftedKey, zones_days } from '../derived.ts'
import { idsOf } from '../columns.ts'
import { allOf, type Database, type Dialect, possibleId, sequence, type Sql, sql } from '../sql.ts'

export interface ListQuery {
  /** `FROM … WHERE …` */
  readonly source: Sql
  /** The column of the id. */
  readonly id: string
  readonly order: Sql
  /** The number of all records, as an expression; counted by default. */
  readonly total?: Sql
}

/** The page and the total are read in one statement. */
export async function selectPage(
  database: Database,
  { source, id, order, total: counted = sequence('(SELECT count(*)', source, ')') }: ListQuery,
  { offset, limit }: ListSlice,
): Promise<FoundRecords> {
  const page = sequence(`SELECT ${id} AS value`, source, 'ORDER BY', order, sql('LIMIT ? OFFSET ?', limit, offset))
  const [[total, ids] = []] = await database.tuples(sequence('SELECT', counted, ',', database.dialect.listOf(page)))
  return { total: Number(total), ids: idsOf(ids ?? null) }
}

export function listingBucketsOf({ statuses, hidden }: Pick<EventSelection, 'statuses' | 'hidden'>): readonly string[] {
  return statuses.flatMap((status) => (hidden ? [status, listingBucketOf(status, true)] : [status]))
}

/** One bucket is compared by itself, so that its index also sorts. */
export function isInBucket(dialect: Dialect, alias: string, listing_buckets: readonly string[]): Sql {
  const [only] = listing_buckets
  return listing_buckets.length === 1 && only !== undefined
    ? sql(`${alias}.listing_bucket = ?`, only)
    : dialect.isOneOf(`${alias}.listing_bucket`, listing_buckets)
}

/** Selects venues or organizers, ordered by publication date and id, both descending. Source: Q23. */
export function selectPlaces(
  database: Database,
  kind: LinkedKind,
  selection: PlaceSelection,
  slice: ListSlice,
): Promise<FoundRecords> {
  const source = sequence(`FROM ${kind} AS p WHERE`, allOf(conditionsOf(database.dialect, kind, selection)))
  return selectPage(database, { source, id: 'p.id', order: sql('p.date DESC, p.id DESC') }, slice)
}

function conditionsOf(
  dialect: Dialect,
  kind: LinkedKind,
  { statuses, private_of, search, event, has_events, upcoming }: PlaceSelection,
): readonly Sql[] {
  const found: Sql[] = [dialect.isOneOf('p.status', statuses)]
  if (private_of !== undefined) found.push(sql("(p.status <> 'private' OR p.author = ?)", private_of))
  if (search) {
    const [words, without] = [search.words.map(foldForSearch), search.without.map(foldForSearch)]
    found.push(...words.map((word) => dialect.contains('p.words', word)))
    if (words.length > 1) found.push(dialect.hasInOneField('p.words', words))
    found.push(...without.map((word) => sequence('NOT', dialect.contains('p.words', word))))
  }
  if (event !== undefined)
    found.push(
      sql(`p.id IN (SELECT i.value FROM event AS e, ${dialect.idsIn(`e.${kind}`)} WHERE e.id = ?)`, possibleId(event)),
    )
  const linked = (statuses: readonly string[], ...more: readonly Sql[]) =>
    dialect.exists(
      sequence(
        'SELECT 1 FROM event_place AS l JOIN event AS e ON e.id = l.event WHERE l.target = p.id AND',
        allOf([isInBucket(dialect, 'l', listingBucketsOf({ statuses, hidden: true })), ...more]),
      ),
    )
  if (has_events)
    found.push(has_events.linked ? linked(has_events.statuses) : sequence('NOT', linked(has_events.statuses)))
  if (upcoming)
    found.push(
      linked(
        upcoming.statuses,
        sql('l.list_start >= ?', shiftedKey(upcoming.from_utc, -zones_days)),
        sql('e.utc_start_date >= ?', upcoming.from_utc),
      ),
    )
  return found
}

/** A degree of latitude is at least this long. */
const degree_km = 110

/** The ids of the venues around a point. */
export async function venuesNear(
  database: Database,
  { lat, lng, km }: NonNullable<EventSelection['near']>,
): Promise<readonly number[]> {
  const located = await database.tuples(
    sql(
      'SELECT id, geo_lat, geo_lng FROM venue WHERE geo_lat BETWEEN ? AND ? AND geo_lng IS NOT NULL',
      lat - km / degree_km,
      lat + km / degree_km,
    ),
  )
  return located
    .map((row) => row.map(Number))
    .flatMap(([id = 0, at = 0, along = 0]) => (kmBetween(at, along, lat, lng) <= km ? [id] : []))
}

const earth_km = 6_371

/** The great-circle distance between two points, in kilometres. */
function kmBetween(lat: number, lng: number, to_lat: number, to_lng: number): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const half = (difference: number) => Math.sin(radians(difference) / 2) ** 2
  const haversine = half(to_lat - lat) + Math.cos(radians(lat)) * Math.cos(radians(to_lat)) * half(to_lng - lng)
  return 2 * earth_km * Math.asin(Math.min(1, Math.sqrt(haversine)))
}

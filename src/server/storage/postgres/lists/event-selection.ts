// Lists of events in PostgreSQL: one statement for the total, and one for the page.
import type { EventSelection, FoundRecords, ListSlice, SelectionClock } from '../../../domain/lists/selection.ts'
import { keyOf, listingBucketOf, shiftedKey, zones_days } from '../../derived.ts'
import { kmBetween } from '../../distance.ts'
import { folded } from '../../search-text.ts'
import type { PostgresConnection } from '../connection.ts'
import { containing, everyOf, numbered, part, possibleIds, type QueryPart } from '../query.ts'

/** Lists compare windows with the clock of the calendar by columns of numbers, and with the other by the dates. */
export async function selectPostgresEvents(
  connection: PostgresConnection,
  clock: SelectionClock,
  selection: EventSelection,
  { offset, limit }: ListSlice,
): Promise<FoundRecords> {
  const near = selection.near && part('e.venue && ?', await venuesNear(connection, selection.near))
  const { sql, values } = everyOf([
    ...bucketsOf(selection),
    ...windowOf(selection, clock),
    ...linksOf(selection),
    ...(near ? [near] : []),
    ...fieldsOf(selection),
    ...searchOf(selection),
  ])
  const total = Number(await connection.value(numbered(`SELECT count(*) FROM event AS e WHERE ${sql}`), ...values))
  if (offset >= total || limit === 0) return { ids: [], total }
  const page = `SELECT e.id FROM event AS e WHERE ${sql}
    ORDER BY e.list_start, e.list_date, e.id LIMIT ? OFFSET ?`
  return { ids: await connection.ids(numbered(page), ...values, limit, offset), total }
}

/** One bucket is compared by itself, so that its index also sorts. */
function bucketsOf({ statuses, hidden }: EventSelection): readonly QueryPart[] {
  const buckets = statuses.flatMap((status) => (hidden ? [status, listingBucketOf(status, true)] : [status]))
  const [only] = buckets
  return [
    buckets.length === 1 && only !== undefined
      ? part('e.listing_bucket = ?', only)
      : part('e.listing_bucket = ANY(?)', buckets),
  ]
}

const bounds = [
  ['start_from', 'from', '>='],
  ['start_before', 'from', '<'],
  ['start_after', 'from', '>'],
  ['end_until', 'end', '<='],
  ['end_before', 'end', '<'],
  ['end_after', 'end', '>'],
] as const

function windowOf(selection: EventSelection, clock: SelectionClock): readonly QueryPart[] {
  return bounds.flatMap(([name, side, sign]) => {
    const wall = selection[name]
    if (wall === undefined) return []
    if (selection.clock !== clock) {
      const column = `${selection.clock === 'utc' ? 'utc_' : ''}${side === 'from' ? 'start' : 'end'}_date`
      return [part(`e.${column} ${sign} ?`, wall)]
    }
    const bound = part(`e.list_${side} ${sign} ?`, keyOf(wall))
    return side === 'from' ? [bound, startRange(wall, sign, clock)] : [bound]
  })
}

/** The same bound on the column that lists sort by, which the index has: a little wider where the clocks differ. */
function startRange(wall: string, sign: '>=' | '<' | '>', clock: SelectionClock): QueryPart {
  const days = clock === 'local' ? 0 : zones_days
  return sign === '<'
    ? part('e.list_start <= ?', shiftedKey(wall, days))
    : part('e.list_start >= ?', shiftedKey(wall, -days))
}

function linksOf(selection: EventSelection): readonly QueryPart[] {
  return (['venue', 'organizer', 'tags', 'categories'] as const).flatMap((column) => {
    const targets = selection[column]
    return targets ? [part(`e.${column} && ?`, possibleIds(targets))] : []
  })
}

function fieldsOf({ private_of, featured, include, post_parent, geoloc }: EventSelection): readonly QueryPart[] {
  const found: QueryPart[] = []
  if (private_of !== undefined) found.push(part("(e.status <> 'private' OR e.author = ?)", private_of))
  if (featured !== undefined) found.push(part(featured ? 'e.featured' : 'NOT e.featured'))
  if (include) found.push(part('e.id = ANY(?)', possibleIds(include)))
  if (post_parent !== undefined)
    found.push(
      post_parent === 0 ? part('e.post_parent = 0') : part('e.post_parent = ? AND e.post_parent <> 0', post_parent),
    )
  if (geoloc !== undefined) found.push(part(`${geoloc ? '' : 'NOT '}${located}`))
  return found
}

const located =
  'EXISTS (SELECT FROM venue AS v WHERE v.id = ANY(e.venue) AND v.geo_lat IS NOT NULL AND v.geo_lng IS NOT NULL)'

/** Every word somewhere in the fields, no unwanted one anywhere. */
function searchOf({ search, search_protected }: EventSelection): readonly QueryPart[] {
  if (!search) return []
  return [
    ...(search_protected ? [] : [part("e.password = ''")]),
    ...search.words.map((word) => part('e.words LIKE ?', containing(folded(word)))),
    ...search.without.map((word) => part('e.words NOT LIKE ?', containing(folded(word)))),
  ]
}

/** A degree of latitude is at least this long. */
const degree_km = 110

async function venuesNear(
  connection: PostgresConnection,
  { lat, lng, km }: NonNullable<EventSelection['near']>,
): Promise<readonly number[]> {
  const rows = await connection.tuples(
    'SELECT id, geo_lat, geo_lng FROM venue WHERE geo_lat BETWEEN $1 AND $2 AND geo_lng IS NOT NULL',
    lat - km / degree_km,
    lat + km / degree_km,
  )
  return rows
    .map((row) => row.map(Number))
    .flatMap(([id = 0, at = 0, along = 0]) => (kmBetween(at, along, lat, lng) <= km ? [id] : []))
}

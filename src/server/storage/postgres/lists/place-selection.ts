// Lists of venues and organizers in PostgreSQL.
import type { FoundRecords, ListSlice, PlaceSelection, Search } from '../../../domain/lists/selection.ts'
import type { PlaceKind } from '../../../domain/records.ts'
import { folded } from '../../search-text.ts'
import type { PostgresConnection } from '../connection.ts'
import { containing, everyOf, links, pageOf, part, possibleId, type QueryPart } from '../query.ts'

/** Newest publication first, then the highest id. Source: Q23. */
export async function selectPostgresPlaces(
  connection: PostgresConnection,
  kind: PlaceKind,
  selection: PlaceSelection,
  slice: ListSlice,
): Promise<FoundRecords> {
  const { sql, values } = everyOf(conditionsOf(kind, selection))
  const source = part(`FROM ${kind} AS p WHERE ${sql}`, ...values)
  return pageOf(connection, { source, id: 'p.id', order: part('p.date DESC, p.id DESC') }, slice)
}

function conditionsOf(
  kind: PlaceKind,
  { statuses, private_of, search, event, has_events, upcoming }: PlaceSelection,
): readonly QueryPart[] {
  const parts = [statusIn('p', statuses)]
  if (private_of !== undefined) parts.push(part("(p.status <> 'private' OR p.author = ?)", private_of))
  if (search) parts.push(...searchParts(search))
  if (event !== undefined)
    parts.push(part(`p.id IN (SELECT unnest(${kind}) FROM event WHERE id = ?)`, possibleId(event)))
  if (has_events) {
    const status = statusIn('e', has_events.statuses)
    const sign = has_events.linked ? 'EXISTS' : 'NOT EXISTS'
    parts.push(part(`${sign} (SELECT FROM event AS e WHERE ${linking(kind)} AND ${status.sql})`, ...status.values))
  }
  if (upcoming) {
    const status = statusIn('e', upcoming.statuses)
    const later = `SELECT FROM event AS e WHERE ${linking(kind)} AND ${status.sql} AND e.utc_start_date >= ?`
    parts.push(part(`EXISTS (${later})`, ...status.values, upcoming.from_utc))
  }
  return parts
}

function linking(kind: PlaceKind): string {
  return links(kind, '@> ARRAY[p.id]')
}

/** One status is compared by itself, so that its index also sorts. */
function statusIn(alias: 'e' | 'p', statuses: readonly string[]): QueryPart {
  const [only] = statuses
  return statuses.length === 1 && only !== undefined
    ? part(`${alias}.status = ?`, only)
    : part(`${alias}.status = ANY(?)`, statuses)
}

/**
 * Every word in one field, and no unwanted word in any. The first conditions find the places by the trigram index.
 */
function searchParts({ words, without }: Search): readonly QueryPart[] {
  const wanted = words.map(folded).filter((word) => word !== '')
  const inOneField = part(
    `EXISTS (SELECT FROM unnest(string_to_array(p.words, E'\\x1f')) AS f (field)
      WHERE NOT EXISTS (SELECT FROM unnest(?::text[]) AS w (word) WHERE strpos(f.field, w.word) = 0))`,
    wanted,
  )
  return [
    ...wanted.map((word) => part('p.words LIKE ?', containing(word))),
    ...(wanted.length > 1 ? [inOneField] : []),
    ...without.map((word) => part('p.words NOT LIKE ?', containing(folded(word)))),
  ]
}

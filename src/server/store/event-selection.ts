// Lists of events as SQL.
import type { Clock, EventSelection, Found, Slice } from '../domain/selection.ts'
import { keyOf, shelfOf } from './derived.ts'
import type { Connection, Value } from './sqlite.ts'
import { folded } from './words.ts'

type Part = readonly [sql: string, ...values: Value[]]

export function selectEvents(connection: Connection, clock: Clock, selection: EventSelection, { offset, limit }: Slice): Found {
  const parts = [...boundsOf(selection, clock), ...filtersOf(selection)]
  const where = parts.map(([sql]) => sql).join(' AND ')
  const values = parts.flatMap(([, ...rest]) => rest)
  const total = connection.number(`SELECT count(*) FROM event AS e WHERE ${where}`, ...values)
  if (total === 0) return { ids: [], total }
  const rows = connection.rows(`SELECT id FROM event AS e WHERE ${where} ORDER BY ${orderOf(selection, clock)} LIMIT ? OFFSET ?`, ...values, limit, offset)
  return { ids: rows.map(({ id }) => Number(id)), total }
}

const bounds = [
  ['start_from', 'start', '>='], ['start_before', 'start', '<'], ['start_after', 'start', '>'],
  ['end_until', 'end', '<='], ['end_before', 'end', '<'], ['end_after', 'end', '>'],
] as const

/** The clock that the file's lists run by is indexed; the other is compared as text. */
function boundsOf(selection: EventSelection, clock: Clock): readonly Part[] {
  const prefix = selection.clock === 'utc' ? 'utc_' : ''
  return bounds.flatMap(([name, side, sign]): Part[] => {
    const wall = selection[name]
    if (wall === undefined) return []
    return [selection.clock === clock ? [`e.list_${side} ${sign} ?`, keyOf(wall)] : [`e.${prefix}${side}_date ${sign} ?`, wall]]
  })
}

function orderOf({ order, clock: wanted }: EventSelection, clock: Clock): string {
  if (order === 'date') return 'e.date DESC, e.id DESC'
  if (wanted === clock) return 'e.list_start, e.list_date, e.id'
  return wanted === 'utc' ? 'e.utc_start_date, e.date, e.id' : 'e.start_date, e.date, e.id'
}

function filtersOf(selection: EventSelection): readonly Part[] {
  const { statuses, hidden, featured, include, post_parent, categories, tags, venue, organizer } = selection
  const shelves = statuses.flatMap((status) => (hidden ? [status, shelfOf(status, true)] : [status]))
  const parts: Part[] = [[`e.shelf IN (${shelves.map(() => '?').join(', ')})`, ...shelves]]
  if (featured !== undefined) parts.push([featured ? 'e.featured = 1' : 'e.featured <> 1'])
  if (include) parts.push(['e.id IN (SELECT value FROM json_each(?))', JSON.stringify(include)])
  if (post_parent !== undefined) parts.push([post_parent === 0 ? 'e.post_parent = ?' : 'e.post_parent = ? AND e.post_parent <> 0', post_parent])
  for (const targets of [categories, tags]) if (targets) parts.push(linkedTo('event_term', targets))
  for (const targets of [venue, organizer]) if (targets) parts.push(linkedTo('event_place', targets))
  return [...parts, ...searchParts(selection), ...placeParts(selection)]
}

function linkedTo(table: 'event_term' | 'event_place', targets: readonly number[]): Part {
  return [
    `EXISTS (SELECT 1 FROM ${table} AS l WHERE l.target IN (SELECT value FROM json_each(?))
      AND l.shelf = e.shelf AND l.list_start = e.list_start AND l.list_date = e.list_date AND l.event = e.id)`, JSON.stringify(targets),
  ]
}

function searchParts({ search, search_protected }: EventSelection): readonly Part[] {
  if (!search) return []
  const held = (sign: string) => (word: string): Part => [`instr((SELECT words FROM post_words AS w WHERE w.id = e.id), ?) ${sign}`, folded(word)]
  const parts: Part[] = [...search.words.map(held('> 0')), ...search.without.map(held('= 0'))]
  return search_protected ? parts : [...parts, ["e.password = ''"]]
}

function placeParts({ geoloc, near }: EventSelection): readonly Part[] {
  const parts: Part[] = []
  const located = 'EXISTS (SELECT 1 FROM json_each(e.venue) AS v JOIN venue ON venue.id = v.value WHERE geo_lat IS NOT NULL AND geo_lng IS NOT NULL)'
  if (geoloc !== undefined) parts.push([geoloc ? located : `NOT ${located}`])
  if (near) {
    parts.push([
      'EXISTS (SELECT 1 FROM json_each(e.venue) AS v JOIN venue ON venue.id = v.value WHERE geo_lat IS NOT NULL AND km_between(geo_lat, geo_lng, ?, ?) <= ?)',
      near.lat, near.lng, near.km,
    ])
  }
  return parts
}

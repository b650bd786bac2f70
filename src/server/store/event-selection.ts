// Lists of events: the shortest way to a page and to its total.
import type { Clock, EventSelection, Found, Slice } from '../domain/selection.ts'
import { allOf, type Condition, condition, listed } from './conditions.ts'
import { candidatesOf } from './event-candidates.ts'
import {
  type Bound, boundsOf, childOf, includedIn, type LinkFilter, linked, linkFiltersOf, otherWindowOf, shelvesOf, stretchOf, traitsOf, windowOf,
} from './event-conditions.ts'
import { isWalkable, length, type Path, type Position, walk } from './event-walk.ts'
import { Memory } from './memory.ts'
import { cut, type ShortList, shortListOf, sliceOf } from './short-list.ts'
import type { Connection } from './sqlite.ts'
import { windowTotal } from './window-total.ts'

/** How many page ends of one list are remembered. */
const ends_max = 64
const orders = { start: 'e.list_start, e.list_date, e.id', date: 'e.list_date DESC, e.id DESC' } as const

/** What is known of a long list: its total, and where some of its pages end. */
interface Known {
  readonly total: number
  readonly ends: Map<number, Position>
}

/** A selection, and what of it can be asked how. */
interface Question {
  readonly selection: EventSelection
  /** On the clock of the site; a window on the other clock is among the conditions instead. */
  readonly bounds: readonly Bound[]
  readonly window: readonly Condition[]
  readonly links: readonly LinkFilter[]
}

/** Answers selections of events over one connection; remembers until the next write. */
export function eventLists(connection: Connection, clock: Clock): (selection: EventSelection, slice: Slice) => Found {
  const short = new Memory<ShortList | 'long'>(connection)
  const long = new Memory<Known>(connection)
  return (selection, slice) => {
    const question = questionOf(connection, selection, clock)
    const shortKey = JSON.stringify(selection.clock === clock ? { ...selection, ...unbounded } : selection)
    const list = short.get(shortKey) ?? remembered(short, shortKey, shortList(connection, question))
    if (list !== 'long') {
      const ids = cut(list, question.bounds)
      return { ids: sliceOf(ids, slice), total: ids.length }
    }
    const path = selection.order === 'start' ? pathOf(connection, question, clock) : undefined
    const key = JSON.stringify(selection)
    const { total, ends } = long.get(key) ?? long.set(key, { total: path ? totalOf(connection, path) : counted(connection, question), ends: new Map() })
    if (slice.offset >= total || slice.limit === 0) return { ids: [], total }
    return { ids: path ? page(connection, { path, ends }, slice) : sorted(connection, question, slice), total }
  }
}

/** Written over a selection, what is left is the same for every window. */
const unbounded = {
  start_from: undefined, start_before: undefined, start_after: undefined, end_until: undefined, end_before: undefined, end_after: undefined,
} as const

function questionOf(connection: Connection, selection: EventSelection, clock: Clock): Question {
  const links = linkFiltersOf(connection, selection)
  return selection.clock === clock
    ? { selection, bounds: boundsOf(selection), window: [], links }
    : { selection, bounds: [], window: otherWindowOf(selection), links }
}

function remembered(memory: Memory<ShortList | 'long'>, key: string, list: ShortList | undefined): ShortList | 'long' {
  return memory.set(key, list ?? 'long', list ? 1 + 3 * list.ids.length : 1)
}

function shortList(connection: Connection, question: Question): ShortList | undefined {
  const candidates = candidatesOf(connection, question)
  if (!candidates) return undefined
  const { sql, values } = allOf(conditionsOf({ ...question, bounds: [] }))
  const from = 'json_each(?) AS candidate CROSS JOIN event AS e ON e.id = candidate.value'
  const rows = connection.rows(`SELECT e.id, e.list_from, e.list_end FROM ${from} WHERE ${sql} ORDER BY ${orders[question.selection.order]}`, listed([...new Set(candidates)]), ...values)
  return shortListOf(rows)
}

/** The way along the list, with every filter that is not the way itself asked on it. */
function pathOf(connection: Connection, { selection, bounds, window, links }: Question, clock: Clock): Path | undefined {
  const [along, ...others] = links
  const shelves = filled(connection, shelvesOf(selection))
  const traits = [...window, ...traitsOf(selection), ...idsOf(selection), ...others.map(({ column, targets }) => linked(column, targets))]
  const path: Path = { shelves, bounds, stretch: stretchOf(connection, { clock, shelves, bounds }), index: selection.featured ? 'event_featured' : 'event_by_start', traits }
  if (!along) return isWalkable(path) ? path : undefined
  const beside: Path = { ...path, links: along }
  return isWalkable(beside) ? beside : { ...path, traits: [...traits, linked(along.column, along.targets)] }
}

/**
 * The shelves on which events lie: administrators may see nine, and most calendars use two of them. Seven arms that find nothing made
 * a walk to a page take 115 µs instead of 35, and its total asked 28 counters more.
 */
function filled(connection: Connection, shelves: readonly string[]): readonly string[] {
  const rows = connection.rows('SELECT value AS shelf FROM json_each(?) WHERE EXISTS (SELECT 1 FROM event_day WHERE shelf = value AND side = 2 AND n > 0)', listed(shelves))
  return rows.map(({ shelf }) => String(shelf))
}

function totalOf(connection: Connection, path: Path): number {
  if (path.links || path.traits.length > 0) return length(connection, path)
  return path.shelves.reduce((sum, shelf) => sum + (windowTotal(connection, shelf, path.bounds) ?? length(connection, { ...path, shelves: [shelf] })), 0)
}

/** Begins at the nearest page end that is known, so that reading a list from end to end costs the same for every page. */
function page(connection: Connection, { path, ends }: { readonly path: Path; readonly ends: Map<number, Position> }, { offset, limit }: Slice): readonly number[] {
  const from = [...ends.keys()].reduce((best, end) => (end <= offset && end > best ? end : best), 0)
  const found = walk(connection, path, { offset: offset - from, limit }, ends.get(from))
  const last = found.at(-1)
  if (last) {
    const oldest = ends.size >= ends_max ? ends.keys().next() : undefined
    if (oldest && !oldest.done) ends.delete(oldest.value)
    ends.set(offset + found.length, last)
  }
  return found.map(({ id }) => id)
}

/** Everything a list asks for, of any event. */
function conditionsOf({ selection, bounds, window, links }: Question): readonly Condition[] {
  const shelves = condition('e.shelf IN (SELECT value FROM json_each(?))', listed(shelvesOf(selection)))
  return [shelves, ...windowOf(bounds, 'e'), ...window, ...idsOf(selection), ...links.map(({ column, targets }) => linked(column, targets)), ...traitsOf(selection)]
}

function idsOf({ include, post_parent }: EventSelection): readonly Condition[] {
  return [...(include ? [includedIn(include)] : []), ...(post_parent === undefined ? [] : [childOf(post_parent)])]
}

function sorted(connection: Connection, question: Question, { offset, limit }: Slice): readonly number[] {
  const { sql, values } = allOf(conditionsOf(question))
  const rows = connection.rows(`SELECT e.id FROM event AS e WHERE ${sql} ORDER BY ${orders[question.selection.order]} LIMIT ? OFFSET ?`, ...values, limit, offset)
  return rows.map(({ id }) => Number(id))
}

function counted(connection: Connection, question: Question): number {
  const { sql, values } = allOf(conditionsOf(question))
  return connection.number(`SELECT count(*) FROM event AS e WHERE ${sql}`, ...values)
}

// Lists of events: the shortest way to a page and to its total.
import type { Clock, EventSelection, Found, Slice } from '../domain/selection.ts'
import { allOf, type Condition, condition } from './conditions.ts'
import { candidates_max, candidatesOf } from './event-candidates.ts'
import {
  boundsOf, childOf, includedIn, type LinkFilter, linked, linkFiltersOf, otherWindowOf, shelvesOf, stretchOf, traitsOf, windowOf,
} from './event-conditions.ts'
import { isWalkable, length, type Path, type Position, walk } from './event-walk.ts'
import { Memory } from './memory.ts'
import type { Connection } from './sqlite.ts'
import { windowTotal } from './window-total.ts'

/** How many page ends of one list are remembered. */
const ends_max = 64
const orders = { start: 'e.list_start, e.list_date, e.id', date: 'e.list_date DESC, e.id DESC' } as const
/** Without an end. */
const all: Slice = { offset: 0, limit: -1 }

/** What is known of a list: its total, and all of it (where it is short) or where some of its pages end. */
interface Known {
  readonly total: number
  readonly ids?: readonly number[]
  readonly ends: Map<number, Position>
}

/** Answers selections of events over one connection; remembers until the next write. */
export function eventLists(connection: Connection, clock: Clock): (selection: EventSelection, slice: Slice) => Found {
  const memory = new Memory<Known>(connection)
  return (selection, slice) => {
    const key = JSON.stringify(selection)
    const remembered = memory.get(key)
    const question = { selection, clock, links: linkFiltersOf(connection, selection) }
    const path = selection.order === 'start' ? pathOf(connection, question) : undefined
    const { total, ids, ends } = remembered ?? memory.set(key, learn(connection, question, path))
    if (ids) return { ids: ids.slice(slice.offset, slice.offset + slice.limit), total }
    if (slice.offset >= total || slice.limit === 0) return { ids: [], total }
    return { ids: path ? page(connection, { path, ends }, slice) : sorted(connection, question, slice), total }
  }
}

interface Question {
  readonly selection: EventSelection
  readonly clock: Clock
  readonly links: readonly LinkFilter[]
}

function learn(connection: Connection, question: Question, path: Path | undefined): Known {
  const ends = new Map<number, Position>()
  const { selection, links } = question
  const candidates = candidatesOf(connection, { selection, links, walked: () => (path ? totalOf(connection, { ...path, traits: [] }) : 0) })
  if (candidates) {
    const ids = sorted(connection, question, all, [condition('e.id IN (SELECT value FROM json_each(?))', JSON.stringify(candidates))])
    return ids.length <= candidates_max || !path ? { total: ids.length, ids, ends } : { total: ids.length, ends }
  }
  return { total: path ? totalOf(connection, path) : counted(connection, question), ends }
}

/** The way along the list, with every filter that is not the way itself asked on it. */
function pathOf(connection: Connection, { selection, clock, links }: Question): Path | undefined {
  const [along, ...others] = links
  const shelves = shelvesOf(selection)
  const bounds = selection.clock === clock ? boundsOf(selection) : []
  const window = selection.clock === clock ? [] : otherWindowOf(selection)
  const traits = [...window, ...traitsOf(selection), ...idsOf(selection), ...others.map(({ column, targets }) => linked(column, targets))]
  const path: Path = { shelves, bounds, stretch: stretchOf(connection, { clock, shelves, bounds }), traits }
  if (!along) return isWalkable(path) ? path : undefined
  const beside: Path = { ...path, links: along }
  return isWalkable(beside) ? beside : { ...path, traits: [...traits, linked(along.column, along.targets)] }
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
function conditionsOf({ selection, clock, links }: Question): readonly Condition[] {
  const shelves = condition('e.shelf IN (SELECT value FROM json_each(?))', JSON.stringify(shelvesOf(selection)))
  const window = selection.clock === clock ? windowOf(boundsOf(selection), 'e') : otherWindowOf(selection)
  return [shelves, ...window, ...idsOf(selection), ...links.map(({ column, targets }) => linked(column, targets)), ...traitsOf(selection)]
}

function idsOf({ include, post_parent }: EventSelection): readonly Condition[] {
  return [...(include ? [includedIn(include)] : []), ...(post_parent === undefined ? [] : [childOf(post_parent)])]
}

function sorted(connection: Connection, question: Question, { offset, limit }: Slice, first: readonly Condition[] = []): readonly number[] {
  const { sql, values } = allOf([...first, ...conditionsOf(question)])
  const rows = connection.rows(`SELECT e.id FROM event AS e WHERE ${sql} ORDER BY ${orders[question.selection.order]} LIMIT ? OFFSET ?`, ...values, limit, offset)
  return rows.map(({ id }) => Number(id))
}

function counted(connection: Connection, question: Question): number {
  const { sql, values } = allOf(conditionsOf(question))
  return connection.number(`SELECT count(*) FROM event AS e WHERE ${sql}`, ...values)
}

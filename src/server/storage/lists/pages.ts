// Lists as pages: of events, venues and organizers. Keeps what lists of events have found until the next write: their
// totals and the last events of their pages; of lists with filters, which no index has in its order, all events, in a
// table in memory.
import { BoundedCache } from '../../../base/bounded-cache.ts'
import { foldForSearch } from '../../../base/text/slug.ts'
import type { EventSelection, FoundRecords, ListSlice, PlaceSelection } from '../../domain/lists/selection.ts'
import type { LinkedKind } from '../../domain/records.ts'
import { idsOf, shiftedKey, zones_days } from '../columns.ts'
import { allOf, type Database, type Dialect, possibleId, sequence, type Sql, sql, valueIn } from '../sql.ts'
import {
  isInBucket,
  isInWindow,
  keyBoundsOf,
  type KeyWindow,
  list_order,
  type ListedCalendar,
  listingBucketsOf,
  listSqlOf,
  type ListQuery,
  type ListSql,
  narrowed,
} from './event-list.ts'

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

/** Tables in memory that belong to one connection for reading. */
export interface ListMemory {
  /** Changes with every write to the calendar. */
  version(): number
  /** Executes a statement that changes only tables in memory. Returns the number of rows that were changed. */
  run(statement: Sql): number
}

type Select = (selection: EventSelection, slice: ListSlice) => Promise<FoundRecords>

/** Selects events; with `memory`, lists are kept until the next write. */
export function eventLists({ memory, ...calendar }: ListedCalendar & { readonly memory?: ListMemory }): Select {
  const { database } = calendar
  if (!memory) return async (selection, slice) => selectPage(database, await listSqlOf(calendar, selection), slice)
  const lists = new KeptLists(calendar, memory)
  return async (selection, slice) => continuedPage(database, await lists.get(selection), slice)
}

interface KeptList {
  readonly list: ListSql
  /** Counted with the first page that is read. */
  total?: number
  /** The last events of pages, by the offset of the next page, so that a list which is read to its end is read once. */
  readonly ends: BoundedCache<number, number>
}

/** The number of page ends of each list. */
const ends_max = 64

/** The page, read from the end of the nearest page before it. */
async function continuedPage(database: Database, kept: KeptList, { offset, limit }: ListSlice): Promise<FoundRecords> {
  const { list, ends } = kept
  const start = [...ends.keys()].reduce((best, end) => (end <= offset && end > best ? end : best), 0)
  const last = ends.get(start)
  const source = last === undefined ? list.source : await sourceAfter(database, list, last)
  const total = kept.total === undefined ? list.total : sql('?', kept.total)
  const found = await selectPage(database, { ...list, source, total }, { offset: offset - start, limit })
  kept.total = found.total
  const end = found.ids.at(-1)
  if (end !== undefined) ends.set(offset + found.ids.length, end)
  return found
}

/** The events of a list after this one; `first` is the start at which the index is read. */
async function sourceAfter(database: Database, { window, sourceIn }: ListSql, id: number): Promise<Sql> {
  const first = Number(await valueIn(database, sql('SELECT list_start FROM event WHERE id = ?', id)))
  const after = sql(`(${list_order}) > (SELECT list_start, list_date, id FROM event WHERE id = ?)`, id)
  return sourceIn({ ...window, range: { ...window.range, first } }, [after])
}

const lists_max = 500
/** The rows of all copies together: 70 MB. */
const rows_max = 1_000_000

/** The events of lists, in list order. */
const create_copies = `CREATE TABLE copied_event (
  list INTEGER, list_start INTEGER, list_date INTEGER, id INTEGER, list_from INTEGER, list_end INTEGER,
  PRIMARY KEY (list, list_start, list_date, id)) WITHOUT ROWID`

/** All events of a list in a window. */
interface ListCopy {
  readonly list: number
  readonly window: KeyWindow
}

class KeptLists {
  readonly #calendar: ListedCalendar
  readonly #memory: ListMemory
  readonly #lists = new Map<string, KeptList>()
  /** By the filters of the list. */
  readonly #copies = new Map<string, ListCopy>()
  #next_list = 1
  #rows = 0
  #version: number | undefined

  constructor(calendar: ListedCalendar, memory: ListMemory) {
    this.#calendar = calendar
    this.#memory = memory
    memory.run(sql(create_copies))
  }

  async get(selection: EventSelection): Promise<KeptList> {
    this.#makeRoom()
    const key = JSON.stringify(selection)
    const known = this.#lists.get(key)
    if (known) return known
    const kept = {
      list: await this.#listOf(selection, key),
      ends: new BoundedCache<number, number>({ entries_max: ends_max }),
    }
    this.#lists.set(key, kept)
    return kept
  }

  /** Of a list with filters, its part of the latest copy with the same filters. */
  async #listOf(selection: EventSelection, key: string): Promise<ListSql> {
    const { clock } = this.#calendar
    const { window: _, ...filters } = selection
    const filters_key = selection.clock === clock ? JSON.stringify(filters) : key
    const copy = this.#copies.get(filters_key)
    const window = copy && narrowed(copy.window, keyBoundsOf(selection, clock))
    if (copy && window) return partOf(copy, window)
    const list = await listSqlOf(this.#calendar, selection)
    const copied = list.isWorthCopying ? this.#copy(list, filters_key) : undefined
    return copied ? partOf(copied, list.window) : list
  }

  /** Returns undefined for a list that is too long to be kept. */
  #copy({ source, window }: ListSql, filters_key: string): ListCopy | undefined {
    const copy = { list: this.#next_list++, window }
    const columns = sql('SELECT ?, e.list_start, e.list_date, e.id, e.list_from, e.list_end', copy.list)
    const rows = sequence('INSERT INTO copied_event', columns, source, `ORDER BY ${list_order}`)
    const count = this.#memory.run(rows)
    if (count > rows_max) {
      this.#memory.run(sql('DELETE FROM copied_event WHERE list = ?', copy.list))
      return undefined
    }
    this.#rows += count
    this.#copies.set(filters_key, copy)
    return copy
  }

  /** Drops everything after a write, and when it is too much. */
  #makeRoom(): void {
    const version = this.#memory.version()
    if (this.#lists.size >= lists_max) this.#lists.clear()
    if (version === this.#version && this.#rows <= rows_max) return
    if (this.#copies.size > 0) this.#memory.run(sql('DELETE FROM copied_event'))
    this.#version = version
    this.#lists.clear()
    this.#copies.clear()
    this.#rows = 0
  }
}

/** The events of a copy that are in this window. */
function partOf({ list }: ListCopy, window: KeyWindow): ListSql {
  const sourceIn: ListSql['sourceIn'] = (in_window, conditions) =>
    sequence(
      'FROM copied_event AS e WHERE',
      allOf([sql('e.list = ?', list), ...isInWindow(in_window, 'e'), ...conditions]),
    )
  const source = sourceIn(window, [])
  const total = sequence('(SELECT count(*)', source, ')')
  return { window, isWorthCopying: false, sourceIn, source, id: 'e.id', order: sql(list_order), total }
}

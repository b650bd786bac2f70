// The records of a calendar in SQL for all engines: events, venues and organizers, then categories, tags, users and the
// links of events.
import type { CountedTerm, LinkedKind, New, PostKind, PostRecords, TermRecord } from '../domain/records.ts'
import { eventLists, type ListMemory, selectPage, selectPlaces } from './lists/pages.ts'
import type { MediaStore, PostStore, Store, TermStore, UserStore } from './store.ts'
import { foldForSearch, isReserved } from '../../base/text/slug.ts'
import type { BoundedCache } from '../../base/bounded-cache.ts'
import type { FoundRecords, ListSlice, SelectionClock, TermSelection } from '../domain/lists/selection.ts'
import {
  changedColumns,
  columnNames,
  listingBucketOf,
  postColumns,
  postValues,
  recordOf,
  termKeysOf,
  termOf,
  userOf,
} from './columns.ts'
import {
  allOf,
  type Database,
  type Dialect,
  idIn,
  idsIn,
  insertOf,
  insertRow,
  possibleId,
  possibleIds,
  sequence,
  type Sql,
  sql,
  type SqlParameter,
  valueIn,
} from './sql.ts'
import type { TermOrder } from '../../spec/resources.ts'
import { link_table_of, type LinkColumn } from './schema.ts'

export function storeIn(options: StoreOptions): Store {
  const { database } = options
  return {
    event: postsIn('event', eventLists(options), options),
    venue: postsIn('venue', (...list) => selectPlaces(database, 'venue', ...list), options),
    organizer: postsIn('organizer', (...list) => selectPlaces(database, 'organizer', ...list), options),
    placeNamed: (kind, name) => placeNamed(database, kind, name),
    terms: termsIn(options),
    media: mediaIn(database),
    users: usersIn(database),
    consumeId: (...given) => consumeId(database, ...given),
    unlink: (kind, id) => removeFromEvents(database, kind, id),
  }
}

/** Reads the records that exist, in any order. */
type ReadMany<R> = (ids: readonly number[]) => Promise<readonly R[]>

/** How an engine reads and writes records. */
export interface StoreOptions {
  readonly database: Database
  readonly clock: SelectionClock
  /** With it, lists are kept until the next write. */
  readonly memory?: ListMemory
  /** The ends of statements that read records: those that others can link to, and those that may be replaced. */
  readonly locks?: { readonly linked: string; readonly written: string }
  /** Waits for other transactions that want the same slug. */
  holdSlug?(kind: PostKind, base: string): Promise<unknown>
  /**
   * The first number that may be free for a kind and a base, where only this process takes slugs. Without it, the last
   * of a thousand records with the same title takes a thousand look-ups.
   */
  readonly slug_numbers?: BoundedCache<string, number>
}

const no_locks = { linked: '', written: '' }

/** The posts of one kind. */
function postsIn<K extends PostKind>(
  kind: K,
  select: PostStore<K>['select'],
  { database, clock, locks = no_locks, holdSlug, slug_numbers }: StoreOptions,
): PostStore<K> {
  const readMany = postReader(database, kind, kind === 'event' ? '' : locks.linked)
  const readToWrite = postReader(database, kind, locks.written)
  const getMany = (ids: readonly number[]) => orderByIds(ids, readMany)
  const columns = postColumns(kind)
  const freeSlug = freeSlugs(database, kind)
  const insert = async (record: New<PostRecords[K]>, slug: Sql) => {
    const values = Object.fromEntries(postValues(kind, record, clock).map((value, i) => [columns[i], value]))
    const row = { ...values, id: await database.nextId('post'), slug }
    const [inserted = []] = await database.tuples(sequence(insertOf(kind, [row]), 'RETURNING id, slug'))
    return { id: Number(inserted[0]), slug: String(inserted[1]) }
  }
  return {
    select,
    get: async (id) => (await getMany([id]))[0],
    getToWrite: async (id) => (await orderByIds([id], readToWrite))[0],
    getMany,
    idOfSlug: (slug) =>
      idIn(database, sql(`SELECT id FROM ${kind} WHERE slug = ? AND slug <> '' ORDER BY id LIMIT 1`, slug)),
    due: (now_utc) =>
      idsIn(database, sql(`SELECT id FROM ${kind} WHERE ${isScheduled(kind)} AND date_utc <= ? ORDER BY id`, now_utc)),
    async freeSlug(base, except_id = 0) {
      const free = freeSlug({ base, except_id })
      const own = sql(`SELECT (SELECT slug FROM ${kind} WHERE id = ?),`, except_id)
      const [[own_slug, slug] = []] = await database.tuples(sequence(own, free))
      // Nobody else can take its own slug.
      if (!holdSlug || slug === own_slug) return String(slug)
      await holdSlug(kind, base)
      return String(await valueIn(database, sequence('SELECT', free)))
    },
    insert: async (record) => (await insert(record, sql('?', record.slug))).id,
    async insertWithFreeSlug(record) {
      const { slug: base } = record
      const key = `${kind} ${base}`
      const slug = freeSlug({ base, first: slug_numbers?.get(key) })
      // The slug is held before the statement is executed.
      const held = holdSlug?.(kind, base)
      const [inserted] = await Promise.all([insert(record, slug), held])
      slug_numbers?.set(key, inserted.slug === base ? 2 : Number(inserted.slug.slice(base.length + 1)) + 1)
      return inserted
    },
    async update(before, after) {
      if (before.slug !== after.slug) slug_numbers?.clear()
      const changed = changedColumns(kind, { before, after }, clock)
      if (changed.length === 0) return
      const assigned = changed.map(({ name }) => `${name} = ?`).join(', ')
      const sent = changed.map(({ value }) => value)
      if ((await database.run(sql(`UPDATE ${kind} SET ${assigned} WHERE id = ?`, ...sent, after.id))) === 0)
        throw new Error(`there is no ${kind} ${after.id} to update`)
    },
  }
}

interface SlugOptions {
  readonly base: string
  /** The number to begin with: 1 is the base itself, which a record does not get if the service uses it. */
  readonly first?: number | undefined
  readonly except_id?: number
}

/** Makes expressions for the first free slug of `base`, `base-2`, `base-3`…; their text is always the same. */
function freeSlugs({ dialect }: Database, kind: PostKind): (options: SlugOptions) => Sql {
  const isTaken = sql(`SELECT 1 FROM ${kind} AS k WHERE k.slug = s.slug AND k.slug <> '' AND k.id <> ?`)
  const text = `(WITH RECURSIVE numbered (n, slug) AS (SELECT CAST(? AS bigint), CAST(? AS text)
    UNION ALL SELECT s.n + 1, CAST(? AS text) || '-' || (s.n + 1) FROM numbered AS s WHERE ${dialect.exists(isTaken).text})
    SELECT slug FROM numbered ORDER BY n DESC LIMIT 1)`
  return ({ base, first = isReserved(base) ? 2 : 1, except_id = 0 }) =>
    sql(text, first, first === 1 ? base : `${base}-${first}`, base, except_id)
}

/** The records that exist, in the order of the ids. */
async function orderByIds<R extends { readonly id: number }>(
  ids: readonly number[],
  readMany: ReadMany<R>,
): Promise<readonly R[]> {
  const wanted = possibleIds(ids)
  if (wanted.length === 0) return []
  const found = new Map((await readMany(wanted)).map((record) => [record.id, record]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** Reads posts in one statement. */
function postReader<K extends PostKind>(database: Database, kind: K, end: string): ReadMany<PostRecords[K]> {
  const read = `SELECT id, ${columnNames(kind).join(', ')} FROM ${kind} WHERE`
  return async (ids) => {
    const rows = await database.tuples(sequence(read, database.dialect.isOneOf('id', ids), end))
    return rows.map((row) => recordOf(kind, row))
  }
}

/** The oldest venue or organizer of this name that is not in the trash. */
function placeNamed(database: Database, kind: LinkedKind, name: string): Promise<number | undefined> {
  const find = `SELECT id FROM ${kind} WHERE title_key = ? AND status <> 'trash' ORDER BY id LIMIT 1`
  return idIn(database, sql(find, name.toLowerCase()))
}

/** Whether a post is scheduled, also an event that is hidden from lists. */
function isScheduled(kind: PostKind): string {
  return kind === 'event' ? `listing_bucket IN ('future', '${listingBucketOf('future', true)}')` : "status = 'future'"
}

function termsIn({ database, locks = no_locks }: StoreOptions): TermStore {
  const readMany = termReader(database, locks.linked)
  const readToWrite = termReader(database, locks.written)
  const getMany = (ids: readonly number[]) => orderByIds(ids, readMany)
  const ids = (list: readonly number[]) => database.dialect.isOneOf('id', possibleIds(list))
  return {
    get: async (id) => (await getMany([id]))[0],
    getToWrite: async (id) => (await orderByIds([id], readToWrite))[0],
    getMany,
    idOfSlug: (taxonomy, slug) =>
      idIn(database, sql('SELECT id FROM term WHERE taxonomy = ? AND slug = ?', taxonomy, slug)),
    idOfName: (taxonomy, name, parent) => {
      const among = sql('SELECT id FROM term WHERE taxonomy = ? AND name_lower = ?', taxonomy, name.toLowerCase())
      const child = parent === undefined ? '' : sql('AND parent = ?', possibleId(parent))
      return idIn(database, sequence(among, child, 'ORDER BY id LIMIT 1'))
    },
    children: (id) =>
      idsIn(database, sql('SELECT id FROM term WHERE parent = ? AND parent <> 0 ORDER BY id', possibleId(id))),
    async withAncestors(wanted) {
      return getMany(await idsIn(database, sequence('WITH RECURSIVE', lineage, ids(wanted), to_parents)))
    },
    withDescendants: (wanted) => idsIn(database, sequence('WITH RECURSIVE', family, ids(wanted), to_children)),
    select: (selection, slice) => selectTerms(database, selection, slice),
    async insert(record) {
      return insertRow(database, 'term', { id: await database.nextId('term'), ...rowOf(record) })
    },
    async replace(record) {
      const row = rowOf(record)
      const assigned = Object.keys(row).map((name) => `${name} = ?`)
      const update = sql(`UPDATE term SET ${assigned.join(', ')} WHERE id = ?`, ...Object.values(row), record.id)
      if ((await database.run(update)) === 0) throw new Error(`there is no term ${record.id} to replace`)
    },
    async remove(id) {
      for (const column of ['categories', 'tags'] as const) await removeFromEvents(database, column, id)
      await database.run(sql('DELETE FROM term WHERE id = ?', id))
      await database.run(sql('DELETE FROM term_use WHERE term = ?', id))
    },
  }
}

/** The number of published events that use the term `t`; triggers count them. */
const term_uses = '(SELECT coalesce(sum(u.n), 0) FROM term_use AS u WHERE u.term = t.id)'

/** Reads terms in one statement. */
function termReader(database: Database, end: string): ReadMany<CountedTerm> {
  const { isOneOf } = database.dialect
  const read = `SELECT t.id, t.taxonomy, t.name, t.slug, t.description, t.parent, ${term_uses} FROM term AS t WHERE`
  return async (ids) => (await database.tuples(sequence(read, isOneOf('t.id', ids), end))).map(termOf)
}

/** `UNION` drops duplicates, so that a cycle of parents ends. */
const lineage = 'lineage (id) AS (SELECT id FROM term WHERE'
const to_parents =
  'UNION SELECT term.parent FROM term JOIN lineage ON term.id = lineage.id WHERE term.parent <> 0) SELECT id FROM lineage'
const family = 'family (id) AS (SELECT id FROM term WHERE'
const to_children =
  'UNION SELECT term.id FROM term JOIN family ON term.parent = family.id AND term.parent <> 0) SELECT id FROM family'

function rowOf(record: New<TermRecord>): Readonly<Record<string, SqlParameter>> {
  const { taxonomy, name, slug, description, parent } = record
  return { taxonomy, name, slug, description, parent, ...termKeysOf(record) }
}

/** Removes a record from a column of ids in every event that links it; triggers update the link tables. */
async function removeFromEvents(database: Database, column: LinkColumn, id: number): Promise<void> {
  await database.run(
    sequence(
      `UPDATE event SET ${column} =`,
      database.dialect.without(column, id),
      sql(`WHERE id IN (SELECT event FROM ${link_table_of[column]} WHERE target = ?)`, id),
    ),
  )
}

const user_columns = 'id, login, email, role, password_hash'

function usersIn(database: Database): UserStore {
  const one = async (condition: Sql) => {
    const [row] = await database.tuples(sequence(`SELECT ${user_columns} FROM users WHERE`, condition))
    return row && userOf(row)
  }
  return {
    get: (id) => one(sql('id = ?', possibleId(id))),
    named: (name) =>
      one(sql("login = ? OR (email = ? AND email <> '') ORDER BY login = ? DESC, id LIMIT 1", name, name, name)),
    any: async () => (await valueIn(database, sql('SELECT 1 FROM users LIMIT 1'))) !== undefined,
    async put({ id, login, email, role, password_hash }) {
      const next = id || Number(await valueIn(database, sql(next_id, login)))
      await database.run(sql('DELETE FROM users WHERE login = ? OR id = ?', login, next))
      return insertRow(database, 'users', { id: next, login, email, role, password_hash })
    },
    removeOthers: async (logins) => {
      await database.run(sequence('DELETE FROM users WHERE NOT', database.dialect.isOneOf('login', logins)))
    },
  }
}

/** Transactions that add different users at the same time get the same id; one of them fails and is retried. */
const next_id = `SELECT coalesce((SELECT id FROM users WHERE login = ?), (SELECT coalesce(max(id), 0) + 1 FROM users))`

function mediaIn(database: Database): MediaStore {
  return {
    async get(id) {
      const url = await valueIn(database, sql('SELECT url FROM media WHERE id = ?', possibleId(id)))
      return url === undefined ? undefined : { id, url: String(url) }
    },
    async at(url) {
      const existing = await idIn(database, sql('SELECT id FROM media WHERE url = ?', url))
      if (existing !== undefined) return { id: existing, url }
      return { id: await insertRow(database, 'media', { id: await database.nextId('post'), url }), url }
    },
  }
}

/** Takes an id, unless the text of this name is already stored. */
async function consumeId(database: Database, name: string, text: string): Promise<void> {
  const record = `INSERT INTO consumed_id (name, text) VALUES (?, ?)
    ON CONFLICT (name) DO UPDATE SET text = excluded.text WHERE consumed_id.text <> excluded.text`
  if ((await database.run(sql(record, name, text))) === 0) return
  await database.tuples(sequence('SELECT', await database.nextId('post')))
}

function selectTerms(database: Database, selection: TermSelection, slice: ListSlice): Promise<FoundRecords> {
  const source = sequence('FROM term AS t WHERE', allOf(conditionsOf(database.dialect, selection)))
  return selectPage(database, { source, id: 't.id', order: orderOf(database.dialect, selection) }, slice)
}

function conditionsOf(
  dialect: Dialect,
  { taxonomy, search, include, exclude, parent, event, slug, hide_empty }: TermSelection,
): readonly Sql[] {
  const found: Sql[] = [sql('t.taxonomy = ?', taxonomy)]
  if (search !== undefined) {
    const inName = dialect.contains('t.name_key', foldForSearch(search))
    found.push(sequence('(', inName, 'OR', dialect.contains('t.slug', search.toLowerCase()), ')'))
  }
  if (include) found.push(dialect.isOneOf('t.id', possibleIds(include)))
  if (exclude) found.push(sequence('NOT', dialect.isOneOf('t.id', possibleIds(exclude))))
  if (parent === 0) found.push(sql('t.parent = 0'))
  else if (parent !== undefined) found.push(sql('t.parent = ? AND t.parent <> 0', possibleId(parent)))
  if (event !== undefined) {
    const column = taxonomy === 'category' ? 'e.categories' : 'e.tags'
    found.push(
      sql(`t.id IN (SELECT i.value FROM event AS e, ${dialect.idsIn(column)} WHERE e.id = ?)`, possibleId(event)),
    )
  }
  if (slug !== undefined) found.push(sql('t.slug = ?', slug))
  if (hide_empty) found.push(sql(`${term_uses} > 0`))
  return found
}

/** The columns to sort by. Texts sort without case and accents, as within an event; other orders sort by id. */
const order_columns: Readonly<Record<Exclude<TermOrder, 'count' | 'include' | 'include_slugs'>, string>> = {
  name: 't.name_key',
  id: 't.id',
  term_id: 't.id',
  slug: 't.slug',
  term_group: 't.taxonomy',
  description: 't.description_key',
  parent: 't.parent',
  taxonomy: 't.taxonomy',
  term_taxonomy_id: 't.id',
  none: 't.id',
}

/** Ties sort by id. `include` keeps the order of the given ids; without ids it sorts by name. */
function orderOf(dialect: Dialect, { orderby, order, include = [] }: TermSelection): Sql {
  const direction = order === 'desc' ? 'DESC, t.id' : 'ASC, t.id'
  if (orderby === 'count') return sql(`${term_uses} ${direction}`)
  if (orderby !== 'include' && orderby !== 'include_slugs') {
    const column = order_columns[orderby]
    return sql(column === 't.id' ? `t.id ${order === 'desc' ? 'DESC' : 'ASC'}` : `${column} ${direction}`)
  }
  if (include.length === 0) return sql(`t.name_key ${direction}`)
  return sequence(dialect.positionIn(possibleIds(include), 't.id'), direction)
}

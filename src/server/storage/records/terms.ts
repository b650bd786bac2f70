// Reads and writes categories, tags, users and the links of events, in SQL for all engines.
import type { TermOrder } from '../../../spec/resources.ts'
import type { FoundRecords, ListSlice, TermSelection } from '../../domain/lists/selection.ts'
import type { CountedTerm, Image, New, TermRecord } from '../../domain/records.ts'
import { termOf, userOf } from '../columns.ts'
import { foldForSearch, termKeysOf } from '../derived.ts'
import { selectPage } from '../lists/list-queries.ts'
import { type LinkColumn, link_table_of } from '../schema.ts'
import {
  allOf,
  type Database,
  type Dialect,
  idIn,
  idsIn,
  insertRow,
  possibleId,
  possibleIds,
  sequence,
  sql,
  type Sql,
  type SqlParameter,
  valueIn,
} from '../sql.ts'
import type { MediaStore, TermStore, UserStore } from '../store.ts'
import { orderByIds, type ReadMany } from './posts.ts'

interface TermOptions {
  readonly database: Database
  readonly readMany: ReadMany<CountedTerm>
  /** For a term that may be replaced or removed. */
  readonly readToWrite: ReadMany<CountedTerm>
}

export function termsIn({ database, readMany, readToWrite }: TermOptions): TermStore {
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
export function termReader(database: Database, end: string): ReadMany<CountedTerm> {
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
export async function removeFromEvents(database: Database, column: LinkColumn, id: number): Promise<void> {
  await database.run(
    sequence(
      `UPDATE event SET ${column} =`,
      database.dialect.without(column, id),
      sql(`WHERE id IN (SELECT event FROM ${link_table_of[column]} WHERE target = ?)`, id),
    ),
  )
}

const columns = 'id, login, email, role, password_hash'

export function usersIn(database: Database): UserStore {
  const one = async (condition: Sql) => {
    const [row] = await database.tuples(sequence(`SELECT ${columns} FROM users WHERE`, condition))
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

export function mediaIn(database: Database): MediaStore {
  return {
    async get(id) {
      const url = await valueIn(database, sql('SELECT url FROM media WHERE id = ?', possibleId(id)))
      return url === undefined ? undefined : { id, url: String(url) }
    },
    async at(url) {
      const existing = await imageAt(database, url)
      if (existing) return existing
      return { id: await insertRow(database, 'media', { id: await database.nextId('post'), url }), url }
    },
  }
}

/** The image with this URL, if it is stored. */
export async function imageAt(database: Database, url: string): Promise<Image | undefined> {
  const id = await idIn(database, sql('SELECT id FROM media WHERE url = ?', url))
  return id === undefined ? undefined : { id, url }
}

/** Takes an id, unless the text of this name is already stored. */
export async function consumeId(database: Database, name: string, text: string): Promise<void> {
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

/** The columns to sort by. Texts sort without case and accents, as in deployed services; other orders sort by id. */
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

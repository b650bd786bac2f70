// Reads and writes categories and tags.
import type { CountedTerm, New, TermRecord } from '../../domain/records.ts'
import { termOf } from '../columns.ts'
import { termKeysOf } from '../derived.ts'
import { selectTerms } from '../lists/term-list.ts'
import { type Database, idIn, idsIn, possibleId, possibleIds, sequence, type SqlParameter, sql } from '../sql.ts'
import type { TermStore } from '../store.ts'
import { removeFromEvents } from './links.ts'
import { inOrder, type ReadMany } from './posts.ts'

interface TermOptions {
  readonly database: Database
  readonly readMany: ReadMany<CountedTerm>
  /** For a term that may be replaced or removed; `readMany` by default. */
  readonly readToWrite?: ReadMany<CountedTerm> | undefined
  nextId(): number | Promise<number>
}

export function termsIn({ database, readMany, readToWrite = readMany, nextId }: TermOptions): TermStore {
  const getMany = (ids: readonly number[]) => inOrder(ids, readMany)
  const ids = (list: readonly number[]) => database.dialect.isOneOf('id', possibleIds(list))
  return {
    get: async (id) => (await getMany([id]))[0],
    getToWrite: async (id) => (await inOrder([id], readToWrite))[0],
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
      const id = await nextId()
      await insertTerm(database, { id, ...record })
      return id
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
    },
  }
}

/** Reads terms in one statement. */
export function termReader(database: Database, end = ''): ReadMany<CountedTerm> {
  const { term_uses, isOneOf } = database.dialect
  const read = `SELECT t.id, t.taxonomy, t.name, t.slug, t.description, t.parent, ${term_uses} AS used FROM term AS t WHERE`
  return async (ids) => (await database.rows(sequence(read, isOneOf('t.id', ids), end))).map(termOf)
}

export async function insertTerm(database: Database, { id, ...record }: TermRecord): Promise<void> {
  const row = { id, ...rowOf(record) }
  const names = Object.keys(row)
  const insert = `INSERT INTO term (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`
  await database.run(sql(insert, ...Object.values(row)))
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

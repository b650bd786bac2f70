// Reads and writes categories and tags in PostgreSQL.
import type { CountedTerm, New, TermRecord } from '../../../domain/records.ts'
import { idOr, termOf } from '../../columns.ts'
import { termKeysOf } from '../../derived.ts'
import type { TermStore } from '../../store.ts'
import type { PostgresConnection, PostgresValue } from '../connection.ts'
import { selectPostgresTerms, uses } from '../lists/term-selection.ts'
import { links, possibleId, possibleIds } from '../query.ts'

/** The names of the columns of `term_query`. */
export const term_fields = ['id', 'taxonomy', 'name', 'slug', 'description', 'parent', 'used'] as const
export const term_query = `SELECT t.id, t.taxonomy, t.name, t.slug, t.description, t.parent, ${uses} AS used FROM term AS t`

/** Reads the terms that exist, in any order. */
export type ReadTerms = (ids: readonly number[]) => Promise<readonly CountedTerm[]>

/** `readMany` reads terms instead of the store. */
export function termsInPostgres(connection: PostgresConnection, readMany = termReader(connection)): TermStore {
  const getMany = async (ids: readonly number[]) => {
    const wanted = possibleIds(ids)
    const read = wanted.length === 0 ? [] : await readMany(wanted)
    const found = new Map(read.map((term) => [term.id, term]))
    return ids.flatMap((id) => found.get(id) ?? [])
  }
  return {
    get: async (id) => (await getMany([id]))[0],
    getMany,
    idOfSlug: async (taxonomy, slug) =>
      idOr(await connection.value('SELECT id FROM term WHERE taxonomy = $1 AND slug = $2', taxonomy, slug)),
    async idOfName(taxonomy, name, parent) {
      const among = `SELECT id FROM term WHERE taxonomy = $1 AND name_lower = $2`
      const key = name.toLowerCase()
      return idOr(
        parent === undefined
          ? await connection.value(`${among} ORDER BY id LIMIT 1`, taxonomy, key)
          : await connection.value(`${among} AND parent = $3 ORDER BY id LIMIT 1`, taxonomy, key, possibleId(parent)),
      )
    },
    children: (id) =>
      connection.ids('SELECT id FROM term WHERE parent = $1 AND parent <> 0 ORDER BY id', possibleId(id)),
    async withAncestors(ids) {
      const rows = await connection.rows(lineage, possibleIds(ids))
      return rows.map(termOf)
    },
    withDescendants: (ids) => connection.ids(family, possibleIds(ids)),
    select: (selection, slice) => selectPostgresTerms(connection, selection, slice),
    insert: async (record) => Number(await connection.value(insert, ...valuesOf(record))),
    async replace(record) {
      if ((await connection.run(update, record.id, ...valuesOf(record))) === 0)
        throw new Error(`there is no term ${record.id} to replace`)
    },
    async remove(id) {
      for (const column of ['categories', 'tags'] as const) await removeFromPostgresEvents(connection, column, id)
      await connection.run('DELETE FROM term_use WHERE term = $1', id)
      await connection.run('DELETE FROM term WHERE id = $1', id)
    },
  }
}

function termReader(connection: PostgresConnection): ReadTerms {
  return async (ids) => (await connection.rows(`${term_query} WHERE t.id = ANY($1)`, ids)).map(termOf)
}

/** Removes an id from a column of ids in every event that has it. */
export async function removeFromPostgresEvents(
  connection: PostgresConnection,
  column: 'categories' | 'tags' | 'venue' | 'organizer',
  id: number,
): Promise<void> {
  const linked = links(column, '@> ARRAY[$1::bigint]')
  const update = `UPDATE event AS e SET ${column} = array_remove(${column}, $1::bigint) WHERE ${linked}`
  await connection.run(update, id)
}

/** `UNION` drops duplicates, so that a cycle of parents ends. */
const lineage = `WITH RECURSIVE lineage (id) AS (
    SELECT id FROM unnest($1::bigint[]) AS given (id) UNION
    SELECT term.parent FROM term JOIN lineage ON term.id = lineage.id
  ) ${term_query} WHERE t.id IN (SELECT id FROM lineage)`

const family = `WITH RECURSIVE family (id) AS (
    SELECT id FROM unnest($1::bigint[]) AS given (id) UNION
    SELECT term.id FROM term JOIN family ON term.parent = family.id AND term.parent <> 0
  ) SELECT id FROM family`

const columns = [
  'taxonomy',
  'name',
  'slug',
  'description',
  'parent',
  'name_key',
  'name_lower',
  'description_key',
] as const

const insert = `INSERT INTO term (id, ${columns.join(', ')})
  VALUES (nextval('term_id'), ${columns.map((_, i) => `$${i + 1}`).join(', ')}) RETURNING id`
const update = `UPDATE term SET ${columns.map((name, i) => `${name} = $${i + 2}`).join(', ')} WHERE id = $1`

/** In the order of `columns`. */
function valuesOf(record: New<TermRecord>): readonly PostgresValue[] {
  const values = { ...record, ...termKeysOf(record) }
  return columns.map((name) => values[name])
}

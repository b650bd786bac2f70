// Reads and writes categories and tags, which share one table.
import type { CountedTerm, New, Taxonomy, TermRecord } from '../../../domain/records.ts'
import { idOr, termOf } from '../../columns.ts'
import { termKeysOf } from '../../derived.ts'
import type { TermStore } from '../../store.ts'
import { eachOf, type SingleRead } from './record-cache.ts'
import type { Ids } from './ids.ts'
import type { Connection, SqlValue } from '../sqlite.ts'
import { selectTerms } from '../lists/term-selection.ts'

const columns = 'id, taxonomy, name, slug, description, parent, used'

/** The terms of a database file. `cached` adds a cache to the read of single terms. */
export function termsIn(
  connection: Connection,
  ids: Ids,
  cached: (read: SingleRead<CountedTerm>) => SingleRead<CountedTerm>,
): TermStore {
  const get = cached((id) => {
    const row = connection.row(`SELECT ${columns} FROM term WHERE id = ?`, id)
    return row && termOf(row)
  })
  return {
    get: async (id) => get(id),
    getMany: async (ids) => eachOf(ids, get),
    withAncestors: async (ids) => withAncestors(ids, get),
    idOfSlug: async (taxonomy, slug) =>
      idOr(connection.value('SELECT id FROM term WHERE taxonomy = ? AND slug = ?', taxonomy, slug)),
    idOfName: async (taxonomy, name, parent) => idOfName(connection, taxonomy, name, parent),
    children: async (id) => connection.ids('SELECT id FROM term WHERE parent = ? AND parent <> 0 ORDER BY id', id),
    withDescendants: async (wanted) => connection.ids(family, JSON.stringify(wanted)),
    select: async (selection, slice) => selectTerms(connection, selection, slice),
    async insert(record) {
      const id = ids.next('term')
      insertTerm(connection, { id, ...record })
      return id
    },
    async replace(record) {
      const values = valuesOf(record)
      const assigned = Object.keys(values).map((name) => `${name} = ?`)
      const update = `UPDATE term SET ${assigned.join(', ')} WHERE id = ?`
      if (connection.run(update, ...Object.values(values), record.id) === 0)
        throw new Error(`there is no term ${record.id} to replace`)
    },
    async remove(id) {
      for (const column of ['categories', 'tags']) removeFromEvents(connection, { column, table: 'event_term', id })
      connection.run('DELETE FROM term WHERE id = ?', id)
    },
  }
}

export function insertTerm(connection: Connection, { id, ...record }: TermRecord): void {
  const values = { id, ...valuesOf(record) }
  const names = Object.keys(values)
  const marks = names.map(() => '?').join(', ')
  connection.run(`INSERT INTO term (${names.join(', ')}) VALUES (${marks})`, ...Object.values(values))
}

function withAncestors(ids: readonly number[], get: SingleRead<CountedTerm>): readonly CountedTerm[] {
  const found = new Map<number, CountedTerm>()
  for (const id of ids) for (let at = get(id); at && !found.has(at.id); at = get(at.parent)) found.set(at.id, at)
  return [...found.values()]
}

function idOfName(connection: Connection, taxonomy: Taxonomy, name: string, parent?: number): number | undefined {
  const among = 'SELECT id FROM term WHERE taxonomy = ? AND name_lower = ?'
  const key = name.toLowerCase()
  return idOr(
    parent === undefined
      ? connection.value(`${among} ORDER BY id LIMIT 1`, taxonomy, key)
      : connection.value(`${among} AND parent = ? ORDER BY id LIMIT 1`, taxonomy, key, parent),
  )
}

/** `UNION` drops duplicates, so that a cycle of parents ends. */
const family = `
WITH RECURSIVE family (id) AS (
  SELECT value FROM json_each(?) UNION
  SELECT term.id FROM term JOIN family ON term.parent = family.id AND term.parent <> 0
) SELECT id FROM family`

interface Link {
  readonly column: string
  readonly table: 'event_place' | 'event_term'
  readonly id: number
}

/** Removes an id from a column of ids in every event that has it; triggers update the link tables. */
export function removeFromEvents(connection: Connection, { column, table, id }: Link): void {
  connection.run(
    `
    UPDATE event SET ${column} = (SELECT json_group_array(value) FROM json_each(${column}) WHERE value <> ?)
    WHERE id IN (SELECT event FROM ${table} WHERE target = ?) AND EXISTS (SELECT 1 FROM json_each(${column}) WHERE value = ?)`,
    id,
    id,
    id,
  )
}

function valuesOf(record: New<TermRecord>): Readonly<Record<string, SqlValue>> {
  const { taxonomy, name, slug, description, parent } = record
  return { taxonomy, name, slug, description, parent, ...termKeysOf(record) }
}

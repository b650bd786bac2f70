// Reads and writes categories and tags, which share one table.
import type { CountedTerm, New, TermRecord } from '../../../domain/records.ts'
import type { TermStore } from '../../store.ts'
import { eachOf } from './each-of.ts'
import type { Ids } from './ids.ts'
import type { Connection, SqlRow, SqlValue } from '../sqlite.ts'
import { selectTerms } from '../lists/term-selection.ts'
import { folded } from '../search/search-text.ts'

const columns = 'id, taxonomy, name, slug, description, parent, used'

export function termsIn(connection: Connection, ids: Ids): TermStore {
  const get = (id: number): CountedTerm | undefined => {
    const row = connection.row(`SELECT ${columns} FROM term WHERE id = ?`, id)
    return row && termOf(row)
  }
  return {
    ...termReads(get),
    idOfSlug: (taxonomy, slug) =>
      idOr(connection.value('SELECT id FROM term WHERE taxonomy = ? AND slug = ?', taxonomy, slug)),
    idOfName: (taxonomy, name, parent) =>
      parent === undefined
        ? idOr(
            connection.value(
              'SELECT id FROM term WHERE taxonomy = ? AND name_lower = ? ORDER BY id LIMIT 1',
              taxonomy,
              name.toLowerCase(),
            ),
          )
        : idOr(
            connection.value(
              'SELECT id FROM term WHERE taxonomy = ? AND name_lower = ? AND parent = ? ORDER BY id LIMIT 1',
              taxonomy,
              name.toLowerCase(),
              parent,
            ),
          ),
    children: (id) => connection.ids('SELECT id FROM term WHERE parent = ? AND parent <> 0 ORDER BY id', id),
    withDescendants: (wanted) => connection.ids(family, JSON.stringify(wanted)),
    select: (selection, slice) => selectTerms(connection, selection, slice),
    insert(record) {
      const id = ids.next('term')
      const values = { id, ...valuesOf(record) }
      connection.run(
        `INSERT INTO term (${Object.keys(values).join(', ')}) VALUES (${Object.keys(values)
          .map(() => '?')
          .join(', ')})`,
        ...Object.values(values),
      )
      return id
    },
    replace(record) {
      const values = valuesOf(record)
      const changes = connection.run(
        `UPDATE term SET ${Object.keys(values)
          .map((name) => `${name} = ?`)
          .join(', ')} WHERE id = ?`,
        ...Object.values(values),
        record.id,
      )
      if (changes === 0) throw new Error(`there is no term ${record.id} to replace`)
    },
    remove(id) {
      for (const column of ['categories', 'tags']) removeFromEvents(connection, { column, table: 'event_term', id })
      connection.run('DELETE FROM term WHERE id = ?', id)
    },
  }
}

/** The methods of a store that are made of single reads. */
export function termReads(get: TermStore['get']): Pick<TermStore, 'get' | 'getMany' | 'withAncestors'> {
  return {
    get,
    getMany: (ids) => eachOf(ids, get),
    withAncestors(ids) {
      const found = new Map<number, CountedTerm>()
      for (const id of ids) for (let at = get(id); at && !found.has(at.id); at = get(at.parent)) found.set(at.id, at)
      return [...found.values()]
    },
  }
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

function valuesOf({ taxonomy, name, slug, description, parent }: New<TermRecord>): Readonly<Record<string, SqlValue>> {
  return {
    taxonomy,
    name,
    slug,
    description,
    parent,
    name_key: folded(name),
    name_lower: name.toLowerCase(),
    description_key: folded(description),
  }
}

function termOf({ id, taxonomy, name, slug, description, parent, used }: SqlRow): CountedTerm {
  return {
    id: Number(id),
    taxonomy: taxonomy === 'category' ? 'category' : 'tag',
    name: String(name),
    slug: String(slug),
    description: String(description),
    parent: Number(parent),
    count: Number(used),
  }
}

function idOr(value: SqlValue | undefined): number | undefined {
  return value === undefined ? undefined : Number(value)
}

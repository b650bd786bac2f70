// Lists of categories and tags as SQL.
import type { FoundRecords, ListSlice, TermSelection } from '../../../domain/lists/selection.ts'
import type { Connection, SqlValue } from '../sqlite.ts'
import { folded } from '../../search-text.ts'
import type { TermOrder } from '../../../../spec/term-orders.ts'

/** The columns to sort by. Texts sort without case and accents, as in deployed services; other orders sort by id. */
const order_columns: Readonly<Record<TermOrder, string>> = {
  name: 'name_key',
  id: 'id',
  term_id: 'id',
  slug: 'slug',
  term_group: 'NULL',
  count: 'used',
  description: 'description_key',
  parent: 'parent',
  taxonomy: 'taxonomy',
  term_taxonomy_id: 'id',
  include: 'given',
  include_slugs: 'given',
  none: 'id',
}

export function selectTerms(
  connection: Connection,
  selection: TermSelection,
  { offset, limit }: ListSlice,
): FoundRecords {
  const { where, values } = conditionOf(selection)
  const total = connection.number(`SELECT count(*) FROM term WHERE ${where}`, ...values)
  if (total === 0) return { ids: [], total }
  const ids = connection.ids(
    `SELECT id FROM term WHERE ${where} ORDER BY ${orderOf(selection)} LIMIT ? OFFSET ?`,
    ...values,
    limit,
    offset,
  )
  return { ids, total }
}

function conditionOf({ taxonomy, search, include, exclude, parent, event, slug, hide_empty }: TermSelection): {
  where: string
  values: SqlValue[]
} {
  const parts: [sql: string, ...values: SqlValue[]][] = [['taxonomy = ?', taxonomy]]
  if (search !== undefined)
    parts.push(['(instr(name_key, ?) > 0 OR instr(slug, ?) > 0)', folded(search), search.toLowerCase()])
  if (include) parts.push(['id IN (SELECT value FROM json_each(?))', JSON.stringify(include)])
  if (exclude) parts.push(['id NOT IN (SELECT value FROM json_each(?))', JSON.stringify(exclude)])
  if (parent !== undefined) parts.push([parent === 0 ? 'parent = ?' : 'parent = ? AND parent <> 0', parent])
  if (event !== undefined) {
    const column = taxonomy === 'category' ? 'categories' : 'tags'
    parts.push([`id IN (SELECT value FROM json_each((SELECT ${column} FROM event WHERE id = ?)))`, event])
  }
  if (slug !== undefined) parts.push(['slug = ?', slug])
  if (hide_empty) parts.push(['used > 0'])
  return { where: parts.map(([sql]) => sql).join(' AND '), values: parts.flatMap(([, ...values]) => values) }
}

/** Ties sort by id. `include` keeps the order of the given ids; without ids it sorts by name. */
function orderOf({ orderby, order, include }: TermSelection): string {
  const direction = order === 'desc' ? 'DESC' : 'ASC'
  const column = order_columns[orderby]
  if (column !== 'given') return column === 'id' ? `id ${direction}` : `${column} ${direction}, id`
  const given = include?.map((id, i) => `WHEN ${Number(id)} THEN ${i}`).join(' ')
  return given ? `CASE id ${given} END ${direction}` : `name_key ${direction}, id`
}

// Lists of categories and tags in PostgreSQL.
import type { TermOrder } from '../../../../spec/term-orders.ts'
import type { FoundRecords, ListSlice, TermSelection } from '../../../domain/lists/selection.ts'
import { folded } from '../../search-text.ts'
import type { PostgresConnection } from '../connection.ts'
import { everyOf, pageOf, part, possibleId, possibleIds, type QueryPart } from '../query.ts'

/** The number of published events that use the term `t`. */
export const uses = '(SELECT coalesce(sum(u.n), 0)::bigint FROM term_use AS u WHERE u.term = t.id)'

/** Texts sort without case and accents, as deployed services do; orders without a column here sort by id. */
const order_columns: Readonly<Record<TermOrder, string>> = {
  name: 't.name_key',
  id: 't.id',
  term_id: 't.id',
  slug: 't.slug',
  term_group: 'NULL::bigint',
  count: uses,
  description: 't.description_key',
  parent: 't.parent',
  taxonomy: 't.taxonomy',
  term_taxonomy_id: 't.id',
  include: 'given',
  include_slugs: 'given',
  none: 't.id',
}

export async function selectPostgresTerms(
  connection: PostgresConnection,
  selection: TermSelection,
  slice: ListSlice,
): Promise<FoundRecords> {
  const { sql, values } = everyOf(conditionsOf(selection))
  const source = part(`FROM term AS t WHERE ${sql}`, ...values)
  return pageOf(connection, { source, id: 't.id', order: orderOf(selection) }, slice)
}

function conditionsOf({ taxonomy, search, include, exclude, parent, event, slug, hide_empty }: TermSelection) {
  const parts: QueryPart[] = [part('t.taxonomy = ?', taxonomy)]
  if (search !== undefined)
    parts.push(part('(strpos(t.name_key, ?) > 0 OR strpos(t.slug, ?) > 0)', folded(search), search.toLowerCase()))
  if (include) parts.push(part('t.id = ANY(?)', possibleIds(include)))
  if (exclude) parts.push(part('t.id <> ALL(?)', possibleIds(exclude)))
  if (parent !== undefined) parts.push(part('t.parent = ?', possibleId(parent)))
  if (event !== undefined) {
    const column = taxonomy === 'category' ? 'categories' : 'tags'
    parts.push(part(`t.id IN (SELECT unnest(${column}) FROM event WHERE id = ?)`, possibleId(event)))
  }
  if (slug !== undefined) parts.push(part('t.slug = ?', slug))
  if (hide_empty) parts.push(part(`${uses} > 0`))
  return parts
}

/** Ties sort by id. `include` keeps the order of the given ids; without ids it sorts by name. */
function orderOf({ orderby, order, include = [] }: TermSelection): QueryPart {
  const direction = order === 'desc' ? 'DESC' : 'ASC'
  const column = order_columns[orderby]
  if (column !== 'given') return part(column === 't.id' ? `t.id ${direction}` : `${column} ${direction}, t.id`)
  if (include.length === 0) return part(`t.name_key ${direction}, t.id`)
  return part(`array_position(?::bigint[], t.id) ${direction}`, possibleIds(include))
}

// Lists of categories and tags.
import type { TermOrder } from '../../../spec/term-orders.ts'
import type { FoundRecords, ListSlice, TermSelection } from '../../domain/lists/selection.ts'
import { folded } from '../search-text.ts'
import { allOf, type Database, type Dialect, possibleId, possibleIds, sequence, type Sql, sql } from '../sql.ts'
import { pageOf } from './page.ts'

export function selectTerms(database: Database, selection: TermSelection, slice: ListSlice): Promise<FoundRecords> {
  const source = sequence('FROM term AS t WHERE', allOf(conditionsOf(database.dialect, selection)))
  return pageOf(database, { source, id: 't.id', order: orderOf(database.dialect, selection) }, slice)
}

function conditionsOf(
  dialect: Dialect,
  { taxonomy, search, include, exclude, parent, event, slug, hide_empty }: TermSelection,
): readonly Sql[] {
  const found: Sql[] = [sql('t.taxonomy = ?', taxonomy)]
  if (search !== undefined) {
    const inName = dialect.contains('t.name_key', folded(search))
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
  if (hide_empty) found.push(sql(`${dialect.term_uses} > 0`))
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
  if (orderby === 'count') return sql(`${dialect.term_uses} ${direction}`)
  if (orderby !== 'include' && orderby !== 'include_slugs') {
    const column = order_columns[orderby]
    return sql(column === 't.id' ? `t.id ${order === 'desc' ? 'DESC' : 'ASC'}` : `${column} ${direction}`)
  }
  if (include.length === 0) return sql(`t.name_key ${direction}`)
  return sequence(dialect.positionIn(possibleIds(include), 't.id'), direction)
}

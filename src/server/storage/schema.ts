// The tables, indexes and triggers of a calendar, for every engine. Triggers keep the links of events and the uses of
// terms, so that no statement can leave them out.
import { keysOf } from '../../base/collections.ts'
import { type ColumnType, isRegular, table_names, tableColumns } from './columns.ts'
import type { Dialect } from './sql.ts'

/** What engines write differently in the statements that create a calendar. */
export interface SchemaDialect extends Pick<Dialect, 'idsIn' | 'isIn'> {
  readonly types: Readonly<Record<ColumnType, string>>
  /** A column of ids without any. */
  readonly no_ids: string
  /** After the definition of a table, and of one that is stored in the order of its primary key. */
  readonly table_end: string
  readonly keyed_table_end: string
  /** After the primary key of a link table: what lists read from its index. */
  readonly link_key_end: string
  /** The counter in which a transaction counts the uses of terms. */
  readonly counter: string
  trigger(definition: Trigger): readonly string[]
}

/** Statements that run after each change of an event, which has the rows `old` and `new`. */
export interface Trigger {
  readonly name: string
  /** `INSERT`, `DELETE` or `UPDATE OF` some columns. */
  readonly after: string
  readonly when: string
  readonly statements: readonly string[]
}

/**
 * The columns of an event with ids of other records, and the tables that have one row for each of these links, which
 * triggers keep. Events are read with their columns: the tables take twice as long for a page (docs/performance.md),
 * and have neither the order in which organizers were given nor an index by event.
 */
export const link_table_of = {
  venue: 'event_place',
  organizer: 'event_place',
  categories: 'event_term',
  tags: 'event_term',
} as const
export type LinkColumn = keyof typeof link_table_of
export type LinkTable = (typeof link_table_of)[LinkColumn]
export const link_tables: readonly LinkTable[] = ['event_place', 'event_term']
const link_columns = keysOf(link_table_of)
const columnsIn = (table: LinkTable) => link_columns.filter((column) => link_table_of[column] === table)

/** Links are in list order, and have what lists read of an event. */
const link_order = ['listing_bucket', 'list_start', 'list_date'] as const
const link_values = [...link_order, 'list_from', 'list_end'] as const
const listed = [...link_values, ...link_columns]

/** The statements that create the tables. */
export function createTables({ types, table_end, keyed_table_end, link_key_end }: SchemaDialect): readonly string[] {
  const { integer, text } = types
  const defined = (table: (typeof table_names)[number]) =>
    [...tableColumns(table)]
      .sort(([a], [b]) => Number(isLong(a)) - Number(isLong(b)))
      .map(([name, type]) => `${name} ${types[type]}`)
  const link = `target ${integer}, listing_bucket ${text}, list_start ${integer}, list_date ${integer},
    event ${integer}, list_from ${integer}, list_end ${integer},
    PRIMARY KEY (target, ${link_order.join(', ')}, event)${link_key_end}`
  const use = `term ${integer}, counter ${integer}, n ${integer}, PRIMARY KEY (term, counter)`
  return [
    ...table_names.map((table) => `CREATE TABLE ${table} (${defined(table).join(', ')})${table_end}`),
    ...link_tables.map((table) => `CREATE TABLE ${table} (${link})${keyed_table_end}`),
    `CREATE TABLE term_use (${use})${keyed_table_end}`,
  ]
}

/** Long texts come last: columns after them are slow to read. */
function isLong(column: string): boolean {
  return ['description', 'excerpt', 'words'].includes(column)
}

/**
 * The indexes that all engines have. Lists of one listing bucket are read and counted in the first, those of several in
 * the second, without reading events; `event_irregular` bounds the starts of the events that end in a window.
 */
export const common_indexes: readonly string[] = [
  'CREATE INDEX event_by_bucket ON event (listing_bucket, list_start, list_date, id, list_from, list_end)',
  'CREATE INDEX event_by_start ON event (list_start, list_date, id, listing_bucket, list_from, list_end)',
  'CREATE INDEX event_featured ON event (listing_bucket, list_start, list_date, id, list_from, list_end) WHERE featured',
  `CREATE INDEX event_irregular ON event (listing_bucket, list_from, list_end) WHERE NOT ${isRegular()}`,
  'CREATE INDEX event_by_parent ON event (post_parent) WHERE post_parent <> 0',
  ...columnsIn('event_place').flatMap((kind) => [
    `CREATE INDEX ${kind}_by_date ON ${kind} (status, date, id)`,
    `CREATE INDEX ${kind}_by_title ON ${kind} (title_key)`,
  ]),
  'CREATE INDEX venue_by_latitude ON venue (geo_lat, geo_lng) WHERE geo_lat IS NOT NULL',
  'CREATE UNIQUE INDEX term_by_slug ON term (taxonomy, slug)',
  'CREATE INDEX term_by_name ON term (taxonomy, name_key)',
  'CREATE INDEX term_by_lower ON term (taxonomy, name_lower)',
  'CREATE INDEX term_by_parent ON term (parent) WHERE parent <> 0',
  'CREATE UNIQUE INDEX media_by_url ON media (url)',
  'CREATE UNIQUE INDEX users_by_login ON users (login)',
  'CREATE INDEX users_by_email ON users (email)',
]

/** The triggers that keep the link tables and the uses of terms. */
export function createTriggers(dialect: SchemaDialect): readonly string[] {
  const link = link_tables.map((table) => addLinks(dialect, table, 'new'))
  const unlink = link_tables.map((table) => removeLinks(dialect, table))
  const use = usesOf(dialect, 'new', 1)
  const unuse = usesOf(dialect, 'old', -1)
  const hasIds = (row: string, columns: readonly string[]) =>
    `(${columns.map((column) => `${row}.${column} <> ${dialect.no_ids}`).join(' OR ')})`
  const hasLinks = (row: string) => hasIds(row, link_columns)
  const isUsing = (row: string) => `${row}.status = 'publish' AND ${hasIds(row, columnsIn('event_term'))}`
  const used = ['status', ...columnsIn('event_term')]
  /** On a change of an event that had or has links: without any there is nothing to do. */
  const onChangeOf = (columns: readonly string[], has: (row: string) => string): Pick<Trigger, 'after' | 'when'> => {
    const { after, when } = onChange(columns)
    return { after, when: `(${has('old')} OR ${has('new')}) AND ${when}` }
  }
  const triggers: readonly Trigger[] = [
    { name: 'event_linked', after: 'INSERT', when: hasLinks('new'), statements: link },
    { name: 'event_unlinked', after: 'DELETE', when: hasLinks('old'), statements: unlink },
    { name: 'event_relinked', ...onChangeOf(listed, hasLinks), statements: [...unlink, ...link] },
    { name: 'terms_used', after: 'INSERT', when: isUsing('new'), statements: [countUses(dialect, [use])] },
    { name: 'terms_unused', after: 'DELETE', when: isUsing('old'), statements: [countUses(dialect, [unuse])] },
    { name: 'terms_reused', ...onChangeOf(used, isUsing), statements: [countUses(dialect, [unuse, use])] },
  ]
  return triggers.flatMap(dialect.trigger)
}

/** When an update changes one of these columns. */
export function onChange(columns: readonly string[]): Pick<Trigger, 'after' | 'when'> {
  const row = (name: string) => `(${columns.map((column) => `${name}.${column}`).join(', ')})`
  return { after: `UPDATE OF ${columns.join(', ')}`, when: `${row('old')} <> ${row('new')}` }
}

const columnsOf = (row: string, columns: readonly string[]) => columns.map((column) => `${row}.${column}`)

/** Links an event, or each one that `from` names. */
export function addLinks({ idsIn }: SchemaDialect, table: LinkTable, row: string, from = ''): string {
  return `INSERT INTO ${table} (target, event, ${link_values.join(', ')})
    SELECT i.value, ${row}.id, ${columnsOf(row, link_values).join(', ')}
    FROM ${from}${idsIn(...columnsOf(row, columnsIn(table)))} WHERE TRUE ON CONFLICT DO NOTHING`
}

function removeLinks({ isIn }: SchemaDialect, table: LinkTable): string {
  const position = link_order.map((column) => `${column} = old.${column}`)
  return `DELETE FROM ${table}
    WHERE ${isIn('target', ...columnsOf('old', columnsIn(table)))} AND ${position.join(' AND ')} AND event = old.id`
}

function usesOf({ idsIn }: SchemaDialect, row: string, change: 1 | -1): string {
  return `SELECT DISTINCT i.value AS term, ${change} AS change
    FROM ${idsIn(...columnsOf(row, columnsIn('event_term')))} WHERE ${row}.status = 'publish'`
}

/**
 * Adds changes to the published events of terms, which are the sum of the counters of a term. Terms are always counted
 * in the same order, so that transactions do not wait for each other in a circle.
 */
function countUses({ counter }: SchemaDialect, changes: readonly string[]): string {
  return `INSERT INTO term_use (term, counter, n)
    SELECT term, ${counter}, sum(change) FROM (${changes.join(' UNION ALL ')}) AS changes
    GROUP BY term HAVING sum(change) <> 0 ORDER BY term
    ON CONFLICT (term, counter) DO UPDATE SET n = term_use.n + excluded.n`
}

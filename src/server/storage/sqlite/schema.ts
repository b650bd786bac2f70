// The tables of a database file. Triggers maintain links and counters, so that no statement can leave them out.
import { post_kinds } from '../../domain/records.ts'
import { type ColumnType, common_indexes, createTable, isRegular, table_names } from '../columns.ts'
import { key_day } from '../derived.ts'

/** `cal1` as a number: identifies a database file. */
export const application_id = 0x63616c31

/** Incremented with every change of the tables; files of other versions are refused. */
export const schema_version = 6

const types: Readonly<Record<ColumnType, string>> = {
  key: 'INTEGER PRIMARY KEY',
  name: 'TEXT PRIMARY KEY NOT NULL',
  integer: 'INTEGER NOT NULL',
  real: 'REAL',
  text: 'TEXT NOT NULL',
  optional: 'TEXT',
  flag: 'INTEGER NOT NULL',
  list: 'TEXT NOT NULL',
  image: 'TEXT NOT NULL',
}

/** `used` counts the published events of a term. */
const tables = table_names.map(
  (name) => `${createTable(name, types, name === 'term' ? ['used INTEGER NOT NULL DEFAULT 0'] : [])} STRICT`,
)

const indexes = [
  ...common_indexes,
  ...post_kinds.map((kind) => `CREATE INDEX ${kind}_by_slug ON ${kind} (slug) WHERE slug <> ''`),
]

/** The events of each venue or organizer (`event_place`) and of each term (`event_term`), in list order. */
const links = `
${['event_place', 'event_term']
  .map(
    (table) => `CREATE TABLE ${table} (
  target INTEGER NOT NULL, listing_bucket TEXT NOT NULL, list_start INTEGER NOT NULL,
  list_date INTEGER NOT NULL, event INTEGER NOT NULL,
  list_from INTEGER NOT NULL, list_end INTEGER NOT NULL,
  PRIMARY KEY (target, listing_bucket, list_start, list_date, event)
) STRICT, WITHOUT ROWID;
`,
  )
  .join('')}CREATE TRIGGER term_used AFTER INSERT ON event_term WHEN new.listing_bucket IN ('publish', 'publish~')
BEGIN UPDATE term SET used = used + 1 WHERE id = new.target; END;
CREATE TRIGGER term_unused AFTER DELETE ON event_term WHEN old.listing_bucket IN ('publish', 'publish~')
BEGIN UPDATE term SET used = used - 1 WHERE id = old.target; END;`

/**
 * How many regular events of a listing bucket start on a day, `YYYYMMDD`; totals of plain windows are sums of these.
 * Counting the events of a list took three times as long with 100,000.
 */
const counters = `
CREATE TABLE event_count (
  listing_bucket TEXT NOT NULL, day INTEGER NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (listing_bucket, day)
) STRICT, WITHOUT ROWID;`

const dayOf = (row: string) => `${row}.list_from / ${key_day}`

const link = 'SELECT value, new.listing_bucket, new.list_start, new.list_date, new.id, new.list_from, new.list_end'

const add_derived = `
  INSERT OR IGNORE INTO event_place ${link} FROM json_each(new.venue) WHERE new.venue <> '[]';
  INSERT OR IGNORE INTO event_place ${link} FROM json_each(new.organizer) WHERE new.organizer <> '[]';
  INSERT OR IGNORE INTO event_term ${link} FROM json_each(new.categories) WHERE new.categories <> '[]';
  INSERT OR IGNORE INTO event_term ${link} FROM json_each(new.tags) WHERE new.tags <> '[]';
  INSERT INTO event_count SELECT new.listing_bucket, ${dayOf('new')}, 1 WHERE ${isRegular('new.')}
    ON CONFLICT DO UPDATE SET n = n + 1;`

/** Without links `json_each` is not called: trashing an event takes 40 instead of 60 µs. */
const unlinked = (table: string, column: string) => `
  DELETE FROM ${table} WHERE old.${column} <> '[]' AND target IN (SELECT value FROM json_each(old.${column}))
    AND listing_bucket = old.listing_bucket AND list_start = old.list_start AND list_date = old.list_date AND event = old.id;`

const remove_derived = `
  ${unlinked('event_place', 'venue')} ${unlinked('event_place', 'organizer')}
  ${unlinked('event_term', 'categories')} ${unlinked('event_term', 'tags')}
  UPDATE event_count SET n = n - 1
    WHERE listing_bucket = old.listing_bucket AND day = ${dayOf('old')} AND ${isRegular('old.')};`

const listed = 'listing_bucket, list_start, list_from, list_end, list_date, venue, organizer, categories, tags'
const differs = listed
  .split(', ')
  .map((column) => `old.${column} IS NOT new.${column}`)
  .join(' OR ')

const event_triggers = `
CREATE TRIGGER event_inserted AFTER INSERT ON event BEGIN ${add_derived} END;
CREATE TRIGGER event_changed AFTER UPDATE OF ${listed} ON event WHEN ${differs}
BEGIN ${remove_derived} ${add_derived} END;
CREATE TRIGGER event_deleted AFTER DELETE ON event BEGIN ${remove_derived} END;`

const is_indexed = "new.id <= (SELECT value FROM meta WHERE name = 'indexed_to')"

/**
 * The trigram index is updated in the background: `indexed_to` in `meta` is the highest indexed id, and
 * `event_unindexed` has the lower ids whose entries are out of date.
 */
const trigrams = `
CREATE TABLE event_unindexed (id INTEGER PRIMARY KEY) STRICT;
CREATE TRIGGER event_words_changed AFTER UPDATE OF words ON event WHEN new.words <> old.words AND ${is_indexed}
BEGIN INSERT OR IGNORE INTO event_unindexed VALUES (new.id); END;
CREATE VIRTUAL TABLE event_trigram USING fts5(words, content='', contentless_delete=1, detail=none, tokenize='trigram case_sensitive 1');`

const meta = 'CREATE TABLE meta (name TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID;'

/** Sets the calendar's random id. Copies keep it: a restored calendar is the same calendar (decision 7). */
const set_calendar_id = "INSERT OR IGNORE INTO meta (name, value) VALUES ('calendar_id', lower(hex(randomblob(16))))"

/** The statements for a new file. */
export const schema = [
  ...[...tables, ...indexes].map((statement) => `${statement};`),
  links,
  counters,
  event_triggers,
  meta,
  trigrams,
  `${set_calendar_id};`,
].join('\n')

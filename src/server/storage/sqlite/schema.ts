// The tables of a database file, and what only files have: counters of events by day, and the search index.
import { post_kinds } from '../../domain/records.ts'
import { isRegular, key_day } from '../columns.ts'
import { common_indexes, createTables, createTriggers, onChange, type SchemaDialect } from '../schema.ts'
import { dialect } from './sqlite.ts'

/** `cal1` as a number: identifies a database file. */
export const application_id = 0x63616c31

/** Incremented with every change of the tables; files of other versions are refused. */
export const schema_version = 7

const schema_dialect: SchemaDialect = {
  ...dialect,
  types: {
    key: 'INTEGER PRIMARY KEY',
    name: 'TEXT PRIMARY KEY NOT NULL',
    integer: 'INTEGER NOT NULL',
    real: 'REAL',
    text: 'TEXT NOT NULL',
    optional: 'TEXT',
    flag: 'INTEGER NOT NULL',
    list: 'TEXT NOT NULL',
    image: 'TEXT NOT NULL',
  },
  no_ids: "'[]'",
  table_end: ' STRICT',
  keyed_table_end: ' STRICT, WITHOUT ROWID',
  link_key_end: '',
  // Only one transaction writes.
  counter: '0',
  trigger: ({ name, after, when, statements }) => [
    `CREATE TRIGGER ${name} AFTER ${after} ON event WHEN ${when} BEGIN ${statements.join('; ')}; END`,
  ],
}

const slug_indexes = post_kinds.map((kind) => `CREATE INDEX ${kind}_by_slug ON ${kind} (slug) WHERE slug <> ''`)

const dayOf = (row: string) => `${row}.list_from / ${key_day}`
const count = `INSERT INTO event_count SELECT new.listing_bucket, ${dayOf('new')}, 1 WHERE ${isRegular('new.')}
  ON CONFLICT DO UPDATE SET n = n + 1`
const uncount = `UPDATE event_count SET n = n - 1
  WHERE listing_bucket = old.listing_bucket AND day = ${dayOf('old')} AND ${isRegular('old.')}`

/**
 * How many regular events of a listing bucket start on a day, `YYYYMMDD`; totals of plain windows are sums of these.
 * Counting the events of a list took three times as long with 100,000.
 */
const counters = [
  `CREATE TABLE event_count (
    listing_bucket TEXT NOT NULL, day INTEGER NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (listing_bucket, day)
  ) STRICT, WITHOUT ROWID`,
  ...[
    { name: 'event_counted', after: 'INSERT', when: isRegular('new.'), statements: [count] },
    { name: 'event_uncounted', after: 'DELETE', when: isRegular('old.'), statements: [uncount] },
    {
      name: 'event_recounted',
      ...onChange(['listing_bucket', 'list_from', 'list_end']),
      statements: [uncount, count],
    },
  ].flatMap(schema_dialect.trigger),
]

const is_indexed = "new.id <= (SELECT value FROM meta WHERE name = 'indexed_to')"

/**
 * The trigram index is updated in the background: `indexed_to` in `meta` is the highest indexed id, and
 * `event_unindexed` has the lower ids whose entries are out of date.
 */
const trigrams = [
  'CREATE TABLE event_unindexed (id INTEGER PRIMARY KEY) STRICT',
  ...schema_dialect.trigger({
    name: 'event_words_changed',
    after: 'UPDATE OF words',
    when: `new.words <> old.words AND ${is_indexed}`,
    statements: ['INSERT OR IGNORE INTO event_unindexed VALUES (new.id)'],
  }),
  "CREATE VIRTUAL TABLE event_trigram USING fts5(words, content='', contentless_delete=1, detail=none, tokenize='trigram case_sensitive 1')",
]

const meta = 'CREATE TABLE meta (name TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID'

/** The statements for a new file. */
export const schema = [
  ...createTables(schema_dialect),
  ...common_indexes,
  ...slug_indexes,
  ...createTriggers(schema_dialect),
  ...counters,
  meta,
  ...trigrams,
]
  .map((statement) => `${statement};`)
  .join('\n')

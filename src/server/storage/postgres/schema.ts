// The tables of a calendar in PostgreSQL, in the schema that the connection's `search_path` names first, and what only
// databases have: unique slugs and the search index. Lists are arrays, images JSON.
import { post_kinds } from '../../domain/records.ts'
import { addLinks, common_indexes, createTables, createTriggers, link_tables, type SchemaDialect } from '../schema.ts'
import { dialect } from './connection.ts'
import { missing_extension } from './errors.ts'

/** Incremented with every change of the tables; other versions are refused. */
export const postgres_schema_version = 8

/** Texts compare and sort by code point in every database, as in SQLite. */
const text = 'text COLLATE "C" NOT NULL'

const schema_dialect: SchemaDialect = {
  ...dialect,
  types: {
    key: 'bigint PRIMARY KEY',
    name: `${text} PRIMARY KEY`,
    integer: 'bigint NOT NULL',
    real: 'double precision',
    text,
    optional: 'text COLLATE "C"',
    flag: 'boolean NOT NULL',
    list: 'bigint[] NOT NULL',
    image: text,
  },
  no_ids: "'{}'",
  table_end: '',
  keyed_table_end: '',
  link_key_end: ' INCLUDE (list_from, list_end)',
  // Each connection has its own, so that transactions with the same terms do not change the same row; connections whose
  // numbers collide are retried.
  counter: 'pg_backend_pid() % 64',
  trigger: ({ name, after, when, statements }) => [
    triggerFunction(name, `${statements.join('; ')}; RETURN NULL`),
    `CREATE TRIGGER ${name} AFTER ${after} ON event FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION ${name}()`,
  ],
}

function triggerFunction(name: string, body: string): string {
  return `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body}; END $$`
}

/** Rows that are truncated have no triggers of their own. Truncating more tables would need more rights and locks. */
const truncate = [
  triggerFunction(
    'event_truncated',
    'DELETE FROM event_place; DELETE FROM event_term; DELETE FROM term_use; RETURN NULL',
  ),
  'CREATE TRIGGER event_truncated AFTER TRUNCATE ON event EXECUTE FUNCTION event_truncated()',
]

/**
 * `slug_copy` is 0 for the first record of a slug and the own id for others, which may be drafts. Transactions that
 * take the same slug at the same time both write 0, so that one of them fails and is retried. Rows of up to a page are
 * not compressed, which took a third of the time of an insert.
 */
const storage = [
  ...post_kinds.flatMap((kind) => [
    `ALTER TABLE ${kind} ADD COLUMN slug_copy bigint NOT NULL DEFAULT 0`,
    `ALTER TABLE ${kind} SET (toast_tuple_target = 8160)`,
  ]),
  'ALTER TABLE term_use SET (fillfactor = 50)',
]

/** Fills the columns and tables that triggers keep otherwise. */
export const fill_derived = [
  ...post_kinds.map(
    (kind) => `UPDATE ${kind} SET slug_copy = ${kind}.id
      FROM (SELECT slug, min(id) AS first FROM ${kind} WHERE slug <> '' GROUP BY slug HAVING count(*) > 1) AS shared
      WHERE ${kind}.slug = shared.slug AND ${kind}.id <> shared.first`,
  ),
  ...link_tables.map((table) => addLinks(schema_dialect, table, 'event', 'event, ')),
  `INSERT INTO term_use (term, counter, n) SELECT target, 0, count(*) FROM event_term
    WHERE listing_bucket IN ('publish', 'publish~') GROUP BY target`,
]

const slug_copies = post_kinds.flatMap((kind) => [
  triggerFunction(
    `mark_${kind}_slug`,
    `NEW.slug_copy := CASE WHEN EXISTS (SELECT FROM ${kind} AS other
      WHERE other.slug <> '' AND other.slug = NEW.slug AND other.id <> NEW.id) THEN NEW.id ELSE 0 END;
    RETURN NEW`,
  ),
  `CREATE TRIGGER ${kind}_slug_inserted BEFORE INSERT ON ${kind} FOR EACH ROW EXECUTE FUNCTION mark_${kind}_slug()`,
  `CREATE TRIGGER ${kind}_slug_changed BEFORE UPDATE ON ${kind} FOR EACH ROW WHEN (OLD.slug <> NEW.slug)
    EXECUTE FUNCTION mark_${kind}_slug()`,
])

const indexes = [
  ...common_indexes,
  ...post_kinds.map((kind) => `CREATE UNIQUE INDEX ${kind}_by_slug ON ${kind} (slug, slug_copy) WHERE slug <> ''`),
]

/**
 * The extension may be in any schema; it belongs to the whole database, so it is not created in the calendar's own
 * schema, with which it would be deleted. The lock is for calendars in other schemas that are created at the same time:
 * `IF NOT EXISTS` alone fails then.
 */
const trigrams = `DO $$ BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('pg_trgm', 0));
    BEGIN
      CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
    EXCEPTION WHEN insufficient_privilege OR feature_not_supported OR undefined_file OR invalid_schema_name THEN
      RAISE EXCEPTION USING ERRCODE = '${missing_extension}', MESSAGE = SQLERRM;
    END;
    ${post_kinds
      .map(
        (kind) => `EXECUTE format('CREATE INDEX ${kind}_by_words ON ${kind} USING gin (words %I.gin_trgm_ops)',
      (SELECT nspname FROM pg_namespace JOIN pg_extension ON extnamespace = pg_namespace.oid WHERE extname = 'pg_trgm'));`,
      )
      .join('\n    ')}
  END $$`

/** The statements for a new calendar, in this order: the tables, then what is maintained with every write. */
export const postgres_tables: readonly string[] = [
  'CREATE SEQUENCE post_id',
  'CREATE SEQUENCE term_id',
  ...createTables(schema_dialect),
  ...storage,
  `CREATE TABLE meta (name ${text} PRIMARY KEY, value ${text})`,
]
export const postgres_indexes: readonly string[] = [
  ...createTriggers(schema_dialect),
  ...truncate,
  ...slug_copies,
  ...indexes,
  trigrams,
]

// The tables of a calendar in PostgreSQL, in the schema that the connection's `search_path` names first. They are those
// of SQLite: lists are arrays, images JSON.
import { post_kinds } from '../../domain/records.ts'
import { type ColumnType, common_indexes, createTable, table_names } from '../columns.ts'
import { missing_extension } from './errors.ts'

/** Incremented with every change of the tables; other versions are refused. */
export const postgres_schema_version = 7

/** Texts compare and sort by code point in every database, as in SQLite. */
const text = 'text COLLATE "C" NOT NULL'

const types: Readonly<Record<ColumnType, string>> = {
  key: 'bigint PRIMARY KEY',
  name: `${text} PRIMARY KEY`,
  integer: 'bigint NOT NULL',
  real: 'double precision',
  text,
  optional: 'text COLLATE "C"',
  flag: 'boolean NOT NULL',
  list: 'bigint[] NOT NULL',
  image: text,
}

/**
 * `slug_copy` is 0 for the first record of a slug and the own id for others, which may be drafts. Transactions that
 * take the same slug at the same time both write 0, so that one of them fails and is retried.
 */
const tables = table_names.map((name) =>
  createTable(name, types, post_kinds.some((kind) => kind === name) ? ['slug_copy bigint NOT NULL DEFAULT 0'] : []),
)

/** Rows of up to a page are not compressed, which took a third of the time of an insert. */
const uncompressed = post_kinds.map((kind) => `ALTER TABLE ${kind} SET (toast_tuple_target = 8160)`)

/**
 * The published events that use a term are the sum of its counters. Each connection has its own, so that transactions
 * with the same terms do not change the same row; connections whose numbers collide are retried.
 */
const term_uses_table =
  'CREATE TABLE term_use (term bigint, counter bigint, n bigint NOT NULL, PRIMARY KEY (term, counter)) WITH (fillfactor = 50)'
const term_uses = [
  `CREATE FUNCTION count_term_uses() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      removed bigint[] := '{}';
      added bigint[] := '{}';
    BEGIN
      IF TG_OP = 'TRUNCATE' THEN
        DELETE FROM term_use;
        DELETE FROM event_place;
        DELETE FROM event_term;
        RETURN NULL;
      END IF;
      IF TG_OP <> 'INSERT' AND OLD.status = 'publish' THEN removed := OLD.categories || OLD.tags; END IF;
      IF TG_OP <> 'DELETE' AND NEW.status = 'publish' THEN added := NEW.categories || NEW.tags; END IF;
      INSERT INTO term_use AS used (term, counter, n)
        SELECT term, pg_backend_pid() % 64, sum(change) FROM (
          SELECT DISTINCT unnest(removed) AS term, -1 AS change UNION ALL SELECT DISTINCT unnest(added), 1
        ) AS changes GROUP BY term HAVING sum(change) <> 0 ORDER BY term
        ON CONFLICT (term, counter) DO UPDATE SET n = used.n + excluded.n;
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER event_added AFTER INSERT ON event FOR EACH ROW
    WHEN (NEW.status = 'publish' AND (NEW.categories <> '{}' OR NEW.tags <> '{}')) EXECUTE FUNCTION count_term_uses()`,
  `CREATE TRIGGER event_removed AFTER DELETE ON event FOR EACH ROW
    WHEN (OLD.status = 'publish' AND (OLD.categories <> '{}' OR OLD.tags <> '{}')) EXECUTE FUNCTION count_term_uses()`,
  `CREATE TRIGGER event_changed AFTER UPDATE ON event FOR EACH ROW
    WHEN ((OLD.status, OLD.categories, OLD.tags) IS DISTINCT FROM (NEW.status, NEW.categories, NEW.tags))
    EXECUTE FUNCTION count_term_uses()`,
  'CREATE TRIGGER events_truncated AFTER TRUNCATE ON event EXECUTE FUNCTION count_term_uses()',
]

const link_columns = `target bigint, listing_bucket text COLLATE "C", list_start bigint, list_date bigint, event bigint,
  list_from bigint NOT NULL, list_end bigint NOT NULL,
  PRIMARY KEY (target, listing_bucket, list_start, list_date, event) INCLUDE (list_from, list_end)`

/** The events of each venue or organizer (`event_place`) and of each term (`event_term`), in list order. */
const link_tables = [`CREATE TABLE event_place (${link_columns})`, `CREATE TABLE event_term (${link_columns})`]

const link_sources = { event_place: ['venue', 'organizer'], event_term: ['categories', 'tags'] } as const
const link_names = ['event_place', 'event_term'] as const

const idsOf = (table: (typeof link_names)[number], row: string) =>
  link_sources[table].map((column) => `${row}.${column}`).join(' || ')
const linksOf = (table: (typeof link_names)[number], row: string) =>
  `SELECT DISTINCT unnest(${idsOf(table, row)}), ${row}.listing_bucket, ${row}.list_start, ${row}.list_date, ${row}.id,
        ${row}.list_from, ${row}.list_end`

/** Fills the link tables, which triggers otherwise do. */
export const fill_links = link_names.map((table) => `INSERT INTO ${table} ${linksOf(table, 'event')} FROM event`)

const listed = 'listing_bucket, list_start, list_date, list_from, list_end, venue, organizer, categories, tags'.split(
  ', ',
)
const listedOf = (row: string) => `(${listed.map((column) => `${row}.${column}`).join(', ')})`
const hasLinks = (row: string) => `(${idsOf('event_place', row)} || ${idsOf('event_term', row)}) <> '{}'`

const link_triggers = [
  `CREATE FUNCTION link_event() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF TG_OP <> 'INSERT' THEN
      ${link_names
        .map(
          (table) => `DELETE FROM ${table} WHERE target = ANY(${idsOf(table, 'OLD')}) AND event = OLD.id
        AND listing_bucket = OLD.listing_bucket AND list_start = OLD.list_start AND list_date = OLD.list_date;`,
        )
        .join('\n      ')}
    END IF;
    IF TG_OP <> 'DELETE' THEN
      ${link_names.map((table) => `INSERT INTO ${table} ${linksOf(table, 'NEW')};`).join('\n      ')}
    END IF;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER event_linked AFTER INSERT ON event FOR EACH ROW WHEN (${hasLinks('NEW')})
    EXECUTE FUNCTION link_event()`,
  `CREATE TRIGGER event_unlinked AFTER DELETE ON event FOR EACH ROW WHEN (${hasLinks('OLD')})
    EXECUTE FUNCTION link_event()`,
  `CREATE TRIGGER event_relinked AFTER UPDATE ON event FOR EACH ROW
    WHEN (${listedOf('OLD')} IS DISTINCT FROM ${listedOf('NEW')}) EXECUTE FUNCTION link_event()`,
]

const slug_copies = post_kinds.flatMap((kind) => [
  `CREATE FUNCTION mark_${kind}_slug() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    NEW.slug_copy := CASE WHEN EXISTS (SELECT FROM ${kind} AS other
      WHERE other.slug <> '' AND other.slug = NEW.slug AND other.id <> NEW.id) THEN NEW.id ELSE 0 END;
    RETURN NEW;
  END $$`,
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
  ...tables,
  ...uncompressed,
  term_uses_table,
  ...link_tables,
  `CREATE TABLE meta (name ${text} PRIMARY KEY, value ${text})`,
]
export const postgres_indexes: readonly string[] = [
  ...term_uses,
  ...link_triggers,
  ...slug_copies,
  ...indexes,
  trigrams,
]

// The tables of a database file. Triggers maintain links and counters, so that no statement can leave them out.

/** `cal1` as a number: identifies a database file. */
export const application_id = 0x63616c31

/** Incremented with every change of the tables; files of other versions are refused. */
export const schema_version = 5

const post_columns = `
  id INTEGER PRIMARY KEY,
  author INTEGER NOT NULL,
  status TEXT NOT NULL,
  date TEXT NOT NULL,
  date_utc TEXT NOT NULL,
  modified TEXT NOT NULL,
  modified_utc TEXT NOT NULL,
  title TEXT NOT NULL,
  slug TEXT NOT NULL,
  image TEXT NOT NULL`

/** `title_key` finds venues and organizers by name. */
const place_columns = `${post_columns},
  title_key TEXT NOT NULL,
  password TEXT NOT NULL DEFAULT ''`

/**
 * Long texts come last: columns after them are slow to read. `words` is the text that searches read, without case and
 * accents; a separate table for it cost three more pages in each commit.
 */
const text_columns = `
  description TEXT NOT NULL,
  excerpt TEXT NOT NULL,
  words TEXT NOT NULL`

/**
 * `listing_bucket` is the status, with `~` appended if the event is hidden from listings. Lists are sorted by
 * `list_start` on the event's own clock; windows compare `list_from` and `list_end` on the site's clock, which differs
 * only for a site in UTC. All three are numbers.
 */
const events = `
CREATE TABLE event (${post_columns},
  all_day INTEGER NOT NULL,
  start_date TEXT NOT NULL,
  end_date TEXT NOT NULL,
  utc_start_date TEXT NOT NULL,
  utc_end_date TEXT NOT NULL,
  timezone TEXT NOT NULL,
  cost TEXT NOT NULL,
  website TEXT,
  show_map INTEGER NOT NULL,
  show_map_link INTEGER NOT NULL,
  hide_from_listings INTEGER NOT NULL,
  sticky INTEGER NOT NULL,
  featured INTEGER NOT NULL,
  password TEXT NOT NULL,
  post_parent INTEGER NOT NULL,
  venue TEXT NOT NULL,
  organizer TEXT NOT NULL,
  categories TEXT NOT NULL,
  tags TEXT NOT NULL,
  listing_bucket TEXT NOT NULL,
  list_start INTEGER NOT NULL,
  list_from INTEGER NOT NULL,
  list_end INTEGER NOT NULL,
  list_date INTEGER NOT NULL,${text_columns}
) STRICT;
CREATE INDEX event_by_start ON event (listing_bucket, list_start, list_date, id, list_from, list_end);
CREATE INDEX event_by_end ON event (listing_bucket, list_end);
CREATE INDEX event_backward ON event (listing_bucket) WHERE list_end < list_from;
CREATE INDEX event_featured ON event (listing_bucket, list_start, list_date, id, list_from, list_end)
  WHERE featured = 1;
CREATE INDEX event_by_slug ON event (slug) WHERE slug <> '';
CREATE INDEX event_by_parent ON event (post_parent) WHERE post_parent <> 0;
CREATE INDEX event_long ON event (listing_bucket, list_from, list_end) WHERE list_end - list_from > 1000000;
CREATE INDEX event_long_by_end ON event (listing_bucket, list_end, list_from) WHERE list_end - list_from > 1000000;
CREATE INDEX event_by_length ON event (listing_bucket, list_end - list_from, list_from, list_end) WHERE list_end - list_from > 100000000;`

const places = `
CREATE TABLE venue (${place_columns},
  address TEXT NOT NULL,
  city TEXT NOT NULL,
  country TEXT NOT NULL,
  province TEXT NOT NULL,
  state TEXT NOT NULL,
  zip TEXT NOT NULL,
  phone TEXT NOT NULL,
  stateprovince TEXT NOT NULL,
  website TEXT NOT NULL,
  show_map INTEGER NOT NULL,
  show_map_link INTEGER NOT NULL,
  geo_lat REAL,
  geo_lng REAL,${text_columns}
) STRICT;
CREATE TABLE organizer (${place_columns},
  phone TEXT NOT NULL,
  website TEXT NOT NULL,
  email TEXT NOT NULL,${text_columns}
) STRICT;
CREATE INDEX venue_by_date ON venue (status, date, id);
CREATE INDEX venue_by_slug ON venue (slug) WHERE slug <> '';
CREATE INDEX venue_by_title ON venue (title_key);
CREATE INDEX venue_by_latitude ON venue (geo_lat, geo_lng) WHERE geo_lat IS NOT NULL;
CREATE INDEX organizer_by_date ON organizer (status, date, id);
CREATE INDEX organizer_by_slug ON organizer (slug) WHERE slug <> '';
CREATE INDEX organizer_by_title ON organizer (title_key);`

/** `used` counts published events; `name_key` and `description_key` sort without case and accents. */
const terms = `
CREATE TABLE term (
  id INTEGER PRIMARY KEY,
  taxonomy TEXT NOT NULL,
  name TEXT NOT NULL,
  slug TEXT NOT NULL,
  description TEXT NOT NULL,
  parent INTEGER NOT NULL,
  name_key TEXT NOT NULL,
  name_lower TEXT NOT NULL,
  description_key TEXT NOT NULL,
  used INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX term_by_slug ON term (taxonomy, slug);
CREATE INDEX term_by_name ON term (taxonomy, name_key);
CREATE INDEX term_by_lower ON term (taxonomy, name_lower);
CREATE INDEX term_by_parent ON term (parent) WHERE parent <> 0;`

/** The events of each venue or organizer (`event_place`) and of each term (`event_term`), in list order. */
const links = `
CREATE TABLE event_place (
  target INTEGER NOT NULL, listing_bucket TEXT NOT NULL, list_start INTEGER NOT NULL,
  list_date INTEGER NOT NULL, event INTEGER NOT NULL,
  list_from INTEGER NOT NULL, list_end INTEGER NOT NULL,
  PRIMARY KEY (target, listing_bucket, list_start, list_date, event)
) STRICT, WITHOUT ROWID;
CREATE TABLE event_term (
  target INTEGER NOT NULL, listing_bucket TEXT NOT NULL, list_start INTEGER NOT NULL,
  list_date INTEGER NOT NULL, event INTEGER NOT NULL,
  list_from INTEGER NOT NULL, list_end INTEGER NOT NULL,
  PRIMARY KEY (target, listing_bucket, list_start, list_date, event)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER term_used AFTER INSERT ON event_term WHEN new.listing_bucket IN ('publish', 'publish~')
BEGIN UPDATE term SET used = used + 1 WHERE id = new.target; END;
CREATE TRIGGER term_unused AFTER DELETE ON event_term WHEN old.listing_bucket IN ('publish', 'publish~')
BEGIN UPDATE term SET used = used - 1 WHERE id = old.target; END;`

/**
 * How many events of a listing bucket start (`side` 0) or end (1) on a day, `YYYYMMDD`; totals of plain windows are
 * sums of these. Counting the events of a list took three times as long with 100,000.
 */
const counters = `
CREATE TABLE event_count (
  listing_bucket TEXT NOT NULL, side INTEGER NOT NULL, span INTEGER NOT NULL, n INTEGER NOT NULL,
  PRIMARY KEY (listing_bucket, side, span)
) STRICT, WITHOUT ROWID;`

const link = 'SELECT value, new.listing_bucket, new.list_start, new.list_date, new.id, new.list_from, new.list_end'

const add_derived = `
  INSERT OR IGNORE INTO event_place ${link} FROM json_each(new.venue) WHERE new.venue <> '[]';
  INSERT OR IGNORE INTO event_place ${link} FROM json_each(new.organizer) WHERE new.organizer <> '[]';
  INSERT OR IGNORE INTO event_term ${link} FROM json_each(new.categories) WHERE new.categories <> '[]';
  INSERT OR IGNORE INTO event_term ${link} FROM json_each(new.tags) WHERE new.tags <> '[]';
  INSERT INTO event_count VALUES (new.listing_bucket, 0, new.list_from / 1000000, 1) ON CONFLICT DO UPDATE SET n = n + 1;
  INSERT INTO event_count VALUES (new.listing_bucket, 1, new.list_end / 1000000, 1) ON CONFLICT DO UPDATE SET n = n + 1;`

/** Without links `json_each` is not called: trashing an event takes 40 instead of 60 µs. */
const unlinked = (table: string, column: string) => `
  DELETE FROM ${table} WHERE old.${column} <> '[]' AND target IN (SELECT value FROM json_each(old.${column}))
    AND listing_bucket = old.listing_bucket AND list_start = old.list_start AND list_date = old.list_date AND event = old.id;`

const remove_derived = `
  ${unlinked('event_place', 'venue')} ${unlinked('event_place', 'organizer')}
  ${unlinked('event_term', 'categories')} ${unlinked('event_term', 'tags')}
  UPDATE event_count SET n = n - 1 WHERE listing_bucket = old.listing_bucket AND side = 0 AND span = old.list_from / 1000000;
  UPDATE event_count SET n = n - 1 WHERE listing_bucket = old.listing_bucket AND side = 1 AND span = old.list_end / 1000000;`

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
 * `post_unindexed` has the lower ids whose entries are out of date.
 */
const trigrams = `
CREATE TABLE post_unindexed (id INTEGER PRIMARY KEY) STRICT;
${['event', 'venue', 'organizer']
  .map(
    (kind) => `
CREATE TRIGGER ${kind}_words_changed AFTER UPDATE OF words ON ${kind} WHEN new.words <> old.words AND ${is_indexed}
BEGIN INSERT OR IGNORE INTO post_unindexed VALUES (new.id); END;`,
  )
  .join('')}
CREATE VIRTUAL TABLE post_trigram USING fts5(words, content='', contentless_delete=1, detail=none, tokenize='trigram case_sensitive 1');`

/** `spent` records what used an id and has no table: revisions and embedded URLs, in quirks mode. */
const rest = `
CREATE TABLE spent (name TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE media (id INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE users (id INTEGER PRIMARY KEY, login TEXT NOT NULL UNIQUE, email TEXT NOT NULL, role TEXT NOT NULL,
  password_hash TEXT NOT NULL) STRICT;
CREATE INDEX users_by_email ON users (email);
CREATE TABLE meta (name TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID;`

/** Sets the calendar's random id. Copies keep it: a restored calendar is the same calendar (decision 7). */
const set_calendar_id = "INSERT OR IGNORE INTO meta (name, value) VALUES ('calendar_id', lower(hex(randomblob(16))))"

/** The statements for a new file. */
export const schema = [
  events,
  places,
  terms,
  links,
  counters,
  event_triggers,
  rest,
  trigrams,
  `${set_calendar_id};`,
].join('\n')

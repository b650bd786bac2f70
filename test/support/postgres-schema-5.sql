-- The tables of a calendar of schema version 5 in PostgreSQL, as that version created them.
CREATE SEQUENCE post_id;
CREATE SEQUENCE term_id;
CREATE TABLE event (
  id bigint PRIMARY KEY,
  author bigint NOT NULL,
  status text COLLATE "C" NOT NULL,
  date text COLLATE "C" NOT NULL,
  date_utc text COLLATE "C" NOT NULL,
  modified text COLLATE "C" NOT NULL,
  modified_utc text COLLATE "C" NOT NULL,
  title text COLLATE "C" NOT NULL,
  description text COLLATE "C" NOT NULL,
  excerpt text COLLATE "C" NOT NULL,
  slug text COLLATE "C" NOT NULL,
  slug_copy bigint NOT NULL,
  image text COLLATE "C" NOT NULL,
  password text COLLATE "C" NOT NULL,
  words text COLLATE "C" NOT NULL,
  all_day boolean NOT NULL,
  start_date text COLLATE "C" NOT NULL,
  end_date text COLLATE "C" NOT NULL,
  utc_start_date text COLLATE "C" NOT NULL,
  utc_end_date text COLLATE "C" NOT NULL,
  timezone text COLLATE "C" NOT NULL,
  cost text COLLATE "C" NOT NULL,
  website text COLLATE "C",
  show_map boolean NOT NULL,
  show_map_link boolean NOT NULL,
  hide_from_listings boolean NOT NULL,
  sticky boolean NOT NULL,
  featured boolean NOT NULL,
  post_parent bigint NOT NULL,
  venue bigint[] NOT NULL,
  organizer bigint[] NOT NULL,
  categories bigint[] NOT NULL,
  tags bigint[] NOT NULL,
  listing_bucket text COLLATE "C" NOT NULL,
  list_start bigint NOT NULL,
  list_from bigint NOT NULL,
  list_end bigint NOT NULL,
  list_date bigint NOT NULL);
CREATE TABLE venue (
  id bigint PRIMARY KEY,
  author bigint NOT NULL,
  status text COLLATE "C" NOT NULL,
  date text COLLATE "C" NOT NULL,
  date_utc text COLLATE "C" NOT NULL,
  modified text COLLATE "C" NOT NULL,
  modified_utc text COLLATE "C" NOT NULL,
  title text COLLATE "C" NOT NULL,
  description text COLLATE "C" NOT NULL,
  excerpt text COLLATE "C" NOT NULL,
  slug text COLLATE "C" NOT NULL,
  slug_copy bigint NOT NULL,
  image text COLLATE "C" NOT NULL,
  password text COLLATE "C" NOT NULL,
  words text COLLATE "C" NOT NULL,
  title_key text COLLATE "C" NOT NULL,
  address text COLLATE "C" NOT NULL,
  city text COLLATE "C" NOT NULL,
  country text COLLATE "C" NOT NULL,
  province text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  zip text COLLATE "C" NOT NULL,
  phone text COLLATE "C" NOT NULL,
  stateprovince text COLLATE "C" NOT NULL,
  website text COLLATE "C" NOT NULL,
  show_map boolean NOT NULL,
  show_map_link boolean NOT NULL,
  geo_lat double precision,
  geo_lng double precision);
CREATE TABLE organizer (
  id bigint PRIMARY KEY,
  author bigint NOT NULL,
  status text COLLATE "C" NOT NULL,
  date text COLLATE "C" NOT NULL,
  date_utc text COLLATE "C" NOT NULL,
  modified text COLLATE "C" NOT NULL,
  modified_utc text COLLATE "C" NOT NULL,
  title text COLLATE "C" NOT NULL,
  description text COLLATE "C" NOT NULL,
  excerpt text COLLATE "C" NOT NULL,
  slug text COLLATE "C" NOT NULL,
  slug_copy bigint NOT NULL,
  image text COLLATE "C" NOT NULL,
  password text COLLATE "C" NOT NULL,
  words text COLLATE "C" NOT NULL,
  title_key text COLLATE "C" NOT NULL,
  phone text COLLATE "C" NOT NULL,
  website text COLLATE "C" NOT NULL,
  email text COLLATE "C" NOT NULL);
ALTER TABLE event SET (toast_tuple_target = 8160);
ALTER TABLE venue SET (toast_tuple_target = 8160);
ALTER TABLE organizer SET (toast_tuple_target = 8160);
CREATE TABLE term (
  id bigint PRIMARY KEY,
  taxonomy text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  slug text COLLATE "C" NOT NULL,
  description text COLLATE "C" NOT NULL,
  parent bigint NOT NULL,
  name_key text COLLATE "C" NOT NULL,
  name_lower text COLLATE "C" NOT NULL,
  description_key text COLLATE "C" NOT NULL,
  UNIQUE (taxonomy, slug));
CREATE TABLE term_use (term bigint, counter bigint, n bigint NOT NULL, PRIMARY KEY (term, counter)) WITH (fillfactor = 50);
CREATE TABLE spent (name text COLLATE "C" NOT NULL PRIMARY KEY, text text COLLATE "C" NOT NULL);
CREATE TABLE media (id bigint PRIMARY KEY, url text COLLATE "C" NOT NULL UNIQUE);
CREATE TABLE users (id bigint PRIMARY KEY, login text COLLATE "C" NOT NULL UNIQUE, email text COLLATE "C" NOT NULL, role text COLLATE "C" NOT NULL, password_hash text COLLATE "C" NOT NULL);
CREATE INDEX users_by_email ON users (email);
CREATE TABLE meta (name text COLLATE "C" NOT NULL PRIMARY KEY, value text COLLATE "C" NOT NULL);
CREATE TABLE event_count (listing_bucket text COLLATE "C", side smallint, span bigint, n bigint NOT NULL,
    PRIMARY KEY (listing_bucket, side, span));
INSERT INTO meta (name, value) VALUES ('counted_events', '0 0');
CREATE FUNCTION count_term_uses() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      removed bigint[] := '{}';
      added bigint[] := '{}';
    BEGIN
      IF TG_OP = 'TRUNCATE' THEN
        DELETE FROM term_use;
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
    END $$;
CREATE TRIGGER event_added AFTER INSERT ON event FOR EACH ROW
    WHEN (NEW.status = 'publish' AND (NEW.categories <> '{}' OR NEW.tags <> '{}')) EXECUTE FUNCTION count_term_uses();
CREATE TRIGGER event_removed AFTER DELETE ON event FOR EACH ROW
    WHEN (OLD.status = 'publish' AND (OLD.categories <> '{}' OR OLD.tags <> '{}')) EXECUTE FUNCTION count_term_uses();
CREATE TRIGGER event_changed AFTER UPDATE ON event FOR EACH ROW
    WHEN ((OLD.status, OLD.categories, OLD.tags) IS DISTINCT FROM (NEW.status, NEW.categories, NEW.tags))
    EXECUTE FUNCTION count_term_uses();
CREATE TRIGGER events_truncated AFTER TRUNCATE ON event EXECUTE FUNCTION count_term_uses();
CREATE FUNCTION free_event_slug(base text, except_id bigint) RETURNS text LANGUAGE plpgsql AS $$
    DECLARE
      found text := base;
      n bigint := 1;
    BEGIN
      PERFORM pg_advisory_xact_lock('event'::regclass::oid::int, hashtext(base));
      WHILE EXISTS (SELECT FROM event WHERE slug <> '' AND slug = found COLLATE "C" AND id <> except_id) LOOP
        n := n + 1;
        found := base || '-' || n;
      END LOOP;
      RETURN found;
    END $$;
CREATE FUNCTION free_venue_slug(base text, except_id bigint) RETURNS text LANGUAGE plpgsql AS $$
    DECLARE
      found text := base;
      n bigint := 1;
    BEGIN
      PERFORM pg_advisory_xact_lock('venue'::regclass::oid::int, hashtext(base));
      WHILE EXISTS (SELECT FROM venue WHERE slug <> '' AND slug = found COLLATE "C" AND id <> except_id) LOOP
        n := n + 1;
        found := base || '-' || n;
      END LOOP;
      RETURN found;
    END $$;
CREATE FUNCTION free_organizer_slug(base text, except_id bigint) RETURNS text LANGUAGE plpgsql AS $$
    DECLARE
      found text := base;
      n bigint := 1;
    BEGIN
      PERFORM pg_advisory_xact_lock('organizer'::regclass::oid::int, hashtext(base));
      WHILE EXISTS (SELECT FROM organizer WHERE slug <> '' AND slug = found COLLATE "C" AND id <> except_id) LOOP
        n := n + 1;
        found := base || '-' || n;
      END LOOP;
      RETURN found;
    END $$;
CREATE FUNCTION count_event_update() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      counted_to bigint := (SELECT split_part(value, ' ', 1) FROM meta WHERE name = 'counted_events')::bigint;
    BEGIN
      IF NOT EXISTS (SELECT FROM old_rows WHERE id <= counted_to) THEN RETURN NULL; END IF;
      UPDATE meta SET value = split_part(value, ' ', 1) || ' ' || pg_current_xact_id()
      WHERE name = 'counted_events' AND split_part(value, ' ', 2) <> pg_current_xact_id()::text;
      INSERT INTO event_count AS counted (listing_bucket, side, span, n)
      SELECT listing_bucket, side, span, sum(change) FROM (SELECT listing_bucket, list_from, list_end, -1 AS change FROM old_rows WHERE id <= counted_to UNION ALL SELECT listing_bucket, list_from, list_end, 1 AS change FROM new_rows WHERE id <= counted_to) AS changes, LATERAL (VALUES (0, list_from / 1000000), (1, list_end / 1000000), (2, list_from / 100000000), (3, list_end / 100000000)) AS spans (side, span)
      GROUP BY listing_bucket, side, span HAVING sum(change) <> 0 ORDER BY listing_bucket, side, span
      ON CONFLICT (listing_bucket, side, span) DO UPDATE SET n = counted.n + excluded.n;
      RETURN NULL;
    END $$;
CREATE TRIGGER event_update_counted AFTER UPDATE ON event
      REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION count_event_update();
CREATE FUNCTION count_event_delete() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      counted_to bigint := (SELECT split_part(value, ' ', 1) FROM meta WHERE name = 'counted_events')::bigint;
    BEGIN
      IF NOT EXISTS (SELECT FROM old_rows WHERE id <= counted_to) THEN RETURN NULL; END IF;
      UPDATE meta SET value = split_part(value, ' ', 1) || ' ' || pg_current_xact_id()
      WHERE name = 'counted_events' AND split_part(value, ' ', 2) <> pg_current_xact_id()::text;
      INSERT INTO event_count AS counted (listing_bucket, side, span, n)
      SELECT listing_bucket, side, span, sum(change) FROM (SELECT listing_bucket, list_from, list_end, -1 AS change FROM old_rows WHERE id <= counted_to) AS changes, LATERAL (VALUES (0, list_from / 1000000), (1, list_end / 1000000), (2, list_from / 100000000), (3, list_end / 100000000)) AS spans (side, span)
      GROUP BY listing_bucket, side, span HAVING sum(change) <> 0 ORDER BY listing_bucket, side, span
      ON CONFLICT (listing_bucket, side, span) DO UPDATE SET n = counted.n + excluded.n;
      RETURN NULL;
    END $$;
CREATE TRIGGER event_delete_counted AFTER DELETE ON event
      REFERENCING OLD TABLE AS old_rows 
      FOR EACH STATEMENT EXECUTE FUNCTION count_event_delete();
CREATE FUNCTION note_moved_venue() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    UPDATE meta SET value = split_part(value, ' ', 1) || ' ' || pg_current_xact_id()
      WHERE name = 'counted_events' AND split_part(value, ' ', 2) <> pg_current_xact_id()::text;
    RETURN NULL;
  END $$;
CREATE TRIGGER venue_moved AFTER UPDATE ON venue FOR EACH ROW
    WHEN ((OLD.geo_lat, OLD.geo_lng) IS DISTINCT FROM (NEW.geo_lat, NEW.geo_lng)) EXECUTE FUNCTION note_moved_venue();
CREATE FUNCTION forget_event_counts() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    DELETE FROM event_count;
    UPDATE meta SET value = '0 ' || pg_current_xact_id() WHERE name = 'counted_events';
    RETURN NULL;
  END $$;
CREATE TRIGGER events_truncated_counted AFTER TRUNCATE ON event EXECUTE FUNCTION forget_event_counts();
CREATE INDEX event_by_bucket ON event (listing_bucket, list_start, list_date, id) INCLUDE (list_from, list_end);
CREATE INDEX event_by_start ON event (list_start, list_date, id) INCLUDE (listing_bucket, list_from, list_end);
CREATE INDEX event_by_length ON event (listing_bucket, (list_end - list_from));
CREATE INDEX event_featured ON event (listing_bucket, list_start, list_date, id) INCLUDE (list_from, list_end) WHERE featured;
CREATE INDEX event_by_parent ON event (post_parent) WHERE post_parent <> 0;
CREATE INDEX event_scheduled ON event (date_utc) WHERE status = 'future';
CREATE INDEX event_by_venue ON event USING gin (venue) WITH (fastupdate = off) WHERE venue <> '{}';
CREATE INDEX event_by_organizer ON event USING gin (organizer) WITH (fastupdate = off) WHERE organizer <> '{}';
CREATE INDEX event_by_categories ON event USING gin (categories) WITH (fastupdate = off) WHERE categories <> '{}';
CREATE INDEX event_by_tags ON event USING gin (tags) WITH (fastupdate = off) WHERE tags <> '{}';
CREATE INDEX venue_by_date ON venue (status, date, id);
CREATE INDEX venue_by_title ON venue (title_key);
CREATE INDEX organizer_by_date ON organizer (status, date, id);
CREATE INDEX organizer_by_title ON organizer (title_key);
CREATE INDEX venue_by_latitude ON venue (geo_lat) WHERE geo_lat IS NOT NULL AND geo_lng IS NOT NULL;
CREATE INDEX term_by_name ON term (taxonomy, name_key);
CREATE INDEX term_by_lower ON term (taxonomy, name_lower);
CREATE INDEX term_by_parent ON term (parent) WHERE parent <> 0;
CREATE UNIQUE INDEX event_by_slug ON event (slug, slug_copy) WHERE slug <> '';
CREATE UNIQUE INDEX venue_by_slug ON venue (slug, slug_copy) WHERE slug <> '';
CREATE UNIQUE INDEX organizer_by_slug ON organizer (slug, slug_copy) WHERE slug <> '';
DO $$ BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('pg_trgm', 0));
    BEGIN
      CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
    EXCEPTION WHEN insufficient_privilege OR feature_not_supported OR undefined_file OR invalid_schema_name THEN
      RAISE EXCEPTION USING ERRCODE = 'CALX1', MESSAGE = SQLERRM;
    END;
    EXECUTE format('CREATE INDEX event_by_words ON event USING gin (words %I.gin_trgm_ops)',
      (SELECT nspname FROM pg_namespace JOIN pg_extension ON extnamespace = pg_namespace.oid WHERE extname = 'pg_trgm'));
    EXECUTE format('CREATE INDEX venue_by_words ON venue USING gin (words %I.gin_trgm_ops)',
      (SELECT nspname FROM pg_namespace JOIN pg_extension ON extnamespace = pg_namespace.oid WHERE extname = 'pg_trgm'));
    EXECUTE format('CREATE INDEX organizer_by_words ON organizer USING gin (words %I.gin_trgm_ops)',
      (SELECT nspname FROM pg_namespace JOIN pg_extension ON extnamespace = pg_namespace.oid WHERE extname = 'pg_trgm'));
  END $$;

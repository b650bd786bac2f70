// Counters of events, so that totals stay cheap in large calendars. They cover the events up to an id; newer ones are
// counted one by one until a background write adds them, so that a new event costs nothing here.
import { setTimeout as wait } from 'node:timers/promises'
import { BoundedCache } from '../../../../base/bounded-cache.ts'
import type { PostgresConnection } from '../connection.ts'
import type { Transactions } from '../transactions/transactions.ts'
import { event_spans } from './window-total.ts'

/** The table `meta` has it: the last counted id, and the transaction that last changed one of the counted events. */
const name = 'counted_events'
/** Read with every list: the table, so that a restored calendar differs, and the value. */
export const counted_state = `(SELECT tableoid::bigint || ' ' || value FROM meta WHERE name = '${name}')`

const note_change = `UPDATE meta SET value = split_part(value, ' ', 1) || ' ' || pg_current_xact_id()
      WHERE name = '${name}' AND split_part(value, ' ', 2) <> pg_current_xact_id()::text`
const add = (rows: string) =>
  `INSERT INTO event_count AS counted (listing_bucket, side, span, n)
      SELECT listing_bucket, side, span, sum(change) FROM (${rows}) AS changes, ${event_spans}
      GROUP BY listing_bucket, side, span HAVING sum(change) <> 0 ORDER BY listing_bucket, side, span
      ON CONFLICT (listing_bucket, side, span) DO UPDATE SET n = counted.n + excluded.n`
const rowsOf = (table: string, change: number, condition: string) =>
  `SELECT listing_bucket, list_from, list_end, ${change} AS change FROM ${table} WHERE ${condition}`

/** Only writes that run alone change counted events, so they do not wait for each other at a counter. */
const triggerOn = (event: 'UPDATE' | 'DELETE') => {
  const [name_end, counted] = [event.toLowerCase(), 'id <= counted_to']
  const isUpdate = event === 'UPDATE'
  const rows = [rowsOf('old_rows', -1, counted), ...(isUpdate ? [rowsOf('new_rows', 1, counted)] : [])]
  return [
    `CREATE FUNCTION count_event_${name_end}() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      counted_to bigint := (SELECT split_part(value, ' ', 1) FROM meta WHERE name = '${name}')::bigint;
    BEGIN
      IF NOT EXISTS (SELECT FROM old_rows WHERE ${counted}) THEN RETURN NULL; END IF;
      ${note_change};
      ${add(rows.join(' UNION ALL '))};
      RETURN NULL;
    END $$`,
    `CREATE TRIGGER event_${name_end}_counted AFTER ${event} ON event
      REFERENCING OLD TABLE AS old_rows ${isUpdate ? 'NEW TABLE AS new_rows' : ''}
      FOR EACH STATEMENT EXECUTE FUNCTION count_event_${name_end}()`,
  ]
}

export const count_table = [
  `CREATE TABLE event_count (listing_bucket text COLLATE "C", side smallint, span bigint, n bigint NOT NULL,
    PRIMARY KEY (listing_bucket, side, span))`,
  `INSERT INTO meta (name, value) VALUES ('${name}', '0 0')`,
]

/** Lists by coordinates depend on venues. */
export const count_triggers = [
  ...triggerOn('UPDATE'),
  ...triggerOn('DELETE'),
  `CREATE FUNCTION note_moved_venue() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    ${note_change};
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER venue_moved AFTER UPDATE ON venue FOR EACH ROW
    WHEN ((OLD.geo_lat, OLD.geo_lng) IS DISTINCT FROM (NEW.geo_lat, NEW.geo_lng)) EXECUTE FUNCTION note_moved_venue()`,
  `CREATE FUNCTION forget_event_counts() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    DELETE FROM event_count;
    UPDATE meta SET value = '0 ' || pg_current_xact_id() WHERE name = '${name}';
    RETURN NULL;
  END $$`,
  'CREATE TRIGGER events_truncated_counted AFTER TRUNCATE ON event EXECUTE FUNCTION forget_event_counts()',
]

/**
 * Adds up to `events_max` new events to the counters, and returns whether there are more. The caller holds a lock that
 * excludes other inserts.
 */
export async function countNewEvents(connection: PostgresConnection, events_max = 100_000): Promise<boolean> {
  const [row = []] = await connection.tuples(
    `SELECT split_part(value, ' ', 1)::bigint, split_part(value, ' ', 2), (SELECT coalesce(max(id), 0) FROM event)
      FROM meta WHERE name = '${name}'`,
  )
  const [from, to] = [Number(row[0]), Math.min(Number(row[0]) + events_max, Number(row[2]))]
  if (to <= from) return false
  await connection.run(add(rowsOf('event', 1, 'id > $1 AND id <= $2')), from, to)
  await connection.run(`UPDATE meta SET value = $1 WHERE name = '${name}'`, `${to} ${row[1]}`)
  return to < Number(row[2])
}

/** More new events than this are added to the counters: a list reads each of them, 250 in a third of a millisecond. */
const uncounted_max = 250
/** Reading one of them takes a microsecond. */
export const few_max = 2_000
/** Inserts wait while events are added, so that is done once in this time. */
const pause_ms = 1_000
const totals_max = 1_000

/** The shortest and the longest event, as differences of keys. */
export interface EventLengths {
  readonly min: number
  readonly max: number
}

/** The number of events up to an id that fulfil a condition. */
export interface CountedTotal {
  readonly total: number
  readonly counted_to: number
}

/** The part of a `counted_state` that changes when counted events are changed or replaced. */
export function countedChangesOf(state: string): string {
  const [tables, , last_change] = state.split(' ')
  return `${tables} ${last_change}`
}

/** What a process knows of the counters, and totals of counted events that it has read. */
export class EventCounts {
  /** In the last transaction; '' if nothing was read yet. */
  #state = ''
  #uncounted = 0
  readonly #totals = new BoundedCache<string, CountedTotal>({ entries_max: totals_max })
  readonly #lengths = new Map<string, EventLengths>()

  /** To compare with `counted_state` in the transaction that uses what is known. */
  get state(): string {
    return this.#state
  }

  get counted_to(): number {
    return Number(this.#state.split(' ')[1] ?? 0)
  }

  /** Whether so few events are uncounted that reading them is faster than looking for those of a window. */
  get areFew(): boolean {
    return this.#state !== '' && this.#uncounted <= few_max
  }

  /** Whether more events are uncounted than lists should read one by one. */
  get areBehind(): boolean {
    return this.#uncounted > uncounted_max
  }

  /** Totals remain true when more events are counted, because those were not part of them. */
  read(state: string, last_id: number): void {
    this.#state = state
    this.#totals.useGeneration(countedChangesOf(state))
    this.#uncounted = last_id - this.counted_to
  }

  inserted(): void {
    this.#uncounted += 1
  }

  /** All events were counted; the next list reads what the counters are. */
  caughtUp(): void {
    this.#uncounted = 0
  }

  /**
   * The number of events that fulfil a condition, of those that were counted when it was read before. Undefined if the
   * last transaction had an older snapshot, in which fewer events are counted.
   */
  total(condition: string): CountedTotal | undefined {
    const known = this.#totals.get(condition)
    return known && known.counted_to <= this.counted_to ? known : undefined
  }

  /** The lengths of events of these listing buckets in an earlier transaction. */
  lengths(buckets: readonly string[]): EventLengths {
    return this.#lengths.get(buckets.join(' ')) ?? { min: 0, max: 0 }
  }

  keepLengths(buckets: readonly string[], lengths: EventLengths): void {
    this.#lengths.set(buckets.join(' '), lengths)
  }

  /** `state` is that of the transaction in which the total was read. */
  keep(state: string, condition: string, total: number): void {
    if (state === this.#state) this.#totals.set(condition, { total, counted_to: this.counted_to })
  }
}

/**
 * Adds new events to the counters in the background: after lists, which read those that are not counted, and when no
 * more events are inserted. Each write adds a limited number, so that other writes do not wait long.
 */
export class EventCounter {
  readonly counts = new EventCounts()
  readonly #write: Transactions['write']
  /** Until the pause after it ends. */
  #isCounting = false
  #pause: NodeJS.Timeout | undefined

  constructor(transactions: Pick<Transactions, 'write'>) {
    this.#write = (work) => transactions.write(work)
  }

  /** Does nothing unless there are many new events. A failure changes no answer: totals are counted one by one then. */
  countLater(): void {
    if (this.#isCounting || !this.counts.areBehind) return
    this.#isCounting = true
    const pause = () => wait(pause_ms, undefined, { ref: false })
    const end = () => {
      this.#isCounting = false
    }
    this.#countAll().then(pause, pause).then(end, end)
  }

  /** After a new event. */
  inserted(): void {
    this.counts.inserted()
    this.#pause ??= setTimeout(() => this.countLater(), pause_ms * 2).unref()
    this.#pause.refresh()
  }

  close(): void {
    clearTimeout(this.#pause)
  }

  async #countAll(): Promise<void> {
    const next = () => this.#write(async (connection) => ({ result: await countNewEvents(connection) }))
    while (await next());
    this.counts.caughtUp()
  }
}

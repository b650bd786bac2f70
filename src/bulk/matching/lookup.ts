// Whether a record whose creation was never answered is there: asked before it is ever sent again.
import { day_ms, instantOfUtc, utcWall } from '../../base/dates/zoned-time.ts'
import { foldedSlug } from '../../base/text/undo-texturize.ts'
import type { Exchange } from '../../base/exchange.ts'
import { CalError } from '../../base/errors.ts'
import type { JsonObject } from '../../base/json.ts'
import type { Plural } from '../../spec/model.ts'
import { resources } from '../../spec/resources.ts'
import type { Values } from '../../spec/read.ts'
import { allRecords } from './remote-index.ts'
import { keysOf, keysOfRecord } from './keys.ts'
import { eventsOfSlug, expectedSlugs } from './unlisted.ts'
import { getRecord } from '../../client/api/records.ts'
import { isInTrash } from '../../client/api/error-answer.ts'
import { recordOf } from '../../client/api/answer.ts'
import { call } from '../../client/api/call.ts'
import { isAnswerLost } from '../../client/transport/network-errors.ts'
import type { Text } from '../../base/text/language.ts'
import { type WriteEnd, openJournal } from '../journal/journal.ts'
import { recordSummaryOf } from '../journal/record-summary.ts'
import { type LockOptions, lockRun } from '../journal/run-lock.ts'
import { journalPath, runFolder } from '../journal/runs.ts'
import { stateOf } from '../journal/read-journal.ts'

/** The fields of a create that find it again. */
export function lookupFieldsOf(kind: Plural, values: Values): Values {
  const names =
    kind === 'events' ? ['slug', 'title', 'start_date', 'end_date'] : ['slug', resources[kind].name, 'parent']
  return Object.fromEntries(names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])))
}

/** Records that such a create may have made: those newer than anything that was there before. */
export async function findCreated(
  exchange: Exchange,
  kind: Plural,
  values: Values,
  known_id_max: number,
): Promise<readonly JsonObject[]> {
  const found = new Map<number, JsonObject>()
  for await (const record of candidates(exchange, kind, values))
    if (Number(record.id) > known_id_max && matchesCreate(kind, values, record)) found.set(Number(record.id), record)
  return [...found.values()]
}

/** Same name and start; of a slug that was asked for, at most a suffix more. */
export function matchesCreate(kind: Plural, values: Values, record: JsonObject): boolean {
  const keys = keysOfRecord(kind, record, undefined)
  const { slug, ...rest } = values
  const natural = keysOf({ kind, values: rest }, undefined)
  if (!natural.every((key) => keys.includes(key))) return false
  return (
    typeof slug !== 'string' ||
    slug === '' ||
    kind === 'venues' ||
    kind === 'organizers' ||
    foldedSlug(String(record.slug)).startsWith(foldedSlug(slug).slice(0, 20))
  )
}

async function* candidates(exchange: Exchange, kind: Plural, values: Values): AsyncIterable<JsonObject> {
  if (kind === 'events') yield* aroundEvent(exchange, values)
  else yield* allRecords(exchange, kind, { search: longestWord(String(values[resources[kind].name] ?? '')) })
}

/** Services keep `&` and quotes in names as entities: searches with them find nothing. */
function longestWord(name: string): string {
  return (name.match(/[\p{L}\p{N}]+/gu) ?? [name]).reduce(
    (longest, word) => (word.length > longest.length ? word : longest),
    '',
  )
}

/**
 * By its slug, with a number behind where the slug was taken, also for what lists hide; else the days around: which
 * zone a service compares in is not known.
 */
async function* aroundEvent(exchange: Exchange, values: Values): AsyncIterable<JsonObject> {
  const { start_date, end_date } = values
  for (const slug of expectedSlugs({ values })) yield* unlessNoRecord(eventsOfSlug(exchange, slug))
  if (typeof start_date !== 'string' || !/^\d{4}-\d\d-\d\d/.test(start_date)) return
  yield* allRecords(exchange, 'events', {
    start_date: shifted(start_date, -1),
    end_date: shifted(typeof end_date === 'string' ? end_date : start_date, 1),
  })
}

/** A service that answers a slug with something else than a record: the lists are asked all the same. */
async function* unlessNoRecord(records: AsyncIterable<JsonObject>): AsyncIterable<JsonObject> {
  try {
    yield* records
  } catch (error) {
    if (!(error instanceof CalError) || error.code !== 'server_failed' || error.remote) throw error
  }
}

function shifted(date: string, days: number): string {
  return utcWall(instantOfUtc(`${date.slice(0, 10)} 00:00:00`) + days * day_ms).slice(0, 10)
}

/** Undefined where it is deleted, also where it lies in the trash. */
export async function findRecord(exchange: Exchange, kind: Plural, id: number): Promise<JsonObject | undefined> {
  const record = await findRecordOrTrashed(exchange, kind, id)
  return record?.status === 'trash' ? undefined : record
}

/** Of a trashed event that no list shows there is only its id and status. */
export function findRecordOrTrashed(exchange: Exchange, kind: Plural, id: number): Promise<JsonObject | undefined> {
  return unlessGone(async () => {
    try {
      return await getRecord(
        exchange,
        kind,
        { kind: 'id', id },
        kind === 'events' ? { query: { context: 'edit' } } : {},
      )
    } catch (error) {
      if (isInTrash(error)) return { id, status: 'trash' }
      throw error
    }
  })
}

async function unlessGone(get: () => Promise<JsonObject>): Promise<JsonObject | undefined> {
  try {
    return await get()
  } catch (error) {
    if (error instanceof CalError && error.code === 'not_found') return undefined
    throw error
  }
}

/** How far a service's clock may be from ours. */
const clock_skew_ms_max = 300_000

interface Service {
  readonly exchange: Exchange
  now(): number
}

export interface CreateResult {
  readonly record: JsonObject
  /** The answer was lost, and this was found afterwards. */
  readonly found: boolean
}

/**
 * The new record.
 * Fails:  as the create failed, where nothing new like it is there; the hint says that it was looked for.
 * Source: decision 9.
 */
export async function createOnce(plural: Plural, values: Values, { exchange, now }: Service): Promise<CreateResult> {
  const since = now() - clock_skew_ms_max
  try {
    return { record: recordOf(await call(exchange, `${plural}.create`, values)), found: false }
  } catch (error) {
    if (!isAnswerLost(error)) throw error
    const candidates = await lookedUp(plural, values, exchange)
    const dates_itself = values.date !== undefined || values.date_utc !== undefined
    const record = candidates
      ?.filter((one) => dates_itself || isNew(one, since))
      .sort((a, b) => Number(b.id) - Number(a.id))[0]
    if (record) return { record, found: true }
    throw candidates ? notThere(error) : error
  }
}

/** undefined where the service cannot be asked. */
async function lookedUp(
  plural: Plural,
  values: Values,
  exchange: Exchange,
): Promise<readonly JsonObject[] | undefined> {
  try {
    return await findCreated(exchange, plural, lookupFieldsOf(plural, values), 0)
  } catch (error) {
    if (error instanceof CalError) return undefined
    throw error
  }
}

/**
 * Categories and tags tell no time, and services refuse a name that was there before. A publication date that was sent
 * says nothing either: it counts as the change.
 */
function isNew({ modified_utc, date_utc }: JsonObject, since: number): boolean {
  const changed = modified_utc ?? date_utc
  return typeof changed !== 'string' || instantOfUtc(changed) >= since
}

/** A failure with words of the service keeps its own hint. */
function notThere(error: CalError): CalError {
  const { code, text, cause, remote } = error
  if (remote) return error
  return new CalError(code, text, {
    cause,
    hint: {
      en: 'it was looked for and is not there: the same command again makes it',
      de: 'es wurde danach gesucht und nichts gefunden: derselbe Befehl noch einmal legt es an',
    },
  })
}

const broke_off_before: Text = { en: 'the run broke off before it', de: 'der Lauf brach davor ab' }

export interface ReconcileOptions extends LockOptions {
  readonly exchange: Exchange
  readonly state_dir: string
}

/**
 * Gives each create that the run began its end: the record it made, or that it made none. Decision 7.
 * Fails: `usage` where another process is carrying the run out.
 */
export async function reconcileJournal(
  { exchange, state_dir, ...locking }: ReconcileOptions,
  run: string,
): Promise<readonly WriteEnd[]> {
  const lock = await lockRun(runFolder(state_dir, run), locking)
  try {
    const { known_id_max, open } = await stateOf(state_dir, run)
    const ends: WriteEnd[] = []
    for (const { begin, action, kind, find = {} } of open.values()) {
      if (action !== 'create') continue
      const [record] = await findCreated(exchange, kind, find, known_id_max[kind] ?? 0)
      ends.push(
        record
          ? { end: begin, id: Number(record.id), after: recordSummaryOf(kind, record) }
          : { end: begin, failed: broke_off_before },
      )
    }
    const journal = await openJournal(journalPath(state_dir, run))
    for (const end of ends) journal.note(end)
    await journal.close()
    return ends
  } finally {
    lock.release()
  }
}

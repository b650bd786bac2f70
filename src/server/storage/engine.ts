// The storage engine of a calendar, which answers requests from stored records.
import { type Database, sql, valueIn } from './sql.ts'
import { type Finding, passed } from '../../base/finding.ts'
import type { Instant } from '../../base/dates/zoned-time.ts'
import { CalError } from '../../base/errors.ts'
import type { ApiResponse } from '../../base/exchange.ts'
import { eachLanguage, type Language, t, type Text } from '../../base/text/language.ts'
import type { ParsedRequest } from '../api/request.ts'
import type { UserRecord } from '../domain/records.ts'
import type { Caller, ServiceSettings } from '../domain/settings.ts'
import type { FirstIds, NewCalendar } from './calendar-contents.ts'
import type { UserStore } from './store.ts'

/**
 * The storage engine of one calendar. It receives parsed requests without an error, which may be answered on another
 * thread.
 */
export interface Engine {
  readonly settings: ServiceSettings
  /** The random id of the calendar; a restored copy has the same one. */
  readonly id: string
  /** Where the calendar is stored: a path, also for `:memory:`, or an address without its password. */
  readonly location: string
  readonly users: EngineUsers
  /** Whether opening created the calendar. */
  readonly isNew: boolean
  /** Tells the user that a calendar was created; absent if it existed, and for one in memory. */
  readonly creation_note?: Text
  /** Whether the calendar is in memory: it is deleted when it is closed. */
  readonly isTemporary: boolean
  /** What the operator of a service should know about the calendar, such as writes that may be missing. */
  readonly notes: readonly Text[]
  /** Answers a request that writes nothing, from one consistent snapshot. */
  read(request: ParsedRequest, caller: Caller | undefined): Promise<ApiResponse>
  /** Answers a request that may write. Resolves when the write is durable; a refused request writes nothing. */
  write(request: ParsedRequest, caller: Caller | undefined): Promise<ApiResponse>
  /** Changes with every committed write. A number where only this process writes, so that caches need not wait. */
  generation(): number | Promise<number>
  /**
   * Changes with every committed change of the records; of a calendar in a database server also with other commits on
   * that server. Not unique across processes.
   */
  version(): Promise<number>
  /** Publishes the scheduled records that are due. */
  publishDue(now: Instant): Promise<void>
  /** Copies the present state to a file. Errors: `usage` if the engine has no snapshots. */
  snapshot(file: string): Promise<void>
  /** Replaces the present state, id counters included, by that of a snapshot. */
  restore(file: string): Promise<void>
  /** Converts an error of the engine to one with a message and a remedy; returns others unchanged. */
  explain(error: unknown): unknown
  /** Completes the writes in progress. With `discard` the calendar is deleted, unless other processes may use it. */
  close(options?: { readonly discard?: boolean }): Promise<void>
}

export interface EngineUsers extends Pick<UserStore, 'named'> {
  /** Whether there are any users, now or at a generation that was just read. */
  any(generation?: number): Promise<boolean>
  /** Adds or replaces users; with `only`, removes all others. */
  put(users: readonly UserRecord[], options?: { readonly only?: boolean }): Promise<void>
  /** Changes with every write of users; absent: that of the engine does. */
  readonly generation?: () => number
}

export interface EngineOptions extends Omit<ServiceSettings, 'timezone'> {
  /** A path, `:memory:` for a private calendar that is deleted when it is closed, or the address of a database. */
  readonly file: string
  /** How messages name the file; `file` by default. */
  readonly name?: string
  /** Stored in the calendar. Default: the stored zone, or `newTimezone` for a new calendar. */
  readonly timezone?: string
  /** The zone of a new calendar; UTC by default. Called only for one, because finding this machine's zone is slow. */
  newTimezone?(): string
  /** Default: `make`. */
  readonly if_missing?: MissingCalendar
  now(): Instant
  /** `thread`: a slow disk does not delay reads. Only in the built program. */
  readonly writer: 'inline' | 'thread'
  /** The first ids of a new calendar; `first_ids` by default. */
  readonly first_id?: Partial<FirstIds>
  /** For one command: keeps no responses and few pages of the file, because a command reads each record once. */
  readonly reads_once?: true
  /** Present in a server, which holds the write lock while it runs. */
  readonly server?: { readonly pid: number }
}

export function settingsOf({ address, mode, premium, read_only }: EngineOptions, timezone: string): ServiceSettings {
  return { address, timezone, mode, read_only, ...(premium && { premium }) }
}

/** The first ids of a deployed site. Source: the recorded cases. */
export const first_ids: FirstIds = { post: 4, term: 2 }

export function newCalendarOf({
  timezone,
  newTimezone,
  first_id,
}: Pick<EngineOptions, 'timezone' | 'newTimezone' | 'first_id'>): NewCalendar {
  return { timezone: timezone ?? newTimezone?.() ?? 'UTC', first_id }
}

/**
 * How to handle a calendar that does not exist: refuse it with a `MissingCalendarError`, create it, or use an empty one
 * in memory.
 */
export type MissingCalendar = 'refuse' | 'make' | 'memory'

/** The calendar does not exist, and is not to be created. */
export class MissingCalendarError extends CalError {}

/** Errors: `configuration` if the tables of a calendar are not of the version that this program reads. */
export function requireVersion(name: string, version: number, schema_version: number): void {
  if (version === schema_version) return
  throw new CalError(
    'configuration',
    t('{name} was written by another version of cal (schema {version}; this version reads schema {schema_version})', {
      name,
      version,
      schema_version,
    }),
    {
      hint:
        version > schema_version
          ? t('update cal; the calendar is left unchanged')
          : t('export it with that version, then import it; the calendar is left unchanged'),
    },
  )
}

/** The number of records of each kind. */
export async function recordsFinding(database: Database): Promise<Finding> {
  const counted = async (from: string) => {
    const count = Number(await valueIn(database, sql(`SELECT count(*) FROM ${from}`)))
    return eachLanguage((language) => numberIn(language, count))
  }
  return passed(
    t('records'),
    t('events: {events}, venues: {venues}, organizers: {organizers}, categories: {categories}, tags: {tags}', {
      events: await counted('event'),
      venues: await counted('venue'),
      organizers: await counted('organizer'),
      categories: await counted("term WHERE taxonomy = 'category'"),
      tags: await counted("term WHERE taxonomy = 'tag'"),
    }),
  )
}

export function sizeFinding(bytes: number): Finding {
  return passed(
    t('size'),
    eachLanguage((language) => `${numberIn(language, bytes / 1e6)} MB`),
  )
}

export function engineFinding(found: Text): Finding {
  return passed(t('storage'), found)
}

function numberIn(language: Language, value: number): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(value)
}

/** Work beyond the limit waits, and is started in order of arrival. With one slot, all of it runs one after another. */
export class Slots {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(count: number) {
    this.#free = count
  }

  async run<T>(work: () => T | Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free += 1
    }
  }
}

// Opens a calendar file as an exchange: reads on this thread, writes where the writing connection lives.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Instant, utcWall } from '../../base/dates/zoned-time.ts'
import type { ApiResponse, Exchange } from '../../base/exchange.ts'
import { CalError } from '../../base/errors.ts'
import type { Authenticate } from '../auth/authenticate.ts'
import { cacheUsers } from '../auth/user-cache.ts'
import { ResponseCache } from './response-cache.ts'
import { createService } from './service.ts'
import type { UserRecord } from '../domain/records.ts'
import { apiRootOf, type ServiceSettings } from '../domain/settings.ts'
import type { Store, UserStore } from '../storage/store.ts'
import { GroupCommit } from '../storage/sqlite/writer/group-commit.ts'
import { identityOf, realFileOf } from '../storage/sqlite/files/identity.ts'
import { overwriteWith } from '../storage/sqlite/files/backup.ts'
import type { FirstIds } from '../storage/sqlite/records/ids.ts'
import type { Lock } from '../storage/sqlite/files/lock.ts'
import { openStore } from '../storage/sqlite/open-store.ts'
import { isReady, type LogDamage, prepareFile, type Prepared } from '../storage/sqlite/files/prepare.ts'
import { storedTimezone } from '../storage/sqlite/files/timezone.ts'
import { inlineWriter, threadWriter } from '../storage/sqlite/writer/writer-connection.ts'

export interface OpenOptions extends Omit<ServiceSettings, 'timezone'> {
  /** A path, or `:memory:` for a private file that is gone at the end. */
  readonly file: string
  /** Kept in the file; without it the file's own, and UTC for a new file. */
  readonly timezone?: string
  now(): Instant
  /** `thread`: a slow disk does not hold up reading; only in the built program. */
  readonly writer: 'inline' | 'thread'
  /** What a new file gives first; 4 and 2 where nothing is said. */
  readonly first_id?: Partial<FirstIds>
  /** Present in a server: who it is, for those who find the file taken. */
  readonly server?: { readonly pid: number }
  /** Absent: whoever can open the file may do everything. */
  readonly authenticate?: (users: Pick<UserStore, 'named' | 'any'>) => Authenticate
}

/** An open calendar. */
export interface OpenedCalendar {
  readonly exchange: Exchange
  /** The same without asking who it is: for what fills a calendar before it is served. */
  readonly asAdministrator: Exchange
  /** Whether an answer of `exchange` would be given anew, as it is, to the same request. */
  isCurrent(answer: ApiResponse): boolean
  readonly settings: ServiceSettings
  /** Random, given when the file was made; a copy that is restored is the same calendar. */
  readonly id: string
  readonly log_damage: LogDamage | undefined
  /** The file itself, also for `:memory:`. */
  readonly file: string
  /** For reading, on this thread. */
  readonly store: Store
  /** Adds or replaces them; `alone` removes all others. */
  putUsers(users: readonly UserRecord[], options?: { readonly alone?: boolean }): Promise<void>
  /** Makes this file what the calendar is now. */
  copyTo(file: string): Promise<void>
  /** Makes the state of a copy the present one, ids included; writes wait meanwhile. */
  goBackTo(file: string): Promise<void>
  /** Finishes what is in flight. */
  close(): Promise<void>
}

/**
 * Opens a calendar file, and makes it where there is none.
 * A server holds the right to write from the start; a command takes it with its first write, so that reading works
 * beside a server.
 * Fails: `configuration` for a file that is not ours or newer than we are; `unreachable` where another process writes
 *        it.
 */
export async function openCalendar(options: OpenOptions): Promise<OpenedCalendar> {
  const folder = options.file === ':memory:' ? mkdtempSync(join(tmpdir(), 'cal-')) : undefined
  const file = folder === undefined ? realFileOf(options.file) : join(folder, 'calendar.db')
  const { timezone, first_id, place, now } = options
  const server = options.server && { ...options.server, address: apiRootOf(place), since: utcWall(now()) }
  let prepared: Prepared | undefined
  const hold = () => {
    prepared ??= prepareFile(file, { timezone, first_id, server })
  }
  if (options.read_only) requireReady(file)
  if (!options.read_only && (server || !isReady(file, { timezone }))) hold()

  const reading = openStore(file, { readonly: true })
  const settings = settingsOf(options, timezone ?? storedTimezone(reading.connection))
  const writer =
    options.writer === 'thread' && !options.read_only
      ? await threadWriter({ file, settings })
      : inlineWriter({ file, settings, hold })
  const writes = new GroupCommit(async (order) => {
    if (order.does !== 'close') prepared?.lock.renew()
    return writer(order)
  }, now)
  if (prepared && options.server) writes.indexWhenIdle()
  const close = async () => {
    reading.connection.close()
    try {
      if (prepared) await writes.close({ is_ours: isHeld(prepared.lock) })
    } finally {
      prepared?.lock.release()
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
    }
  }
  const generation = prepared && options.server ? () => writes.generation : reading.store.generation
  const answers = new ResponseCache()
  const engine = { reading, writes, settings, now, generation, publishes: !options.read_only }
  return {
    exchange: createService({
      ...engine,
      answers,
      authenticate: options.authenticate?.(cacheUsers(reading.store.users, generation)),
    }),
    asAdministrator: createService({ ...engine, authenticate: undefined }),
    isCurrent: (answer) => answers.isCurrent(answer, { generation: generation(), now: now() }),
    settings,
    log_damage: prepared?.log_damage,
    id: String(reading.connection.value("SELECT value FROM meta WHERE name = 'calendar_id'")),
    file,
    store: reading.store,
    putUsers: async (users, { alone = false } = {}) => {
      await writes.order({ does: 'put-users', users, alone })
    },
    copyTo: (copy) => reading.connection.backUp(copy),
    goBackTo: async (copy) => {
      await writes.order(async () => {
        const generation = reading.store.generation()
        await overwriteWith(copy, file)
        return { does: 'start-over', generation }
      })
    },
    close,
  }
}

function isHeld(lock: Lock): boolean {
  try {
    lock.renew()
    return true
  } catch (error) {
    if (error instanceof CalError) return false
    throw error
  }
}

/** Read-only leaves a file as it is, so it must be one that can be read. */
function requireReady(file: string): void {
  const found = identityOf(file)
  if (found === 'ours') return
  const text =
    found === 'absent'
      ? { en: `there is no calendar file ${file}`, de: `die Kalenderdatei ${file} gibt es nicht` }
      : { en: `${file} has the tables of an older version`, de: `${file} hat die Tabellen einer älteren Fassung` }
  throw new CalError('configuration', text, {
    hint: { en: 'open it once without --read-only', de: 'einmal ohne --read-only öffnen' },
  })
}

function settingsOf({ place, mode, premium, read_only }: OpenOptions, timezone: string): ServiceSettings {
  return { place, timezone, mode, read_only, ...(premium && { premium }) }
}

// Opens a calendar: its storage engine, and the service that answers requests from it.
import { CalError } from '../../base/errors.ts'
import type { Exchange } from '../../base/exchange.ts'
import { type Authenticate, cacheUsers, type CurrentUsers } from '../auth/authenticate.ts'
import type { LimitPasswords } from '../auth/event-passwords.ts'
import type { Engine, EngineOptions } from '../storage/engine.ts'
import { openEngine } from '../storage/engines.ts'
import { ResponseCache } from './response-cache.ts'
import { createService } from './service.ts'

export interface OpenOptions extends EngineOptions {
  /** Absent: every caller is the administrator. */
  readonly authenticate?: (users: CurrentUsers) => Authenticate
  /** Absent: any number of passwords of events can be tried. */
  readonly limitPasswords?: LimitPasswords
}

/** An open calendar. */
export interface OpenedCalendar extends Omit<Engine, 'read' | 'write' | 'publishDue'> {
  readonly exchange: Exchange
  /** The same with all rights, to fill a calendar before it is served. */
  readonly asAdministrator: Exchange
  /** The same with the rights of a visitor, regardless of credentials; responses are not cached. */
  readonly asVisitor: Exchange
  /**
   * Whether the same request to `exchange` would still get this response; false if the engine must be asked for that.
   */
  isCurrent(response: object): boolean
}

/** Opens a calendar, and creates it if it is missing. Errors: those of `openEngine`. */
export async function openCalendar({ authenticate, limitPasswords, ...options }: OpenOptions): Promise<OpenedCalendar> {
  const engine = await openEngine(options)
  const { now } = options
  const responses = options.reads_once ? undefined : new ResponseCache()
  const generation = engine.generation()
  const isImmediate = typeof generation === 'number'
  await generation
  return {
    ...engine,
    exchange: createService({
      engine,
      now,
      ...(responses && { responses }),
      authenticate: authenticate?.(cacheUsers(engine.users, engine.users.generation ?? engine.generation)),
      limitPasswords,
    }),
    asAdministrator: createService({ engine, now }),
    asVisitor: createService({ engine, now, authenticate: async () => undefined }),
    isCurrent: (response) => {
      try {
        const present = isImmediate && responses && engine.generation()
        return (
          typeof present === 'number' && responses?.isCurrent(response, { generation: present, now: now() }) === true
        )
      } catch (error) {
        if (error instanceof CalError) return false
        throw error
      }
    },
  }
}

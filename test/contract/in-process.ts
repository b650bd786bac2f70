// A calendar in this process for the cases.
import { authenticateBy, passwordHash } from '../../src/server/auth/authenticate.ts'
import type { Role, UserRecord } from '../../src/server/domain/records.ts'
import type { ServiceAddress } from '../../src/server/domain/settings.ts'
import { type OpenedCalendar, type OpenOptions, openCalendar } from '../../src/server/service/service.ts'
import { bodyOf } from './runner/server.mjs'
import type { Scenario, Server, Wire } from './runner/replay.mjs'
import { USERS } from './runner/values.mjs'
import { afterFile } from '../support/cleanup.ts'
import type { Mode } from '../support/modes.ts'

const address = { base: 'http://calendar.example', root: 'wp-json', vendor: 'tribe' }

const users: readonly UserRecord[] = await Promise.all(
  USERS.map(async ({ id, login, password, role }) => ({
    id,
    login,
    email: `${login}@example.com`,
    role: role as Role,
    password_hash: await passwordHash(password, Buffer.alloc(16)),
  })),
)

/** Failed attempts of one case are long ago in the next one. */
let hours = 0

/** Shared by all cases, as hashing passwords is slow by design. */
const authenticate = authenticateBy(
  async () => ({
    named: async (name) => users.find(({ login, email }) => login === name || email === name),
    any: async () => users.length > 0,
  }),
  { key: Buffer.alloc(32), now: () => hours * 3_600_000 },
)

export interface CaseOf {
  readonly scenario: Scenario
  readonly mode: Mode
  readonly address: ServiceAddress
  /** The address of an empty calendar; in memory by default. */
  readonly file?: string | undefined
}

/** An empty calendar for one case. */
export async function openCase({
  scenario: { timezone, now },
  mode,
  address,
  file = ':memory:',
}: CaseOf): Promise<OpenedCalendar> {
  const instant = instantOf(now)
  const calendar = await openWith({ file, address, timezone, mode, now: () => instant })
  await calendar.users.put(users)
  return calendar
}

function openWith(options: Pick<OpenOptions, 'file' | 'address' | 'timezone' | 'mode' | 'now'>) {
  hours += 1
  return openCalendar({ ...options, read_only: false, writer: 'inline', authenticate: () => authenticate })
}

function instantOf(now: string | undefined): number {
  if (now === undefined) throw new Error('the case says no moment at which it plays')
  return new Date(now).getTime()
}

/** Sends a request without a connection. */
export async function startInProcess(scenario: Scenario, mode: Mode, file?: string): Promise<Server> {
  const calendar = await openCase({ scenario, mode, address, file })
  return serverOf(calendar, () => calendar.close())
}

/**
 * Starts cases on calendars that stay open until the end of the file, one for each mode and zone: opening a database
 * takes longer than most cases. `emptied` empties the database, as another process could.
 */
export function startShared(emptied: (timezone: string) => Promise<string>) {
  const opened = new Map<string, Promise<OpenedCalendar>>()
  let instant = 0
  return async ({ timezone, now }: Scenario, mode: Mode): Promise<Server> => {
    const file = await emptied(timezone)
    instant = instantOf(now)
    hours += 1
    const key = `${mode} ${timezone}`
    const open = opened.get(key) ?? openWith({ file, address, timezone, mode, now: () => instant })
    if (!opened.has(key)) afterFile(async () => (await open).close())
    opened.set(key, open)
    const calendar = await open
    await calendar.users.put(users)
    return serverOf(calendar, async () => {})
  }
}

function serverOf({ exchange }: OpenedCalendar, stop: () => Promise<void>): Server {
  return {
    apiRoot: `${address.base}/wp-json/tribe/events/v1`,
    send: async (wire) => {
      const { status, headers, body } = await exchange(requestOf(wire))
      return { status, headers, body: bodyOf(body) }
    },
    stop,
  }
}

function requestOf({ method, path, headers, body }: Wire) {
  const [, below = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(path) ?? []
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]))
  return { method, path: below === '' ? '/' : below, query, headers: lower, ...(body !== undefined && { body }) }
}

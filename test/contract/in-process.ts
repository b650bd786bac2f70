// A calendar in this process for the cases.
import { authenticateBy, passwordHash } from '../../src/server/auth/authenticate.ts'
import type { Role, UserRecord } from '../../src/server/domain/records.ts'
import type { ServiceAddress } from '../../src/server/domain/settings.ts'
import { type OpenedCalendar, openCalendar } from '../../src/server/service/service.ts'
import { bodyOf } from './runner/server.mjs'
import type { Scenario, Server, Wire } from './runner/replay.mjs'
import { USERS } from './runner/values.mjs'
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

/** Shared by all cases, as hashing passwords is slow by design. */
const authenticate = authenticateBy(
  async () => ({
    named: async (name) => users.find(({ login, email }) => login === name || email === name),
    any: async () => users.length > 0,
  }),
  { key: Buffer.alloc(32), now: () => 0 },
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
  if (now === undefined) throw new Error('the case says no moment at which it plays')
  const instant = new Date(now).getTime()
  const calendar = await openCalendar({
    file,
    address,
    timezone,
    mode,
    read_only: false,
    now: () => instant,
    writer: 'inline',
    authenticate: () => authenticate,
  })
  await calendar.users.put(users)
  return calendar
}

/** Sends a request without a connection. */
export async function startInProcess(scenario: Scenario, mode: Mode, file?: string): Promise<Server> {
  const calendar = await openCase({ scenario, mode, address, file })
  return {
    apiRoot: `${address.base}/wp-json/tribe/events/v1`,
    send: async (wire) => {
      const { status, headers, body } = await calendar.exchange(requestOf(wire))
      return { status, headers, body: bodyOf(body) }
    },
    stop: () => calendar.close(),
  }
}

function requestOf({ method, path, headers, body }: Wire) {
  const [, below = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(path) ?? []
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]))
  return { method, path: below === '' ? '/' : below, query, headers: lower, ...(body !== undefined && { body }) }
}

// Calendars that tests open in this process.
import type { ApiRequest } from '../../src/base/exchange.ts'
import { type ParsedRequest, receiveRequest } from '../../src/server/api/request.ts'
import { roles } from '../../src/server/domain/records.ts'
import { type OpenedCalendar, openCalendar, type OpenOptions } from '../../src/server/service/service.ts'
import { afterTest } from './cleanup.ts'
import { noon } from './runtime.ts'

/** At noon on 20 November 2026. */
export const plain_options = {
  address: { base: 'http://localhost', root: 'wp-json', vendor: 'tribe' },
  mode: 'standard',
  read_only: false,
  writer: 'inline',
  now: () => Date.UTC(2026, 10, 20, 12),
} as const satisfies Partial<OpenOptions>

/** Callers have the role that the header `as` names. */
export const authenticate: NonNullable<OpenOptions['authenticate']> =
  () =>
  async ({ headers: { as } }) => {
    const role = roles.find((one) => one === as)
    return role && { id: roles.indexOf(role) + 1, login: role, role }
  }

/** A user of each role; the ids are 1 to 5. */
export const users_by_role = roles.map((role, i) => ({ id: i + 1, login: role, email: '', role, password_hash: '' }))

const opened = new Set<OpenedCalendar>()

export async function closeTestCalendars(): Promise<void> {
  for (const calendar of opened) await calendar.close()
}

/** The calendar in a file or at the address of a database; closed after the test, unless the test closes it. */
export async function openTestCalendar(file: string, options: Partial<OpenOptions> = {}): Promise<OpenedCalendar> {
  const calendar = await openCalendar({ file, ...plain_options, ...options })
  const closing = {
    ...calendar,
    close: () => {
      opened.delete(closing)
      return calendar.close()
    },
  }
  opened.add(closing)
  afterTest(closeTestCalendars)
  return closing
}

/** An empty calendar in memory in UTC at noon on 21 November 2026, without users unless `authenticate` is given. */
export function openInMemory(mode: OpenOptions['mode'], options: Partial<OpenOptions> = {}): Promise<OpenedCalendar> {
  const address = { base: 'http://calendar.example', root: 'wp-json', vendor: 'tribe' }
  return openTestCalendar(':memory:', { address, mode, timezone: 'UTC', now: () => noon, ...options })
}

export function parseRequest(request: ApiRequest): ParsedRequest {
  return receiveRequest(request).parsed
}

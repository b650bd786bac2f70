// The pages of a calendar at its own address, and when their responses are current.
import type { Instant } from '../../base/dates/zoned-time.ts'
import type { Exchange } from '../../base/exchange.ts'
import type { WebHandler } from '../../base/web.ts'
import { apiRootOf, type ServiceLocation } from '../domain/settings.ts'
import type { OpenedCalendar } from '../service/open.ts'
import type { IsCurrent } from './head-cache.ts'
import { discoveryHeaders } from './site.ts'

export interface PagesOptions {
  readonly exchange: Exchange
  /** The same for visitors, whom feeds are for. */
  readonly visitors: Exchange
  readonly place: ServiceLocation
  now(): Instant
  /** The system clock. */
  clock(): Instant
  random_bytes(count: number): Uint8Array
}

/** Pages are loaded with the first one that is asked for. */
export function pagesOf(
  { settings, users, version }: OpenedCalendar,
  { exchange, visitors, place, now, clock, random_bytes }: PagesOptions,
): WebHandler {
  let opened: Promise<WebHandler> | undefined
  const open = async () => {
    const [{ openWeb }, { calendarState }] = await Promise.all([
      import('../web/web.ts'),
      import('../feed/validators.ts'),
    ])
    const process = Buffer.from(random_bytes(8)).toString('hex')
    return openWeb({
      exchange,
      api_root: apiRootOf(place),
      base: place.base,
      timezone: settings.timezone,
      headers: discoveryHeaders(place),
      sign_in: await users.any(),
      feed: { exchange: visitors, state: calendarState({ version, process, now: clock }) },
      now,
    })
  }
  return async (request) => {
    opened ??= open()
    return (await opened)(request)
  }
}

/** A page is current if everything it was made from is. */
export function pagesCurrency({ isCurrent }: OpenedCalendar): IsCurrent {
  return (answer) => (answer.sources ? answer.sources.every(isCurrent) : isCurrent(answer))
}

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
  readonly place: ServiceLocation
  now(): Instant
}

/** Pages are loaded with the first one that is asked for. */
export function pagesOf({ settings, users }: OpenedCalendar, { exchange, place, now }: PagesOptions): WebHandler {
  let opened: Promise<WebHandler> | undefined
  const open = async () => {
    const { openWeb } = await import('../web/web.ts')
    return openWeb({
      exchange,
      api_root: apiRootOf(place),
      base: place.base,
      timezone: settings.timezone,
      headers: discoveryHeaders(place),
      sign_in: await users.any(),
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

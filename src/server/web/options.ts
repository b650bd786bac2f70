// The options of the pages of a calendar.
import type { Instant } from '../../base/dates/zoned-time.ts'
import type { Exchange, Headers } from '../../base/exchange.ts'
import type { ReadState } from '../feed/validators.ts'

export interface WebOptions {
  /** The exchange that pages read from, with the rights of the reader. Paths are below the api root. */
  readonly exchange: Exchange
  /** The api root that pages show: `https://…/wp-json/tribe/events/v1`, `file:calendar.db`. */
  readonly api_root: string
  /** The address of the site, without a trailing slash. Links begin with its path. */
  readonly base: string
  /** Name of the calendar; absent for "Calendar". */
  readonly name?: string
  /** The time zone that determines the current day. */
  readonly timezone: string
  /** Headers that are added to every response. */
  readonly headers?: Headers
  /** Whether readers can sign in with Basic authentication; if not, their credentials are not passed on. */
  readonly sign_in: boolean
  /** The exchange of feeds, with the rights of a visitor, and the state for ETags. Default: `exchange`, and no ETag. */
  readonly feed?: { readonly exchange: Exchange; readonly state?: ReadState }
  now(): Instant
}

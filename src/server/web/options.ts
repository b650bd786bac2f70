// What pages need to know of the calendar they show.
import type { Instant } from '../../base/dates/zoned-time.ts'
import type { Exchange, Headers } from '../../base/exchange.ts'
import type { ReadState } from '../feed/validators.ts'

export interface WebOptions {
  /** The interface that the pages read, with the rights of the reader. Paths are below the api root. */
  readonly exchange: Exchange
  /** As readers and commands name the interface: `https://…/wp-json/tribe/events/v1`, `file:calendar.db`. */
  readonly api_root: string
  /** The address of the site, without a slash at the end. Its path begins every link. */
  readonly base: string
  /** Name of the calendar; absent for "Calendar". */
  readonly name?: string
  /** The zone in which today is. */
  readonly timezone: string
  /** Added to every response. */
  readonly headers?: Headers
  /** Whether readers can sign in with Basic authentication; if not, their credentials are not passed on. */
  readonly sign_in: boolean
  /** What feeds read: as a visitor, and how they know that nothing has changed. Absent: `exchange`, and no ETag. */
  readonly feed?: { readonly exchange: Exchange; readonly state?: ReadState }
  now(): Instant
}

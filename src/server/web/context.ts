// The context of a request, which all parts of a page use: reader, language, query, links; and the options of the pages
// of a calendar.
import { type Day, dayOf } from '../../base/dates/days.ts'
import { type Instant, wallAt } from '../../base/dates/zoned-time.ts'
import type { Exchange, Headers, WebRequest } from '../../base/exchange.ts'
import type { JsonObject } from '../../base/json.ts'
import { type Language, languageOf, type Text, t } from '../../base/text/language.ts'
import type { ReadState } from '../feed/feed.ts'
import { type Filters, type PageQuery, type View, withQuery } from './address.ts'
import type { AssetPaths } from './assets.ts'
import type { Html } from './html.ts'
import { type ApiAddress, type Reader, readerOf } from './reader.ts'

type AddressValues = Readonly<Record<string, string | undefined>>

export interface PageContext {
  readonly options: WebOptions
  readonly request: WebRequest
  readonly query: PageQuery
  readonly language: Language
  readonly reader: Reader
  readonly today: Day
  readonly assets: AssetPaths
  /** The password that the reader entered for a protected event. */
  readonly password?: string
  /** Whether the reader sent credentials; the interface answers 401 to wrong ones. */
  readonly isSignedIn: boolean
  /** Whether the reader may list drafts and other unpublished events: without users, all readers may. */
  readonly may_see_drafts: boolean
  text(text: Text): string
  /** The address of a path of the pages; preserves the language parameter of this page's address. */
  href(path: string, values?: AddressValues): string
}

/** The content of a page; the layout adds the rest of the document. */
export interface Page {
  readonly status?: number
  readonly title: string
  readonly main: Html
  /** Additional elements for the head. */
  readonly head?: Html
  /** The view of the page, or the closest one. */
  readonly view?: View
  readonly filters?: Filters
  /** The absolute URL of a public page. */
  readonly canonical?: string
  /** Plain text for search engines and previews. */
  readonly description?: string
  /** The absolute URL of an image for previews. */
  readonly image?: string | undefined
  /** The address to subscribe to the page's events. */
  readonly feed?: string
  /** The API request behind the page, and the arguments of the equivalent command. */
  readonly behind?: { readonly address: ApiAddress; readonly command: readonly string[] }
  /** Whether the page uses the width of large screens. */
  readonly isWide?: boolean
}

export function contextOf(request: WebRequest, options: WebOptions, assets: AssetPaths): PageContext {
  const { language } = request.parsed
  const query = textsOf(request.parsed.query)
  const requested_language = languageOf(query.lang)
  const { exchange, sign_in } = options
  const isSignedIn = sign_in !== false && sign_in(request.headers)
  const prefix = new URL(options.base).pathname.replace(/\/$/, '')
  return {
    options,
    request,
    query,
    language,
    reader: readerOf({ exchange, request, language, isSignedIn }),
    today: dayOf(wallAt(options.now(), options.timezone)),
    assets,
    isSignedIn,
    may_see_drafts: !sign_in || isSignedIn,
    text: (text) => text[language],
    href: (path, values = {}) => {
      const lang = requested_language && !('lang' in values) && { lang: requested_language }
      // Two slashes at the beginning would name another host.
      return withQuery(`${prefix}${path.replace(/^[/\\]+/, '/')}`, { ...values, ...lang })
    },
  }
}

function textsOf(query: JsonObject): PageQuery {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
}

/** The names of views, filters and kinds of records on pages. */
export const names = {
  month: t('Month'),
  week: t('Week'),
  day: t('Day'),
  list: t('List'),
  search: t('Search'),
  category: t('Category'),
  tag: t('Tag'),
  venue: t('Venue'),
  venues: t('Venues'),
  organizer: t('Organizer'),
  organizers: t('Organizers'),
  status: t('Status'),
} as const

export interface WebOptions {
  /** The exchange that pages read from, with the rights of the reader. Paths are below the api root. */
  readonly exchange: Exchange
  /** The api root that pages show: `https://…/wp-json/tribe/events/v1`, `file:calendar.db`. */
  readonly api_root: string
  /** The address of the site, without a trailing slash. Links begin with its path. */
  readonly base: string
  /** The time zone that determines the current day. */
  readonly timezone: string
  /** Headers that are added to every response. */
  readonly headers?: Headers
  /** Whether the pages end with a command, so that nobody can subscribe to them. */
  readonly temporary?: true
  /** Whether a request has credentials; false if readers cannot sign in: then theirs are not passed on. */
  readonly sign_in: false | ((headers: Headers) => boolean)
  /** The exchange of feeds, with the rights of a visitor, and the state for ETags. Default: `exchange`, and no ETag. */
  readonly feed?: { readonly exchange: Exchange; readonly state?: ReadState }
  now(): Instant
}

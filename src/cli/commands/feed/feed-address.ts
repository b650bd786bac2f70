// The addresses of feeds: those of `cal serve`, and those of deployed sites. Source: interface 1.6.
import { isObject, type Json, type JsonObject, objectsOf } from '../../../base/json.ts'
import type { Plural } from '../../../spec/model.ts'

/** What a feed holds: everything, or what belongs to one record. */
export interface FeedTarget {
  readonly plural: Plural
  readonly record: JsonObject
}

/** How a site names its feeds: `files` such as `/events.ics`, or `pages` with `?ical=1`. */
export type FeedForm = 'files' | 'pages'

/** The feed of a site, whose address ends without a slash. */
export function feedAddress(site: string, form: FeedForm, target: FeedTarget | undefined): string | undefined {
  if (!target) {
    // The path of the list of events is a setting of the site; WordPress finds it by the type of its posts.
    return form === 'files' ? `${site}/events.ics` : `${site}/?post_type=tribe_events&eventDisplay=list&ical=1`
  }
  const { plural, record } = target
  if (plural === 'categories' || plural === 'tags') {
    const slug = encoded(record.slug)
    if (form === 'files') return `${site}/events/${plural === 'tags' ? 'tag' : 'category'}/${slug}.ics`
    const filter = plural === 'tags' ? 'tag' : 'tribe_events_cat'
    return `${site}/?post_type=tribe_events&${filter}=${slug}&eventDisplay=list&ical=1`
  }
  return pageFeed(record.url)
}

/** Slugs of other scripts are percent-encoded already. */
function encoded(slug: Json | undefined): string {
  return encodeURIComponent(String(slug ?? '').toWellFormed()).replace(/%25([0-9a-f]{2})/gi, '%$1')
}

/** `?ical=1` on the page of a record. */
function pageFeed(page: Json | undefined): string | undefined {
  if (typeof page !== 'string' || !/^https?:\/\//.test(page) || !URL.canParse(page)) return undefined
  const url = new URL(page)
  url.searchParams.set('ical', '1')
  return url.href
}

/** `https://…` → `webcal://…`, which opens the calendar program. */
export function webcalOf(address: string): string {
  return address.replace(/^https?:/, 'webcal:')
}

/** The site around an api root: `https://example.org/wp-json/tribe/events/v1` → `https://example.org`. */
export function siteOf(api_root: string): string {
  const { origin, pathname } = new URL(api_root)
  return origin + pathname.replace(/\/(?:wp-json(?:\/.*)?|index\.php(?:\/.*)?)?$/, '')
}

/** The site as its service names it, which behind a proxy has another address than the api root. */
export function publicSite(index: Json | undefined): string | undefined {
  const links = isObject(index) && isObject(index._links) ? objectsOf(index._links.up) : []
  const href = links[0]?.href
  return typeof href === 'string' && /^https?:\/\//.test(href) && URL.canParse(href) ? siteOf(href) : undefined
}

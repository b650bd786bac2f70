// Records of the interface as pages show them. Every member is validated, because pages also show other services.
// Requests to the interface for the address of a page: records by their key, filters as parameters.
import { isWall } from '../../base/dates/days.ts'
import { instantOf, instantOfUtc, isZone, type WallTime } from '../../base/dates/zoned-time.ts'
import { isObject, type Json, type JsonObject, objectsOf, stringOf } from '../../base/json.ts'
import { t } from '../../base/text/language.ts'
import { isHiddenByPassword, plurals } from '../../spec/resources.ts'
import { eventParts, eventTimeOf, placeParts, termParts, websiteOf } from '../../spec/event-parts.ts'
import { type Filters, type QueryParts, type RecordKind, recordPath, type TermKind, termPath } from './address.ts'
import type { PageContext } from './context.ts'
import { PageError } from './page-error.ts'
import type { ApiAddress, ListedRecords } from './reader.ts'

/** Descriptions are HTML; `url` is the page at the service. */
export type EventView = ReturnType<typeof eventView>
/** An event with its time. */
export type DatedEvent = NonNullable<ReturnType<typeof datedEvent>>
/** A venue or an organizer. */
export type PlaceView = ReturnType<typeof placeView>
export type TermView = ReturnType<typeof termView>
export type ImageView = NonNullable<ReturnType<typeof imageView>>

export function eventView(record: JsonObject) {
  const timezone = stringOf(record.timezone) || 'UTC'
  const status = stringOf(record.status)
  const parts = eventParts(record)
  const id = Number(record.id)
  const url = stringOf(record.url)
  return {
    ...parts,
    id,
    title: parts.title || `#${id}`,
    status,
    path: recordPath('event', { id, slug: stringOf(record.slug), status }),
    url,
    hidden: record.hide_from_listings === true,
    featured: record.featured === true,
    // A password hides the description.
    concealed: isHiddenByPassword('events', record),
    timezone,
    zone_name: stringOf(record.timezone_abbr) || timezone,
    description: stringOf(record.description),
    excerpt: stringOf(record.excerpt),
    website: webAddress(websiteOf(record)),
    image: imageView(record.image),
    venues: parts.venues.map((venue) => placeView('venue', venue.record, venue)),
    organizers: parts.organizers.map((organizer) => placeView('organizer', organizer.record, organizer)),
    categories: parts.categories.map((category) => termView('category', category.record, category)),
    tags: parts.tags.map((tag) => termView('tag', tag.record, tag)),
    json_ld: record.json_ld,
  }
}

/** undefined without valid dates. */
export function datedEvent(record: JsonObject) {
  const time = eventTimeOf(record)
  if (time === undefined) return undefined
  const event = eventView(record)
  /** The offset of its zone from UTC at the start, in milliseconds. */
  const offset_ms = offsetOf(record, time.start, event.timezone)
  return { ...event, ...time, offset_ms }
}

/** The events of a list. Services select them by dates, so none is without. */
export function datedEvents({ records }: Pick<ListedRecords, 'records'>): readonly DatedEvent[] {
  return records.flatMap((record) => datedEvent(record) ?? [])
}

function offsetOf({ utc_start_date }: JsonObject, start: WallTime, timezone: string): number {
  const instant = isWall(utc_start_date)
    ? instantOfUtc(utc_start_date)
    : instantOf(start, isZone(timezone) ? timezone : 'UTC')
  return instantOfUtc(start) - instant
}

export function placeView(kind: 'venue' | 'organizer', record: JsonObject, parts = placeParts(kind, record)) {
  const [id, status] = [Number(record.id), stringOf(record.status)]
  const { geo_lat: lat, geo_lng: lng } = record
  return {
    ...parts,
    kind,
    id,
    name: parts.name || `#${id}`,
    status,
    path: recordPath(kind, { id, slug: stringOf(record.slug), status }),
    url: stringOf(record.url),
    description: stringOf(record.description),
    website: webAddress(record.website),
    image: imageView(record.image),
    coordinates: typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : undefined,
    json_ld: record.json_ld,
    // A password hides all fields except the address of the page.
    concealed: isHiddenByPassword(`${kind}s`, record),
  }
}

export function termView(taxonomy: TermKind, record: JsonObject, parts = termParts(record)) {
  const slug = stringOf(record.slug)
  return {
    ...parts,
    slug,
    description: stringOf(record.description),
    path: termPath(taxonomy, slug),
  }
}

function imageView(value: Json | undefined) {
  const url = isObject(value) ? webAddress(value.url) : undefined
  return url === undefined ? undefined : { url, name: decodeName(url) }
}

/** The file name in a URL. */
function decodeName(url: string): string {
  return new URL(url).pathname.split('/').at(-1) || url
}

/** An http or https URL; undefined for any other value. */
function webAddress(value: Json | undefined): string | undefined {
  const address = stringOf(value)
  if (!URL.canParse(address)) return undefined
  const { protocol, href } = new URL(address)
  return protocol === 'https:' || protocol === 'http:' ? href : undefined
}

export interface RecordKey {
  readonly record: RecordKind
  readonly key: string
  readonly by: 'id' | 'slug'
}

/** The request for a record. Deployed services find slugs of other scripts only in lower case. Source: interface 14. */
export function recordAddress({ record, key, by }: RecordKey): ApiAddress {
  const slug = encodeURIComponent(key).replace(/%[\dA-F]{2}/g, (code) => code.toLowerCase())
  return { path: `/${plurals[record]}/${by === 'slug' ? `by-slug/${slug}` : key}`, query: {} }
}

const missing = {
  event: (key: string) => t('There is no event “{key}”.', { key }),
  venue: (key: string) => t('There is no venue “{key}”.', { key }),
  organizer: (key: string) => t('There is no organizer “{key}”.', { key }),
  category: (key: string) => t('There is no category “{key}”.', { key }),
  tag: (key: string) => t('There is no tag “{key}”.', { key }),
} as const

/** Converts the error of an unknown record to 404: deployed services answer 400. Source: interface Q10. */
export function toNotFound({ record, key }: Pick<RecordKey, 'record' | 'key'>): (error: unknown) => never {
  return (error) => {
    if (error instanceof PageError && (error.status === 404 || error.status === 400)) {
      throw new PageError(404, missing[record](key))
    }
    throw error
  }
}

/** The filters as parameters of a list of events. */
export async function parametersOf(
  { search, status, venue, organizer, category, tag }: Filters,
  context: PageContext,
): Promise<QueryParts> {
  const [categories, tags] = await Promise.all([
    category === undefined ? undefined : termParameter('category', category, context),
    tag === undefined ? undefined : termParameter('tag', tag, context),
  ])
  return { search, categories, tags, venue, organizer, status }
}

/** The term as a parameter: by id if its slug consists of digits, which services read as an id. */
async function termParameter(taxonomy: TermKind, slug: string, context: PageContext): Promise<string> {
  return /^\d+$/.test(slug) ? String((await termAt(taxonomy, slug, context)).id) : slug
}

/** The term of a slug. Errors: 404. */
export async function termAt(taxonomy: TermKind, slug: string, { reader }: PageContext): Promise<TermView> {
  const plural = plurals[taxonomy]
  const answer = await reader.get({ path: `/${plural}`, query: { slug, hide_empty: 'false' } })
  const [record] = objectsOf(answer[plural])
  if (record) return termView(taxonomy, record)
  throw new PageError(404, missing[taxonomy](slug))
}

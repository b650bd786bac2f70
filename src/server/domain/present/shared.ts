// Parts of the answers that events, venues and organizers have in common, and the links between pages of their lists.
import type { WallTime } from '../../../base/dates/zoned-time.ts'
import type { JsonObject } from '../../../base/json.ts'
import { escapedHtml } from '../../../base/text/untrusted-text.ts'
import { plurals } from '../../../spec/resources.ts'
import type {
  CountedTerm,
  Image,
  OrganizerRecord,
  Post,
  PostKind,
  Taxonomy,
  TermRecord,
  VenueRecord,
} from '../records.ts'
import type { EventWindow, ListPart } from '../lists/selection.ts'
import { apiRootOf, type ServiceAddress, type ServiceSettings } from '../settings.ts'
import { asContent, asTitle, asName, asNote, asParagraphs } from '../../quirks/texturize.ts'
import { hasDeployedData } from '../../quirks/deployed-data.ts'
import { quirk } from '../../quirks/quirks.ts'

/** How a record is presented. */
export interface PresentContext {
  readonly settings: ServiceSettings
  /** Whether this is the answer to GET by id or slug, which has structured data. */
  readonly single: boolean
  /** Whether protected fields of a venue or organizer are hidden. */
  isHiddenByPassword(place: Post): boolean
  /** Whether the caller may read the record. */
  mayRead(post: Post): boolean
}

/** The linked records of an event that the caller may see. */
export interface EventLinks {
  readonly venues: readonly VenueRecord[]
  readonly organizers: readonly OrganizerRecord[]
  /** By name. */
  readonly categories: readonly CountedTerm[]
  readonly tags: readonly CountedTerm[]
}

/** The author, the status and the dates of a record. */
export function authorship({ author, status, date, date_utc, modified, modified_utc }: Post) {
  return { author: String(author), status, date, date_utc, modified, modified_utc }
}

/** The URL of the page of a record. */
export function pageLink(kind: PostKind, record: Post, { settings, mayRead }: PresentContext) {
  const hasPage = mayRead(record) || !quirk(settings, 'unreadable_private_pages_have_ids')
  return { url: pageUrl(kind, hasPage ? record : { ...record, slug: '' }, settings.address) }
}

/** Whether an answer has structured data of the record. */
export function hasData(post: Post, { single, settings, mayRead }: PresentContext): boolean {
  return single && (post.status === 'publish' || (hasDeployedData(settings) && mayRead(post)))
}

/** The global id of a record: `host[/path]?id=ID`. */
export function identity({ id }: Post, { settings }: PresentContext) {
  const global_id = `${settings.address.base.replace(/^https?:\/\//, '')}?id=${id}`
  return { global_id, global_id_lineage: [global_id] }
}

/** An image as answers show it, without its sizes, which are unknown; `false` for none. */
export function shownImage(image: Image | null) {
  if (!image) return false
  const file = image.url.replace(/[?#].*/s, '')
  return {
    url: image.url,
    id: image.id,
    extension: /\.(\w+)$/.exec(file.slice(file.lastIndexOf('/') + 1))?.[1]?.toLowerCase() ?? '',
  }
}

/** Shown for an event without dates, and for years of five digits. */
export const epoch: WallTime = '1970-01-01 00:00:00'

/** The parts of a local time, as texts with leading zeros. */
export function details(wall: WallTime) {
  const shown = wall.length === epoch.length || wall.startsWith('-') ? wall : epoch
  return {
    year: shown.slice(0, -15),
    month: shown.slice(-14, -12),
    day: shown.slice(-11, -9),
    hour: shown.slice(-8, -6),
    minutes: shown.slice(-5, -3),
    seconds: shown.slice(-2),
  }
}

/** The object without its empty members. */
export function filled(members: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(members).filter(
      ([, value]) => value !== '' && value !== null && value !== false && value !== undefined,
    ),
  )
}

const renderers = {
  title: asTitle,
  description: asContent,
  excerpt: asParagraphs,
  name: asName,
  term: asNote,
  address: escapedHtml,
} as const

/**
 * A text of a record as answers show it: as stored, or as deployed services render it for display. `name` and `term`
 * are the name and description of a term, `address` the website of an event.
 */
export function shownText(kind: keyof typeof renderers, text: string, settings: Pick<ServiceSettings, 'mode'>): string {
  return quirk(settings, 'texts_are_rendered') ? renderers[kind](text) : text
}

/** The post type of a kind: `tribe_events`, `tribe_venue`, `tribe_organizer`. */
function postTypeOf(kind: PostKind, { vendor }: Pick<ServiceAddress, 'vendor'>): string {
  return `${vendor}_${kind === 'event' ? 'events' : kind}`
}

/** The name of a taxonomy in answers: `tribe_events_cat`, `post_tag`. */
export function taxonomyName(taxonomy: Taxonomy, { vendor }: Pick<ServiceAddress, 'vendor'>): string {
  return taxonomy === 'category' ? `${vendor}_events_cat` : 'post_tag'
}

/** The page of a record; records without a public page have a URL with their id. */
export function pageUrl(
  kind: PostKind,
  { id, slug, status }: Pick<Post, 'id' | 'slug' | 'status'>,
  address: ServiceAddress,
): string {
  const hasPage = slug !== '' && (status === 'publish' || status === 'private')
  return hasPage
    ? `${address.base}/${kind}/${slug}/`
    : `${address.base}/?post_type=${postTypeOf(kind, address)}&p=${id}`
}

/** The archive of a term; that of a category contains the slugs of its parents, topmost first. */
export function termUrl(
  { taxonomy, slug }: Pick<TermRecord, 'taxonomy' | 'slug'>,
  above: readonly string[],
  address: ServiceAddress,
): string {
  return taxonomy === 'tag'
    ? `${address.base}/tag/${slug}/`
    : `${address.base}/events/category/${[...above, slug].join('/')}/`
}

/** The URL of a list in the interface, without a slash at the end. */
export function collectionUrl(kind: PostKind | Taxonomy, address: ServiceAddress): string {
  return `${apiRootOf(address)}/${plurals[kind]}`
}

/** The URL of a record in the interface. */
export function itemUrl(kind: PostKind | Taxonomy, id: number, address: ServiceAddress): string {
  return `${collectionUrl(kind, address)}/${id}`
}

/** Names and values of the parameters in a link, in order. */
export type LinkParameters = readonly (readonly [name: string, value: string])[]

export interface Links {
  readonly rest_url: string
  readonly next_rest_url?: string
  readonly previous_rest_url?: string
}

/** Parameters as the texts of a link; a flag is `1` or `0`. */
export type LinkValues = Readonly<Record<string, string>>

/** A page of a list, as its links describe it. */
export interface Listed {
  readonly kind: PostKind | Taxonomy
  /** The URL of the list, without a slash at the end. */
  readonly collection: string
  /** The list's own parameters that were sent. */
  readonly values: LinkValues
  /** The other parameters that were sent: `_fields`, `lang`, `password`. */
  readonly others: LinkValues
  readonly page: ListPart
  readonly pages: number
  /** The parameter of the links, see `linkStatusOf`; terms have none. */
  readonly status?: string
  readonly window?: EventWindow
}

/** The parameters with these names that were sent, in this order. */
export function linkParametersOf(values: LinkValues, names: readonly string[]): LinkParameters {
  return names.flatMap((name) => {
    const value = values[name]
    return value === undefined ? [] : [[name, value] as const]
  })
}

/** The links of a page; `at` writes that of another one. */
export function pageLinks(
  rest_url: string,
  { page: { page }, pages }: Pick<Listed, 'page' | 'pages'>,
  at: (page: number) => string,
): Links {
  return {
    rest_url,
    ...(page < pages && { next_rest_url: at(page + 1) }),
    ...(page > 1 && { previous_rest_url: at(page - 1) }),
  }
}

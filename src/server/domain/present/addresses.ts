// The URLs of a record: its page, its resource, its global id.
import type { Post, PostKind, Taxonomy, TermRecord } from '../records.ts'
import { apiRootOf, type ServiceAddress } from '../settings.ts'

const plurals = {
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
} as const

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

/** The global id of a record: `host[/path]?id=ID`. */
export function globalId(id: number, { base }: ServiceAddress): string {
  return `${base.replace(/^https?:\/\//, '')}?id=${id}`
}

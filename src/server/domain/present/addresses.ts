// The URLs of a record: its page, its resource, its global id.
import type { Post, PostKind, Taxonomy, TermRecord } from '../records.ts'
import { apiRootOf, type ServiceLocation } from '../settings.ts'

const plurals = {
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
} as const

/** `tribe_events`, `tribe_venue`, `tribe_organizer` */
function postTypeOf(kind: PostKind, { vendor }: Pick<ServiceLocation, 'vendor'>): string {
  return `${vendor}_${kind === 'event' ? 'events' : kind}`
}

/** `tribe_events_cat`, `post_tag` */
export function taxonomyName(taxonomy: Taxonomy, { vendor }: Pick<ServiceLocation, 'vendor'>): string {
  return taxonomy === 'category' ? `${vendor}_events_cat` : 'post_tag'
}

/** The page of a record; records without a public page have a URL with their id. */
export function pageUrl(
  kind: PostKind,
  { id, slug, status }: Pick<Post, 'id' | 'slug' | 'status'>,
  place: ServiceLocation,
): string {
  const hasPage = slug !== '' && (status === 'publish' || status === 'private')
  return hasPage ? `${place.base}/${kind}/${slug}/` : `${place.base}/?post_type=${postTypeOf(kind, place)}&p=${id}`
}

/** The archive of a term; that of a category contains the slugs of its parents, topmost first. */
export function termUrl(
  { taxonomy, slug }: Pick<TermRecord, 'taxonomy' | 'slug'>,
  above: readonly string[],
  place: ServiceLocation,
): string {
  return taxonomy === 'tag'
    ? `${place.base}/tag/${slug}/`
    : `${place.base}/events/category/${[...above, slug].join('/')}/`
}

export function collectionUrl(kind: PostKind | Taxonomy, place: ServiceLocation): string {
  return `${apiRootOf(place)}/${plurals[kind]}`
}

export function itemUrl(kind: PostKind | Taxonomy, id: number, place: ServiceLocation): string {
  return `${collectionUrl(kind, place)}/${id}`
}

/** `host[/path]?id=ID` */
export function globalId(id: number, { base }: ServiceLocation): string {
  return `${base.replace(/^https?:\/\//, '')}?id=${id}`
}

// A naive implementation of lists without a database, which the store is compared with.
import type { EventRecord, TermRecord, VenueRecord } from '../../../src/server/domain/records.ts'
import type {
  EventSelection,
  PlaceSelection,
  Search,
  TermSelection,
} from '../../../src/server/domain/lists/selection.ts'

export interface Everything {
  readonly events: readonly EventRecord[]
  readonly venues: readonly VenueRecord[]
  readonly terms: readonly TermRecord[]
}

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
const some = (wanted: readonly number[] | undefined, has: readonly number[]) =>
  !wanted || wanted.some((id) => has.includes(id))

export function naiveEvents({ events, venues }: Everything, s: EventSelection): readonly number[] {
  const { window = {} } = s
  const startOf = (e: EventRecord) => (s.clock === 'utc' ? e.utc_start_date : e.start_date)
  const endOf = (e: EventRecord) => (s.clock === 'utc' ? e.utc_end_date : e.end_date)
  const placed = (e: EventRecord) =>
    venues.filter(({ id, geo_lat, geo_lng }) => e.venue.includes(id) && geo_lat !== null && geo_lng !== null)
  const holds = (e: EventRecord) => (start: string, end: string) =>
    (window.start_date === undefined || start >= window.start_date) &&
    (window.starts_before === undefined || start < window.starts_before) &&
    (window.starts_after === undefined || start > window.starts_after) &&
    (window.end_date === undefined || end <= window.end_date) &&
    (window.ends_before === undefined || end < window.ends_before) &&
    (window.ends_after === undefined || end > window.ends_after) &&
    (s.featured === undefined || e.featured === s.featured) &&
    (s.include === undefined || s.include.includes(e.id))
  const found = events.filter(
    (e) =>
      s.statuses.includes(e.status) &&
      (s.hidden || !e.hide_from_listings) &&
      holds(e)(startOf(e), endOf(e)) &&
      some(s.categories, e.categories) &&
      some(s.tags, e.tags) &&
      some(s.venue, e.venue) &&
      some(s.organizer, e.organizer) &&
      (s.post_parent === undefined || e.post_parent === s.post_parent) &&
      (s.geoloc === undefined || s.geoloc === placed(e).length > 0) &&
      (s.private_of === undefined || e.status !== 'private' || e.author === s.private_of) &&
      (!s.near || placed(e).some((v) => kmApart(s.near, v) <= (s.near?.km ?? 0))) &&
      (!s.search ||
        (searchHolds(s.search, [e.title, e.excerpt, e.description]) && (s.search_protected || e.password === ''))),
  )
  const byStart = (a: EventRecord, b: EventRecord) =>
    order(a.start_date, b.start_date) || order(a.date, b.date) || a.id - b.id
  return [...found].sort(byStart).map(({ id }) => id)
}

/** By the spherical law of cosines. */
function kmApart(from: EventSelection['near'], to: Pick<VenueRecord, 'geo_lat' | 'geo_lng'>): number {
  const [a, b] = [from?.lat ?? 0, to.geo_lat ?? 0].map((degrees) => (degrees * Math.PI) / 180) as [number, number]
  const along = (((to.geo_lng ?? 0) - (from?.lng ?? 0)) * Math.PI) / 180
  const cosine = Math.sin(a) * Math.sin(b) + Math.cos(a) * Math.cos(b) * Math.cos(along)
  return 6_371 * Math.acos(Math.min(1, cosine))
}

/** Every word somewhere in the fields; no unwanted one anywhere. */
function searchHolds({ words, without }: Search, fields: readonly string[]): boolean {
  const anywhere = (word: string) => fields.some((field) => plain(field).includes(plain(word)))
  return words.every(anywhere) && !without.some(anywhere)
}

export function naiveVenues({ events, venues }: Everything, s: PlaceSelection): readonly number[] {
  const eventsOf = (id: number, statuses: readonly string[]) =>
    events.filter((e) => e.venue.includes(id) && statuses.includes(e.status))
  const searched = (v: VenueRecord) => {
    if (!s.search) return true
    const fields = [
      v.title,
      v.description,
      v.excerpt,
      v.address,
      v.city,
      v.province,
      v.state,
      v.stateprovince,
      v.zip,
      v.phone,
    ].map(plain)
    const { words, without } = s.search
    return (
      fields.some((field) => words.every((word) => field.includes(plain(word)))) &&
      !without.some((word) => fields.some((field) => field.includes(plain(word))))
    )
  }
  return venues
    .filter(
      (v) =>
        s.statuses.includes(v.status) &&
        (s.private_of === undefined || v.status !== 'private' || v.author === s.private_of) &&
        searched(v) &&
        (s.event === undefined || events.some((e) => e.id === s.event && e.venue.includes(v.id))) &&
        (!s.has_events || s.has_events.linked === eventsOf(v.id, s.has_events.statuses).length > 0) &&
        (!s.upcoming ||
          eventsOf(v.id, s.upcoming.statuses).some((e) => e.utc_start_date >= (s.upcoming?.from_utc ?? ''))),
    )
    .sort((a, b) => order(b.date, a.date) || b.id - a.id)
    .map(({ id }) => id)
}

export function naiveTerms({ events, terms }: Everything, s: TermSelection): readonly number[] {
  const used = (id: number) =>
    events.filter((e) => e.status === 'publish' && [...e.categories, ...e.tags].includes(id)).length
  const event = events.find(({ id }) => id === s.event)
  const found = terms.filter(
    (t) =>
      t.taxonomy === s.taxonomy &&
      (s.slug === undefined || t.slug === s.slug) &&
      (s.parent === undefined || t.parent === s.parent) &&
      (s.search === undefined || plain(t.name).includes(plain(s.search)) || t.slug.includes(s.search.toLowerCase())) &&
      (!s.include || s.include.includes(t.id)) &&
      !s.exclude?.includes(t.id) &&
      (s.event === undefined || (event && [...event.categories, ...event.tags].includes(t.id))) &&
      (!s.hide_empty || used(t.id) > 0),
  )
  const sign = s.order === 'desc' ? -1 : 1
  const given = (t: TermRecord) => s.include?.indexOf(t.id) ?? 0
  const byOrder = (a: TermRecord, b: TermRecord): number => {
    switch (s.orderby) {
      case 'name':
        return order(plain(a.name), plain(b.name))
      case 'slug':
        return order(a.slug, b.slug)
      case 'description':
        return order(plain(a.description), plain(b.description))
      case 'parent':
        return a.parent - b.parent
      case 'count':
        return used(a.id) - used(b.id)
      case 'include':
      case 'include_slugs':
        return s.include?.length ? given(a) - given(b) : order(plain(a.name), plain(b.name))
      case 'term_group':
      case 'taxonomy':
        return 0
      default:
        return a.id - b.id
    }
  }
  const compare = (a: TermRecord, b: TermRecord) => sign * byOrder(a, b) || a.id - b.id
  return [...found].sort(compare).map(({ id }) => id)
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

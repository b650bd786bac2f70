// Applies a write to a record: sent fields are replaced, others are kept. A new record is a change of a blank one.
import { oneLine, withoutBackslashes } from '../../base/text/stored-text.ts'
import { trimmed } from '../../base/text/untrusted-text.ts'
import { storedCost, storedLine } from '../quirks/deployed-data.ts'
import { quirk } from '../quirks/quirks.ts'
import { ApiError } from './api-error.ts'
import { eventDatesOf, undated } from './dates/event-dates.ts'
import { mayEditAll } from './rights.ts'
import { publicationOf, unpublished } from './status.ts'
import type { EventRecord, Image, New, OrganizerRecord, Post, PostKind, VenueRecord } from './records.ts'
import type { ServiceSettings, WriteContext } from './settings.ts'
import type { EventValues, OrganizerValues, VenueValues } from './values.ts'

export type Coordinates = Pick<VenueRecord, 'geo_lat' | 'geo_lng'>

/** The values of a write that need the store: ids and images, already looked up. Undefined values were not sent. */
export interface Resolved {
  readonly image?: Image | null | undefined
  readonly venue?: readonly number[] | undefined
  readonly organizer?: readonly number[] | undefined
  readonly categories?: readonly number[] | undefined
  readonly tags?: readonly number[] | undefined
  readonly password?: string | undefined
  readonly coordinates?: Coordinates
}

/** The event after a write. Its id and slug are those of `before`. */
export function changedEvent(
  before: EventRecord,
  values: EventValues,
  resolved: Resolved,
  context: WriteContext,
): EventRecord {
  return {
    ...before,
    ...changedPost('event', before, { values, name: values.title, resolved, context }),
    ...eventDatesOf(before, values, context),
    excerpt: storedOr(values.excerpt, before.excerpt, context),
    cost: values.cost === undefined ? before.cost : storedCost(values.cost, context.settings),
    website:
      values.website === undefined || (values.website === '' && before.website === null)
        ? before.website
        : storedLine(values.website, context.settings),
    show_map: values.show_map ?? before.show_map,
    show_map_link: values.show_map_link ?? before.show_map_link,
    hide_from_listings: values.hide_from_listings ?? before.hide_from_listings,
    sticky: values.sticky ?? before.sticky,
    featured: values.featured ?? before.featured,
    venue: resolved.venue ?? before.venue,
    organizer: resolved.organizer ?? before.organizer,
    categories: resolved.categories ?? before.categories,
    tags: resolved.tags ?? before.tags,
  }
}

/** The venue after a write. */
export function changedVenue<V extends New<VenueRecord>>(
  before: V,
  values: VenueValues,
  resolved: Resolved,
  context: WriteContext,
): V {
  const line = (name: 'address' | 'city' | 'country' | 'province' | 'state' | 'zip' | 'phone') =>
    lineOf(values[name], before[name], context)
  const after = {
    ...before,
    ...changedPost('venue', before, { values, name: values.venue, resolved, context }),
    address: line('address'),
    city: line('city'),
    country: line('country'),
    province: line('province'),
    state: line('state'),
    zip: line('zip'),
    phone: line('phone'),
    website: values.website === undefined ? before.website : storedLine(values.website, context.settings),
    show_map: values.show_map ?? before.show_map,
    show_map_link: values.show_map_link ?? before.show_map_link,
    ...resolved.coordinates,
  }
  return { ...after, stateprovince: stateProvinceOf(before, after, values, context) }
}

/** The organizer after a write. */
export function changedOrganizer<O extends New<OrganizerRecord>>(
  before: O,
  values: OrganizerValues,
  resolved: Resolved,
  context: WriteContext,
): O {
  return {
    ...before,
    ...changedPost('organizer', before, { values, name: values.organizer, resolved, context }),
    phone: lineOf(values.phone, before.phone, context),
    website: values.website === undefined ? before.website : storedLine(values.website, context.settings),
    email: lineOf(values.email, before.email, context),
  }
}

interface PostChange {
  readonly values: Pick<VenueValues, 'author' | 'status' | 'date' | 'date_utc' | 'description'>
  readonly name: string | undefined
  readonly resolved: Resolved
  readonly context: WriteContext
}

function changedPost(
  kind: PostKind,
  before: New<Post>,
  { values, name, resolved, context }: PostChange,
): Omit<New<Post>, 'slug' | 'excerpt'> {
  const keepsDescription =
    values.description === '' && kind !== 'event' && quirk(context.settings, 'place_descriptions_cannot_be_cleared')
  const { status, date, date_utc, modified, modified_utc } = publicationOf(kind, before, values, {
    ...context,
    isNew: !('id' in before) || before.id === 0,
  })
  return {
    status,
    date,
    date_utc,
    modified,
    modified_utc,
    author: authorOf(values.author, before, context),
    title: trimmed(storedOr(name, before.title, context)),
    description: keepsDescription ? before.description : storedOr(values.description, before.description, context),
    image: resolved.image === undefined ? before.image : resolved.image,
    password: resolved.password ?? before.password,
  }
}

/** Only callers who may edit the records of others set another author. Errors: 403 `rest_forbidden`. Source: Q42. */
function authorOf(sent: number | undefined, before: New<Post>, { caller, settings }: WriteContext): number {
  if (sent === undefined || sent === before.author) return before.author
  if (!mayEditAll(caller) && !quirk(settings, 'any_author_can_be_set')) throw new ApiError('rest_forbidden')
  return sent
}

function storedOr(sent: string | undefined, before: string, { settings }: WriteContext): string {
  return sent === undefined ? before : storedText(sent, settings)
}

/** Without tags, in one line. Source: interface 6. */
function lineOf(sent: string | undefined, before: string, context: WriteContext): string {
  const line = oneLine(storedOr(sent, before, context))
  return quirk(context.settings, 'lines_escape_brackets') ? line.replaceAll('<', '&lt;') : line
}

/** The text as it is stored. Source: interface Q21, 16.2. */
function storedText(sent: string, settings: Pick<ServiceSettings, 'mode'>): string {
  if (sent === '0' && quirk(settings, 'zero_text_is_stored_empty')) return ''
  return quirk(settings, 'stored_texts_lose_backslashes') ? withoutBackslashes(sent) : sent
}

type StateFields = Pick<VenueRecord, 'country' | 'state' | 'province'>

/** A derived `stateprovince` follows state and province, a sent one is kept. Source: Q1, interface 9. */
function stateProvinceOf(
  before: StateFields & Pick<VenueRecord, 'stateprovince'>,
  after: StateFields,
  values: VenueValues,
  { settings }: WriteContext,
): string {
  const sent = (name: keyof StateFields) => (values[name] === undefined ? '' : after[name])
  if (values.stateprovince !== undefined && storedText(values.stateprovince, settings) !== '')
    return oneLine(values.stateprovince)
  if (quirk(settings, 'stateprovince_is_recomputed'))
    return derivedStateProvince({ country: sent('country'), state: sent('state'), province: sent('province') })
  if (values.stateprovince === '' || before.stateprovince === derivedStateProvince(before))
    return derivedStateProvince(after)
  return before.stateprovince
}

/** The state in the US or without a country, else the province. Source: interface 9. */
function derivedStateProvince({ country, state, province }: StateFields): string {
  const inUnitedStates = country === '' || country === 'US' || country === 'United States'
  return (inUnitedStates && state) || province
}

/** An event without values; the store assigns the id. */
export function newEvent(context: WriteContext): EventRecord {
  return {
    id: 0,
    ...blankPost(context),
    ...undated(context),
    cost: '',
    website: null,
    show_map: false,
    show_map_link: false,
    hide_from_listings: false,
    sticky: false,
    featured: false,
    post_parent: 0,
    venue: [],
    organizer: [],
    categories: [],
    tags: [],
  }
}

/** A venue without values; it shows a map and a link to one. */
export function newVenue(context: WriteContext): New<VenueRecord> {
  return {
    ...blankPost(context),
    address: '',
    city: '',
    country: '',
    province: '',
    state: '',
    zip: '',
    phone: '',
    stateprovince: '',
    website: '',
    show_map: true,
    show_map_link: true,
    geo_lat: null,
    geo_lng: null,
  }
}

/** An organizer without values. */
export function newOrganizer(context: WriteContext): New<OrganizerRecord> {
  return { ...blankPost(context), phone: '', website: '', email: '' }
}

function blankPost(context: WriteContext): New<Post> {
  return {
    ...unpublished(context),
    author: context.caller?.id ?? 0,
    title: '',
    description: '',
    excerpt: '',
    slug: '',
    image: null,
    password: '',
  }
}

// Applies a write to a record: sent fields are replaced, others are kept. A new record is a change of an empty one.
import { keysOf } from '../../base/collections.ts'
import { oneLine, withoutBackslashes } from '../../base/text/stored-text.ts'
import { trimmed } from '../../base/text/untrusted-text.ts'
import { storedCost, storedLine } from '../quirks/deployed-data.ts'
import { quirk } from '../quirks/quirks.ts'
import { ApiError } from './api-error.ts'
import { eventDatesOf } from './dates.ts'
import {
  empty_posts,
  type EventRecord,
  type Post,
  type PostKind,
  type PostRecords,
  type VenueRecord,
} from './records.ts'
import { mayEditAll } from './rights.ts'
import type { ServiceSettings, WriteContext } from './settings.ts'
import { publicationOf, unpublished } from './status.ts'
import type { EventValues, PostValues, VenueValues } from './values.ts'

type Settings = Pick<ServiceSettings, 'mode'>

export type Coordinates = Pick<VenueRecord, 'geo_lat' | 'geo_lng'>

/** The fields of a write that need the store: ids, images, passwords. Those that were not sent are missing. */
export type Resolved = Partial<
  Pick<EventRecord, 'image' | 'venue' | 'organizer' | 'categories' | 'tags' | 'password'> & Coordinates
>

/**
 * A record without values, whose id the store assigns. An event is in the zone of the site; a venue shows a map and a
 * link to one.
 */
export function newPost<K extends PostKind>(kind: K, context: WriteContext): PostRecords[K] {
  const { caller, settings } = context
  return {
    ...empty_posts[kind],
    ...unpublished(context),
    author: caller?.id ?? 0,
    ...(kind === 'event' && { timezone: settings.timezone }),
    ...(kind === 'venue' && { show_map: true, show_map_link: true }),
  }
}

interface Change<K extends PostKind> {
  readonly values: PostValues[K]
  readonly resolved: Resolved
}

/** The record after a write, with its former slug. */
export function changedPost<K extends PostKind>(
  kind: K,
  before: PostRecords[K],
  { values, resolved }: Change<K>,
  context: WriteContext,
): PostRecords[K] {
  const { settings } = context
  const name = nameIn[kind](values)
  const after: PostRecords[K] = {
    ...before,
    ...storedFields(values, settings),
    ...publicationOf(kind, before, values, { isNew: before.id === 0, ...context }),
    author: authorOf(values.author, before, context),
    title: name === undefined ? before.title : trimmed(storedText(name, settings)),
    ...resolved,
  }
  return { ...after, ...ownFields[kind](before, after, values, context) }
}

/** The name of a record among the values that were sent. */
export const nameIn: { readonly [K in PostKind]: (values: PostValues[K]) => string | undefined } = {
  event: ({ title }) => title,
  venue: ({ venue }) => venue,
  organizer: ({ organizer }) => organizer,
}

/** How texts are stored. */
const stored_texts = {
  description: storedText,
  excerpt: storedText,
  website: storedLine,
  address: storedAsLine,
  city: storedAsLine,
  country: storedAsLine,
  province: storedAsLine,
  state: storedAsLine,
  zip: storedAsLine,
  phone: storedAsLine,
  email: storedAsLine,
} as const satisfies Readonly<Record<string, (sent: string, settings: Settings) => string>>

const flags = ['show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'] as const

type SentFields = { readonly [N in keyof typeof stored_texts]?: string } & {
  readonly [N in (typeof flags)[number]]?: boolean
}
const text_names = keysOf(stored_texts)

/** The texts and flags that were sent, as they are stored. */
function storedFields(values: SentFields, settings: Settings): SentFields {
  const fields: Record<string, string | boolean> = {}
  for (const name of text_names) {
    const sent = values[name]
    if (sent !== undefined) fields[name] = stored_texts[name](sent, settings)
  }
  for (const name of flags) {
    const sent = values[name]
    if (sent !== undefined) fields[name] = sent
  }
  return fields
}

/** The text as it is stored. Source: interface Q21, 16.2. */
function storedText(sent: string, settings: Settings): string {
  if (sent === '0' && quirk(settings, 'zero_text_is_stored_empty')) return ''
  return quirk(settings, 'stored_texts_lose_backslashes') ? withoutBackslashes(sent) : sent
}

/** Without tags, in one line. Source: interface 6. */
function storedAsLine(sent: string, settings: Settings): string {
  const line = oneLine(storedText(sent, settings))
  return quirk(settings, 'lines_escape_brackets') ? line.replaceAll('<', '&lt;') : line
}

/** Only callers who may edit the records of others set another author. Errors: 403 `rest_forbidden`. Source: Q42. */
function authorOf(sent: number | undefined, before: Pick<Post, 'author'>, { caller, settings }: WriteContext): number {
  if (sent === undefined || sent === before.author) return before.author
  if (!mayEditAll(caller) && !quirk(settings, 'any_author_can_be_set')) throw new ApiError('rest_forbidden')
  return sent
}

/** The fields of each kind that depend on others. */
const ownFields: {
  readonly [K in PostKind]: (
    before: PostRecords[K],
    after: PostRecords[K],
    values: PostValues[K],
    context: WriteContext,
  ) => Partial<PostRecords[K]>
} = {
  event: (before, after, values, context) => ({
    cost: costOf(before, values, context),
    // An empty address leaves one that was never written to be derived.
    website: values.website === '' && before.website === null ? null : after.website,
    ...eventDatesOf(before, values, context),
  }),
  venue: (before, after, values, context) => ({
    ...keptDescription(before, values, context),
    stateprovince: stateProvinceOf(before, after, values, context),
  }),
  organizer: (before, _, values, context) => keptDescription(before, values, context),
}

function costOf(before: EventRecord, { cost }: EventValues, { settings }: WriteContext): string {
  const isZero = cost === '0' || cost === 0
  if (cost === undefined || (isZero && before.id === 0 && quirk(settings, 'zero_cost_is_dropped'))) return before.cost
  return storedCost(cost, settings)
}

function keptDescription(
  { description }: Pick<Post, 'description'>,
  values: Pick<VenueValues, 'description'>,
  { settings }: WriteContext,
): Partial<Pick<Post, 'description'>> {
  return values.description === '' && quirk(settings, 'place_descriptions_cannot_be_cleared') ? { description } : {}
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

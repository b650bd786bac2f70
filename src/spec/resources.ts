// The five kinds of records, by the name in their routes; the message for a record that does not exist.
import { keysOf } from '../base/collections.ts'
import { type CalError, usageError } from '../base/errors.ts'
import type { Json, JsonObject } from '../base/json.ts'
import { closest, didYouMean } from '../base/text/closest.ts'
import { eachLanguage, sameText, t, type Text } from '../base/text/language.ts'
import { quoted } from '../base/text/quoted.ts'
import { textOfHtml } from '../base/text/untrusted-text.ts'
import {
  boolean,
  integer,
  integers,
  number,
  type Plural,
  type Resource,
  string,
  type TermPlural,
  untyped,
} from './model.ts'
import { per_page_default, per_page_max } from './lists.ts'
import type { Values } from './read.ts'

const page = integer(t('page number'), { default: 1, minimum: 1, rare: true })
const per_page = { default: per_page_default, minimum: 1, maximum: per_page_max, rare: true } as const

const venues = {
  plural: 'venues',
  singular: 'venue',
  family: 'post',
  title: t('venue'),
  titles: t('venues'),
  counted: (count) => t('{count} {count|venue|venues}', { count }),
  name: 'venue',
  query: {
    page,
    per_page: integer(t('venues per page'), per_page),
    search: string(t('search name, description and custom fields')),
    event: integer(t('venues of this event (id)'), { form: 'id' }),
    has_events: untyped(t('only venues with (or without) events'), { form: 'toggle' }),
    only_with_upcoming: untyped(t('only venues with upcoming events'), { form: 'toggle', default: false }),
    status: string(t('with this publication status'), { form: 'status' }),
  },
  fields: {
    author: integer(t('author (user id)'), { form: 'user', rare: true }),
    date: string(t('publication date'), { form: 'datetime', rare: true }),
    date_utc: string(t('publication date in UTC'), { form: 'datetime', rare: true }),
    venue: string(t('name'), { required: true }),
    description: string(t('description'), { default: null }),
    status: string(t('publication status'), { form: 'status' }),
    show_map: string(t('show a map on event pages'), { form: 'toggle', default: null, rare: true }),
    show_map_link: string(t('show a link to a map on event pages'), { form: 'toggle', default: null, rare: true }),
    address: string(t('street address'), { default: null }),
    city: string(t('city'), { default: null }),
    country: string(t('country'), { default: null }),
    province: string(t('province'), { default: null, rare: true }),
    state: string(t('state'), { default: null, rare: true }),
    zip: string(t('postal code'), { default: null }),
    phone: string(t('phone number'), { default: null }),
    stateprovince: string(t('state or province'), { default: null, rare: true }),
    website: string(t('website URL'), { form: 'url', default: null }),
    image: string(t('featured image (media id or URL)'), { form: 'image', default: null }),
  },
  columns: ['id', 'venue', 'address', 'city', 'country', 'status'],
} as const satisfies Resource

const organizers = {
  plural: 'organizers',
  singular: 'organizer',
  family: 'post',
  title: t('organizer'),
  titles: t('organizers'),
  counted: (count) => t('{count} {count|organizer|organizers}', { count }),
  name: 'organizer',
  query: {
    page,
    per_page: integer(t('organizers per page'), per_page),
    search: string(t('search name, description and custom fields')),
    event: integer(t('organizers of this event (id)'), { form: 'id' }),
    has_events: untyped(t('only organizers with (or without) events'), { form: 'toggle' }),
    only_with_upcoming: untyped(t('only organizers with upcoming events'), { form: 'toggle', default: false }),
    status: string(t('with this publication status'), { form: 'status' }),
  },
  fields: {
    author: integer(t('author (user id)'), { form: 'user', default: null, rare: true }),
    date: string(t('publication date'), { form: 'datetime', default: null, rare: true }),
    date_utc: string(t('publication date in UTC'), { form: 'datetime', default: null, rare: true }),
    organizer: string(t('name'), { required: true, default: null }),
    description: string(t('description'), { default: null }),
    status: string(t('publication status'), { form: 'status', default: null }),
    phone: string(t('phone number'), { default: null }),
    website: string(t('website URL'), { form: 'url', default: null }),
    email: string(t('email address'), { default: null }),
    image: string(t('featured image (media id or URL)'), { form: 'image', default: null }),
  },
  columns: ['id', 'organizer', 'email', 'phone', 'website', 'status'],
} as const satisfies Resource

const events = {
  plural: 'events',
  singular: 'event',
  family: 'post',
  title: t('event'),
  titles: t('events'),
  counted: (count) => t('{count} {count|event|events}', { count }),
  name: 'title',
  query: {
    page,
    per_page: integer(t('events per page'), per_page),
    start_date: untyped(t('starts on or after this date'), {
      form: 'datetime',
      computed: true,
      default: 'a computed date-time in the form `YYYY-MM-DD HH:MM:SS`',
    }),
    end_date: untyped(t('ends on or before this date'), {
      form: 'datetime',
      computed: true,
      default: 'a computed date-time in the form `YYYY-MM-DD HH:MM:SS`, later than the start default',
    }),
    starts_before: untyped(t('starts on or before this date'), { form: 'datetime' }),
    starts_after: untyped(t('starts after this date'), { form: 'datetime' }),
    ends_before: untyped(t('ends on or before this date'), { form: 'datetime', rare: true }),
    ends_after: untyped(t('ends after this date'), { form: 'datetime', rare: true }),
    strict_dates: untyped(t('compare exact times instead of whole days'), {
      form: 'toggle',
      default: false,
      rare: true,
    }),
    search: string(t('search title and description')),
    categories: integers(t('in any of these categories'), { form: 'terms' }),
    tags: integers(t('with any of these tags'), { form: 'terms' }),
    venue: integers(t('at any of these venues')),
    organizer: integers(t('by any of these organizers')),
    featured: boolean(t('only featured (or not featured) events')),
    status: string(t('with this publication status'), { form: 'status' }),
    geoloc: boolean(t('venue with (or without) coordinates (premium extension)'), { rare: true }),
    geoloc_lat: number(t('near this latitude in degrees, with geoloc_lng (premium extension)'), { rare: true }),
    geoloc_lng: number(t('near this longitude in degrees, with geoloc_lat (premium extension)'), { rare: true }),
    include: integers(t('only events with these ids; date filters are ignored'), { rare: true }),
    post_parent: integer(t('children of this event (id)'), { form: 'id', rare: true }),
    ticketed: boolean(t('only events with (or without) tickets'), { rare: true }),
  },
  fields: {
    author: integer(t('author (user id)'), { form: 'user', rare: true }),
    date: string(t('publication date (not the date of the event)'), { form: 'datetime', rare: true }),
    date_utc: string(t('publication date in UTC'), { form: 'datetime', rare: true }),
    title: string(t('title'), { required: true }),
    description: string(t('description')),
    slug: string(t('slug (name in the URL)'), { form: 'slug', rare: true }),
    excerpt: string(t('short summary'), { rare: true }),
    status: string(t('publication status'), { form: 'status' }),
    timezone: string(t('time zone, such as Europe/Berlin'), { form: 'timezone' }),
    all_day: boolean(t('all-day event'), { default: false }),
    start_date: string(t('start date and time'), { required: true, form: 'datetime' }),
    end_date: string(t('end date and time'), { required: true, form: 'datetime' }),
    image: string(t('featured image (media id or URL)'), { form: 'image' }),
    cost: untyped(t('price, such as 12.50 or free'), { form: 'cost' }),
    website: untyped(t('website URL'), { form: 'url', default: null }),
    show_map: boolean(t('show a map on the event page'), { rare: true }),
    show_map_link: boolean(t('show a link to a map'), { rare: true }),
    hide_from_listings: boolean(t('hide from calendar views'), { rare: true }),
    sticky: boolean(t('pin to the top of the calendar view'), { rare: true }),
    featured: boolean(t('mark as featured')),
    categories: integers(t('categories'), { form: 'terms', default: null }),
    tags: integers(t('tags'), { form: 'terms', default: null }),
    venue: integers(t('venue'), { form: 'linked', default: null }),
    organizer: integers(t('organizers'), { form: 'linked', default: null }),
  },
  columns: ['id', 'title', 'start_date', 'end_date', 'venue.venue', 'categories.name', 'status', 'timezone'],
} as const satisfies Resource

const term_query = {
  search: string(t('search name and slug')),
  exclude: integers(t('exclude these ids'), { rare: true }),
  include: integers(t('only these ids'), { rare: true }),
  order: string(t('sort direction'), { form: 'order' }),
  orderby: string(t('sort by this attribute'), { form: 'orderby' }),
} as const

const term_fields = {
  name: string(t('name'), { required: true }),
  description: string(t('description')),
  slug: string(t('slug'), { form: 'slug' }),
} as const

const categories = {
  plural: 'categories',
  singular: 'category',
  family: 'term',
  title: t('category'),
  titles: t('categories'),
  counted: (count) => t('{count} {count|category|categories}', { count }),
  name: 'name',
  query: {
    page,
    per_page: integer(t('categories per page'), per_page),
    ...term_query,
    hide_empty: boolean(t('hide categories without events'), { default: 1 }),
    parent: integer(t('children of this category')),
    post: integer(t('categories of this event (id)'), { form: 'id', rare: true }),
    event: integer(t('categories of this event (id)'), { form: 'id' }),
    slug: string(t('with this slug'), { form: 'slug' }),
  },
  fields: {
    ...term_fields,
    parent: integer(t('parent category')),
  },
  columns: ['id', 'name', 'slug', 'parent', 'count'],
} as const satisfies Resource

const tags = {
  plural: 'tags',
  singular: 'tag',
  family: 'term',
  title: t('tag'),
  titles: t('tags'),
  counted: (count) => t('{count} {count|tag|tags}', { count }),
  name: 'name',
  query: {
    page,
    per_page: integer(t('tags per page'), per_page),
    ...term_query,
    hide_empty: boolean(t('hide tags without events'), { default: 1 }),
    post: integer(t('tags of this event (id)'), { form: 'id', rare: true }),
    event: integer(t('tags of this event (id)'), { form: 'id' }),
    slug: string(t('with this slug'), { form: 'slug' }),
  },
  fields: {
    ...term_fields,
  },
  columns: ['id', 'name', 'slug', 'count'],
} as const satisfies Resource

export const term_orders = [
  'name',
  'id',
  'term_id',
  'slug',
  'term_group',
  'count',
  'description',
  'parent',
  'taxonomy',
  'term_taxonomy_id',
  'include',
  'include_slugs',
  'none',
] as const

export type TermOrder = (typeof term_orders)[number]

const count = 8

/**
 * The number of a category's color, from 0. Ids are given one after another, so that few categories share a color, and
 * a category has the same one in every view.
 */
export function colorOfCategory(id: number): number {
  return Number.isSafeInteger(id) ? Math.abs(id) % count : 0
}

export const resources = { events, venues, organizers, categories, tags } as const satisfies Record<Plural, Resource>

/** The plural names by the singular ones. */
export const plurals = {
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
} as const

/** The kinds that the fields of events link to. */
export const linked_kinds = {
  categories: 'categories',
  tags: 'tags',
  venue: 'venues',
  organizer: 'organizers',
} as const

/** All kinds, ordered so that records exist before others refer to them. */
export const plurals_by_need = [
  'categories',
  'tags',
  'venues',
  'organizers',
  'events',
] as const satisfies readonly Plural[]

/** The fields of events that link to each kind, and the filters of that name. */
export const link_fields = {
  categories: 'categories',
  tags: 'tags',
  venues: 'venue',
  organizers: 'organizer',
} as const satisfies Readonly<Record<Exclude<Plural, 'events'>, keyof typeof linked_kinds>>

export function isPlural(kind: string): kind is Plural {
  return Object.hasOwn(resources, kind)
}

/** Whether the kind is a taxonomy: without statuses and trash. */
export function isTerm(kind: Plural): kind is TermPlural {
  return resources[kind].family === 'term'
}

/** Whether the kind is a place, or an organizer, which services treat alike. */
export function isPlace(kind: Plural): kind is 'venues' | 'organizers' {
  return kind === 'venues' || kind === 'organizers'
}

/** The kind with this singular or plural name, or undefined. */
export function resourceNamed(name: string): Resource | undefined {
  return Object.values(resources).find(({ plural, singular }) => plural === name || singular === name)
}

/** `venue 12 not found`, `tag "jazz" not found`. */
export function notFoundText(kind: Plural, wanted: Json | undefined): Text {
  const isId = /^\d+$/.test(String(wanted))
  const text = isId ? sameText(String(wanted)) : quoted(wanted)
  return t('{title} {text} not found', { title: resources[kind].title, text })
}

interface KnownFields {
  readonly kind?: Plural | undefined
  readonly known: readonly string[]
  /** Before the text: the flag, or the place in a file. */
  readonly where?: Text | string
  /** The hint if no known field is similar; without it, the error has none then. */
  readonly otherwise?: Text
}

/** The error for a field that is not known, which suggests the most similar one. */
export function unknownField(field: string, { kind, known, where = '', otherwise }: KnownFields): CalError {
  const name = kind !== undefined && /^(name|title)$/.test(field) ? resources[kind].name : undefined
  const near = name ?? closest(field, known)
  const hint = near === undefined ? otherwise : didYouMean(near)
  return usageError(t('{where}unknown field "{field}"', { where, field }), hint)
}

/** `starts_after` → `--starts-after`. */
export function flagOf(name: string): string {
  return `--${name.replaceAll('_', '-')}`
}

/** `--starts-after`, `--no-featured` → `starts_after`, `featured`. */
export function nameOfFlag(flag: string): string {
  return flag.replace(/^--(no-)?/, '').replaceAll('-', '_')
}

/** `6 events, 1 venue`: events first. */
export function countedKinds(counts: ReadonlyMap<Plural, number>): Text {
  const kinds = keysOf(resources).filter((kind) => counts.has(kind))
  return eachLanguage((language) =>
    kinds.map((kind) => resources[kind].counted(counts.get(kind) ?? 0)[language]).join(', '),
  )
}

/** `1 record`, `2 records`. */
export function countedRecords(count: number): Text {
  return t('{count} {count|record|records}', { count })
}

/** The title or name of a record of any kind. */
export function nameOf(record: JsonObject): string | undefined {
  const name = ['title', 'venue', 'organizer', 'name']
    .map((key) => record[key])
    .find((value) => typeof value === 'string')
  return typeof name === 'string' ? textOfHtml(name) : undefined
}

/**
 * The fields of an event that deployed services reset when an update does not send them: the client sends them, quirks
 * mode resets them. Source: interface Q1.
 *
 * Shape: their values after the update; `status`, `date` and `timezone` become those of a new event.
 */
export const event_resets = {
  all_day: false,
  image: null,
  cost: '',
  website: '',
  show_map: false,
  show_map_link: false,
  hide_from_listings: false,
  sticky: false,
  featured: false,
  organizer: [],
} as const

/** In characters; services refuse longer names of categories and tags. */
export const term_name_length_max = 200

/** The same of a venue and an organizer; `status` becomes that of a new record. */
export const place_resets = {
  venue: { show_map: true, show_map_link: true, image: null },
  organizer: { image: null },
} as const

/**
 * Whether the fields of the record are hidden by its password. Services show that by `all_day: null`, or by a list in
 * place of the name.
 */
export function isHiddenByPassword(plural: Plural, record: Values | JsonObject): boolean {
  if (plural === 'events') return record.all_day === null
  const name = record[resources[plural].name]
  return !isTerm(plural) && name !== undefined && typeof name !== 'string'
}

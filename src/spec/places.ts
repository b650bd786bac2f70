// Venues and organizers: the rows of specification 2.2, 2.3, 4.3 and 4.4.
import { t } from '../base/text/language.ts'
import { integer, type Resource, string, untyped } from './model.ts'

export const venues = {
  plural: 'venues',
  singular: 'venue',
  family: 'post',
  title: t('venue'),
  titles: t('venues'),
  name: 'venue',
  query: {
    page: integer(t('page number'), { default: 1, rare: true }),
    per_page: integer(t('venues per page'), { default: 10, rare: true }),
    search: string(t('search name, description and custom fields')),
    event: integer(t('venues of this event (id)'), { form: 'id' }),
    has_events: untyped(t('only venues with (or without) events'), {
      form: 'toggle',
    }),
    only_with_upcoming: untyped(t('only venues with upcoming events'), {
      form: 'toggle',
      default: false,
    }),
    status: string(t('with this publication status'), { form: 'status' }),
  },
  fields: {
    author: integer(t('author (user id)'), { form: 'user', rare: true }),
    date: string(t('publication date'), { form: 'datetime', rare: true }),
    date_utc: string(t('publication date in UTC'), { form: 'datetime', rare: true }),
    venue: string(t('name'), { required: true }),
    description: string(t('description'), { default: null }),
    status: string(t('publication status'), { form: 'status' }),
    show_map: string(t('show a map on event pages'), {
      form: 'toggle',
      default: null,
      rare: true,
    }),
    show_map_link: string(t('show a link to a map on event pages'), {
      form: 'toggle',
      default: null,
      rare: true,
    }),
    address: string(t('street address'), { default: null }),
    city: string(t('city'), { default: null }),
    country: string(t('country'), { default: null }),
    province: string(t('province'), { default: null, rare: true }),
    state: string(t('state'), { default: null, rare: true }),
    zip: string(t('postal code'), { default: null }),
    phone: string(t('phone number'), { default: null }),
    stateprovince: string(t('state or province'), { default: null, rare: true }),
    website: string(t('website URL'), { form: 'url', default: null }),
    image: string(t('featured image (media id or URL)'), {
      form: 'image',
      default: null,
    }),
  },
  columns: ['id', 'venue', 'address', 'city', 'country', 'status'],
} as const satisfies Resource

export const organizers = {
  plural: 'organizers',
  singular: 'organizer',
  family: 'post',
  title: t('organizer'),
  titles: t('organizers'),
  name: 'organizer',
  query: {
    page: integer(t('page number'), { default: 1, rare: true }),
    per_page: integer(t('organizers per page'), { default: 10, rare: true }),
    search: string(t('search name, description and custom fields')),
    event: integer(t('organizers of this event (id)'), { form: 'id' }),
    has_events: untyped(t('only organizers with (or without) events'), {
      form: 'toggle',
    }),
    only_with_upcoming: untyped(t('only organizers with upcoming events'), {
      form: 'toggle',
      default: false,
    }),
    status: string(t('with this publication status'), { form: 'status' }),
  },
  fields: {
    author: integer(t('author (user id)'), { form: 'user', default: null, rare: true }),
    date: string(t('publication date'), { form: 'datetime', default: null, rare: true }),
    date_utc: string(t('publication date in UTC'), {
      form: 'datetime',
      default: null,
      rare: true,
    }),
    organizer: string(t('name'), { required: true, default: null }),
    description: string(t('description'), { default: null }),
    status: string(t('publication status'), { form: 'status', default: null }),
    phone: string(t('phone number'), { default: null }),
    website: string(t('website URL'), { form: 'url', default: null }),
    email: string(t('email address'), { default: null }),
    image: string(t('featured image (media id or URL)'), {
      form: 'image',
      default: null,
    }),
  },
  columns: ['id', 'organizer', 'email', 'phone', 'website', 'status'],
} as const satisfies Resource

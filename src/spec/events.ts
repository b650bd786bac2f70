// Events: the rows of specification 2.1 and 4.2.
import { t } from '../base/text/language.ts'
import { boolean, integer, integers, number, type Resource, string, untyped } from './model.ts'

export const events = {
  plural: 'events',
  singular: 'event',
  family: 'post',
  title: t('event'),
  titles: t('events'),
  name: 'title',
  query: {
    page: integer(t('page number'), { default: 1, rare: true }),
    per_page: integer(t('events per page'), { default: 10, rare: true }),
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
    starts_before: untyped(t('starts on or before this date'), {
      form: 'datetime',
    }),
    starts_after: untyped(t('starts after this date'), {
      form: 'datetime',
    }),
    ends_before: untyped(t('ends on or before this date'), {
      form: 'datetime',
      rare: true,
    }),
    ends_after: untyped(t('ends after this date'), {
      form: 'datetime',
      rare: true,
    }),
    strict_dates: untyped(t('compare exact times instead of whole days'), {
      form: 'toggle',
      default: false,
      rare: true,
    }),
    search: string(t('search title and description')),
    categories: integers(t('in any of these categories'), {
      form: 'terms',
    }),
    tags: integers(t('with any of these tags'), {
      form: 'terms',
    }),
    venue: integers(t('at any of these venues')),
    organizer: integers(t('by any of these organizers')),
    featured: boolean(t('only featured (or not featured) events')),
    status: string(t('with this publication status'), { form: 'status' }),
    geoloc: boolean(t('venue with (or without) coordinates (premium extension)'), {
      rare: true,
    }),
    geoloc_lat: number(t('near this latitude in degrees, with geoloc_lng (premium extension)'), { rare: true }),
    geoloc_lng: number(t('near this longitude in degrees, with geoloc_lat (premium extension)'), { rare: true }),
    include: integers(t('only events with these ids; date filters are ignored'), { rare: true }),
    post_parent: integer(t('children of this event (id)'), {
      form: 'id',
      rare: true,
    }),
    ticketed: boolean(t('only events with (or without) tickets'), {
      rare: true,
    }),
  },
  fields: {
    author: integer(t('author (user id)'), { form: 'user', rare: true }),
    date: string(t('publication date'), { form: 'datetime', rare: true }),
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
    categories: integers(t('categories'), {
      form: 'terms',
      default: null,
    }),
    tags: integers(t('tags'), {
      form: 'terms',
      default: null,
    }),
    venue: integers(t('venue'), { form: 'linked', default: null }),
    organizer: integers(t('organizers'), { form: 'linked', default: null }),
  },
  columns: ['id', 'title', 'start_date', 'end_date', 'venue.venue', 'status'],
} as const satisfies Resource

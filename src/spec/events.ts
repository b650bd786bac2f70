// Events: the rows of specification 2.1 and 4.2.
import { boolean, integer, integers, number, type Resource, string, untyped } from './model.ts'

export const events = {
  plural: 'events',
  singular: 'event',
  family: 'post',
  title: { en: 'event', de: 'Termin' },
  titles: { en: 'events', de: 'Termine' },
  name: 'title',
  query: {
    page: integer('page number', 'Seitennummer', { default: 1, rare: true }),
    per_page: integer('events per page', 'Termine je Seite', { default: 10, rare: true }),
    start_date: untyped('starts on or after this date', 'Beginn frühestens an diesem Tag', {
      form: 'datetime',
      computed: true,
      default: 'a computed date-time in the form `YYYY-MM-DD HH:MM:SS`',
    }),
    end_date: untyped('ends on or before this date', 'Ende spätestens an diesem Tag', {
      form: 'datetime',
      computed: true,
      default: 'a computed date-time in the form `YYYY-MM-DD HH:MM:SS`, later than the start default',
    }),
    starts_before: untyped('starts on or before this date', 'Beginn spätestens an diesem Tag', {
      form: 'datetime',
    }),
    starts_after: untyped('starts after this date', 'Beginn nach diesem Tag', {
      form: 'datetime',
    }),
    ends_before: untyped('ends on or before this date', 'Ende spätestens an diesem Tag', {
      form: 'datetime',
      rare: true,
    }),
    ends_after: untyped('ends after this date', 'Ende nach diesem Tag', {
      form: 'datetime',
      rare: true,
    }),
    strict_dates: untyped(
      'compare exact times instead of whole days',
      'genaue Zeitpunkte statt ganzer Tage vergleichen',
      {
        form: 'toggle',
        default: false,
        rare: true,
      },
    ),
    search: string('search title and description', 'Titel und Beschreibung durchsuchen'),
    categories: integers('in any of these categories', 'in einer dieser Kategorien', {
      form: 'terms',
    }),
    tags: integers('with any of these tags', 'mit einem dieser Schlagwörter', {
      form: 'terms',
    }),
    venue: integers('at any of these venues', 'an einem dieser Orte'),
    organizer: integers('by any of these organizers', 'von einem dieser Veranstalter'),
    featured: boolean(
      'only featured (or not featured) events',
      'nur hervorgehobene (bzw. nicht hervorgehobene) Termine',
    ),
    status: string('with this publication status', 'mit diesem Veröffentlichungsstatus', { form: 'status' }),
    geoloc: boolean(
      'venue with (or without) coordinates (premium extension)',
      'Ort mit (bzw. ohne) Koordinaten (Premium-Erweiterung)',
      {
        rare: true,
      },
    ),
    geoloc_lat: number(
      'near this latitude in degrees, with geoloc_lng (premium extension)',
      'nahe diesem Breitengrad, zusammen mit geoloc_lng (Premium-Erweiterung)',
      { rare: true },
    ),
    geoloc_lng: number(
      'near this longitude in degrees, with geoloc_lat (premium extension)',
      'nahe diesem Längengrad, zusammen mit geoloc_lat (Premium-Erweiterung)',
      { rare: true },
    ),
    include: integers(
      'only events with these ids; date filters are ignored',
      'nur Termine mit diesen IDs; Datumsfilter werden ignoriert',
      { rare: true },
    ),
    post_parent: integer('children of this event (id)', 'untergeordnete Termine dieses Termins (ID)', {
      form: 'id',
      rare: true,
    }),
    ticketed: boolean('only events with (or without) tickets', 'nur Termine mit (bzw. ohne) Eintrittskarten', {
      rare: true,
    }),
  },
  fields: {
    author: integer('author (user id)', 'Autor (Benutzer-ID)', { form: 'user', rare: true }),
    date: string('publication date', 'Veröffentlichungsdatum', { form: 'datetime', rare: true }),
    date_utc: string('publication date in UTC', 'Veröffentlichungsdatum in UTC', { form: 'datetime', rare: true }),
    title: string('title', 'Titel', { required: true }),
    description: string('description', 'Beschreibung'),
    slug: string('slug (name in the URL)', 'Slug (Name in der URL)', { form: 'slug', rare: true }),
    excerpt: string('short summary', 'Kurzfassung', { rare: true }),
    status: string('publication status', 'Veröffentlichungsstatus', { form: 'status' }),
    timezone: string('time zone, such as Europe/Berlin', 'Zeitzone, etwa Europe/Berlin', { form: 'timezone' }),
    all_day: boolean('all-day event', 'ganztägiger Termin', { default: false }),
    start_date: string('start date and time', 'Beginn (Datum und Uhrzeit)', { required: true, form: 'datetime' }),
    end_date: string('end date and time', 'Ende (Datum und Uhrzeit)', { required: true, form: 'datetime' }),
    image: string('featured image (media id or URL)', 'Beitragsbild (Medien-ID oder URL)', { form: 'image' }),
    cost: untyped('price, such as 12.50 or free', 'Preis, etwa 12.50 oder frei', { form: 'cost' }),
    website: untyped('website URL', 'URL der Website', { form: 'url', default: null }),
    show_map: boolean('show a map on the event page', 'Karte auf der Seite des Termins anzeigen', { rare: true }),
    show_map_link: boolean('show a link to a map', 'Link zu einer Karte anzeigen', { rare: true }),
    hide_from_listings: boolean('hide from calendar views', 'in Übersichten ausblenden', { rare: true }),
    sticky: boolean('pin to the top of the calendar view', 'in der Kalenderansicht oben anheften', { rare: true }),
    featured: boolean('mark as featured', 'als hervorgehoben kennzeichnen'),
    categories: integers('categories', 'Kategorien', {
      form: 'terms',
      default: null,
    }),
    tags: integers('tags', 'Schlagwörter', {
      form: 'terms',
      default: null,
    }),
    venue: integers('venue', 'Ort', { form: 'linked', default: null }),
    organizer: integers('organizers', 'Veranstalter', { form: 'linked', default: null }),
  },
  columns: ['id', 'title', 'start_date', 'end_date', 'venue.venue', 'status'],
} as const satisfies Resource

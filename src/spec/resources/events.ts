// Events: the rows of specification 2.1 and 4.2.
import { boolean, integer, integers, number, type Resource, string, untyped } from '../model.ts'

export const events = {
  plural: 'events',
  singular: 'event',
  family: 'post',
  title: { en: 'event', de: 'Termin' },
  titles: { en: 'events', de: 'Termine' },
  name: 'title',
  query: {
    page: integer('page of results', 'Ergebnisseite', { default: 1, rare: true }),
    per_page: integer('events per page', 'Termine je Seite', { default: 10, rare: true }),
    start_date: untyped('starts on or after this day', 'Beginn ab diesem Tag', {
      form: 'datetime',
      computed: true,
      default: 'a computed date-time in the form `YYYY-MM-DD HH:MM:SS`',
    }),
    end_date: untyped('ends on or before this day', 'Ende bis zu diesem Tag', {
      form: 'datetime',
      computed: true,
      default: 'a computed date-time in the form `YYYY-MM-DD HH:MM:SS`, later than the start default',
    }),
    starts_before: untyped('starts before the end of this day', 'Beginn vor dem Ende dieses Tages', {
      form: 'datetime',
    }),
    starts_after: untyped('starts after the end of this day', 'Beginn nach dem Ende dieses Tages', {
      form: 'datetime',
    }),
    ends_before: untyped('ends before the end of this day', 'Ende vor dem Ende dieses Tages', {
      form: 'datetime',
      rare: true,
    }),
    ends_after: untyped('ends after the end of this day', 'Ende nach dem Ende dieses Tages', {
      form: 'datetime',
      rare: true,
    }),
    strict_dates: untyped('exact times instead of whole days', 'genaue Uhrzeiten statt ganzer Tage', {
      form: 'toggle',
      default: false,
      rare: true,
    }),
    search: string('text in title or description', 'Text in Titel oder Beschreibung'),
    categories: integers('in any of these categories (id or slug)', 'in einer dieser Kategorien (ID oder Slug)', {
      form: 'terms',
    }),
    tags: integers('with any of these tags (id or slug)', 'mit einem dieser Schlagwörter (ID oder Slug)', {
      form: 'terms',
    }),
    venue: integers('at any of these venues (id)', 'an einem dieser Orte (ID)'),
    organizer: integers('by any of these organizers (id)', 'von einem dieser Veranstalter (ID)'),
    featured: boolean('only featured events, or only others', 'nur hervorgehobene Termine oder nur die übrigen'),
    status: string('publication status', 'Veröffentlichungsstatus', { form: 'status' }),
    geoloc: boolean('venue has coordinates (premium extension)', 'Ort hat Koordinaten (Premium-Erweiterung)', {
      rare: true,
    }),
    geoloc_lat: number(
      'near this latitude, with geoloc_lng (premium extension)',
      'nahe dieser Breite, nur mit geoloc_lng (Premium-Erweiterung)',
      { rare: true },
    ),
    geoloc_lng: number(
      'near this longitude, with geoloc_lat (premium extension)',
      'nahe dieser Länge, nur mit geoloc_lat (Premium-Erweiterung)',
      { rare: true },
    ),
    include: integers(
      'only events with these ids; date filters are ignored',
      'nur Termine mit diesen IDs; Datumsfilter entfallen',
      { rare: true },
    ),
    post_parent: integer('children of this event (id)', 'Untertermine dieses Termins (ID)', { rare: true }),
    ticketed: boolean('with or without tickets', 'mit oder ohne Eintrittskarten', { rare: true }),
  },
  fields: {
    author: integer('author (user id)', 'Autor (Benutzer-ID)', { form: 'user', rare: true }),
    date: string('publication date', 'Veröffentlichungsdatum', { form: 'datetime', rare: true }),
    date_utc: string('publication date in UTC', 'Veröffentlichungsdatum in UTC', { form: 'datetime', rare: true }),
    title: string('title', 'Titel', { required: true }),
    description: string('description', 'Beschreibung'),
    slug: string('slug (post name)', 'Slug (Name in der Adresse)', { form: 'slug', rare: true }),
    excerpt: string('excerpt', 'Kurzfassung', { rare: true }),
    status: string('publication status', 'Veröffentlichungsstatus', { form: 'status' }),
    timezone: string('time zone', 'Zeitzone', { form: 'timezone' }),
    all_day: boolean('lasts whole days', 'ganztägig', { default: false }),
    start_date: string('start date and time', 'Beginn mit Uhrzeit', { required: true, form: 'datetime' }),
    end_date: string('end date and time', 'Ende mit Uhrzeit', { required: true, form: 'datetime' }),
    image: string('featured image: an id or a URL', 'Bild: Medien-ID oder Adresse', { form: 'image' }),
    cost: untyped('cost', 'Preis', { form: 'cost' }),
    website: untyped('website URL', 'Internetadresse', { form: 'url', default: null }),
    show_map: boolean('show a map', 'Karte zeigen', { rare: true }),
    show_map_link: boolean('show a link to a map', 'Kartenverweis zeigen', { rare: true }),
    hide_from_listings: boolean('leave out of calendar views', 'in Übersichten verbergen', { rare: true }),
    sticky: boolean('keep on top in the calendar view', 'in der Kalenderansicht oben anheften', { rare: true }),
    featured: boolean('highlight on the site', 'auf der Website hervorheben'),
    categories: integers('categories (id, slug or name)', 'Kategorien (ID, Slug oder Name)', {
      form: 'terms',
      default: null,
    }),
    tags: integers('tags (id, slug or name)', 'Schlagwörter (ID, Slug oder Name)', {
      form: 'terms',
      default: null,
    }),
    venue: integers('venue (id or data)', 'Ort (ID oder Angaben)', { form: 'linked', default: null }),
    organizer: integers('organizers (id or data)', 'Veranstalter (ID oder Angaben)', { form: 'linked', default: null }),
  },
  columns: ['id', 'title', 'start_date', 'end_date', 'venue.venue', 'status'],
} as const satisfies Resource

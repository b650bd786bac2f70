// Venues and organizers: the rows of specification 2.2, 2.3, 4.3 and 4.4.
import { integer, type Resource, string, untyped } from './model.ts'

export const venues = {
  plural: 'venues',
  singular: 'venue',
  family: 'post',
  title: { en: 'venue', de: 'Ort' },
  titles: { en: 'venues', de: 'Orte' },
  name: 'venue',
  query: {
    page: integer('page number', 'Seitennummer', { default: 1, rare: true }),
    per_page: integer('venues per page', 'Orte je Seite', { default: 10, rare: true }),
    search: string('search name, description and custom fields', 'Name, Beschreibung und Zusatzfelder durchsuchen'),
    event: integer('venues of this event (id)', 'Orte dieses Termins (ID)', { form: 'id' }),
    has_events: untyped('only venues with (or without) events', 'nur Orte mit Terminen (bzw. ohne Termine)', {
      form: 'toggle',
    }),
    only_with_upcoming: untyped('only venues with upcoming events', 'nur Orte mit kommenden Terminen', {
      form: 'toggle',
      default: false,
    }),
    status: string('with this publication status', 'mit diesem Veröffentlichungsstatus', { form: 'status' }),
  },
  fields: {
    author: integer('author (user id)', 'Autor (Benutzer-ID)', { form: 'user', rare: true }),
    date: string('publication date', 'Veröffentlichungsdatum', { form: 'datetime', rare: true }),
    date_utc: string('publication date in UTC', 'Veröffentlichungsdatum in UTC', { form: 'datetime', rare: true }),
    venue: string('name', 'Name', { required: true }),
    description: string('description', 'Beschreibung', { default: null }),
    status: string('publication status', 'Veröffentlichungsstatus', { form: 'status' }),
    show_map: string('show a map on event pages', 'Karte auf den Seiten der Termine anzeigen', {
      form: 'toggle',
      default: null,
      rare: true,
    }),
    show_map_link: string(
      'show a link to a map on event pages',
      'Link zu einer Karte auf den Seiten der Termine anzeigen',
      {
        form: 'toggle',
        default: null,
        rare: true,
      },
    ),
    address: string('street address', 'Straße und Hausnummer', { default: null }),
    city: string('city', 'Stadt', { default: null }),
    country: string('country', 'Land', { default: null }),
    province: string('province', 'Provinz', { default: null, rare: true }),
    state: string('state', 'Bundesstaat', { default: null, rare: true }),
    zip: string('postal code', 'Postleitzahl', { default: null }),
    phone: string('phone number', 'Telefonnummer', { default: null }),
    stateprovince: string('state or province', 'Bundesstaat oder Provinz', { default: null, rare: true }),
    website: string('website URL', 'URL der Website', { form: 'url', default: null }),
    image: string('featured image (media id or URL)', 'Beitragsbild (Medien-ID oder URL)', {
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
  title: { en: 'organizer', de: 'Veranstalter' },
  titles: { en: 'organizers', de: 'Veranstalter' },
  name: 'organizer',
  query: {
    page: integer('page number', 'Seitennummer', { default: 1, rare: true }),
    per_page: integer('organizers per page', 'Veranstalter je Seite', { default: 10, rare: true }),
    search: string('search name, description and custom fields', 'Name, Beschreibung und Zusatzfelder durchsuchen'),
    event: integer('organizers of this event (id)', 'Veranstalter dieses Termins (ID)', { form: 'id' }),
    has_events: untyped(
      'only organizers with (or without) events',
      'nur Veranstalter mit Terminen (bzw. ohne Termine)',
      {
        form: 'toggle',
      },
    ),
    only_with_upcoming: untyped('only organizers with upcoming events', 'nur Veranstalter mit kommenden Terminen', {
      form: 'toggle',
      default: false,
    }),
    status: string('with this publication status', 'mit diesem Veröffentlichungsstatus', { form: 'status' }),
  },
  fields: {
    author: integer('author (user id)', 'Autor (Benutzer-ID)', { form: 'user', default: null, rare: true }),
    date: string('publication date', 'Veröffentlichungsdatum', { form: 'datetime', default: null, rare: true }),
    date_utc: string('publication date in UTC', 'Veröffentlichungsdatum in UTC', {
      form: 'datetime',
      default: null,
      rare: true,
    }),
    organizer: string('name', 'Name', { required: true, default: null }),
    description: string('description', 'Beschreibung', { default: null }),
    status: string('publication status', 'Veröffentlichungsstatus', { form: 'status', default: null }),
    phone: string('phone number', 'Telefonnummer', { default: null }),
    website: string('website URL', 'URL der Website', { form: 'url', default: null }),
    email: string('email address', 'E-Mail-Adresse', { default: null }),
    image: string('featured image (media id or URL)', 'Beitragsbild (Medien-ID oder URL)', {
      form: 'image',
      default: null,
    }),
  },
  columns: ['id', 'organizer', 'email', 'phone', 'website', 'status'],
} as const satisfies Resource

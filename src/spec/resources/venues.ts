// Venues: the rows of specification 2.2 and 4.3.
import { integer, type Resource, string, untyped } from '../model.ts'

export const venues = {
  plural: 'venues',
  singular: 'venue',
  family: 'post',
  title: { en: 'venue', de: 'Ort' },
  titles: { en: 'venues', de: 'Orte' },
  name: 'venue',
  query: {
    page: integer('page of results', 'Ergebnisseite', { default: 1, rare: true }),
    per_page: integer('venues per page', 'Orte je Seite', { default: 10, rare: true }),
    search: string('text in name, description or custom fields', 'Text in Name, Beschreibung oder Zusatzfeldern'),
    event: integer('venues of this event (id)', 'Orte dieses Termins (ID)'),
    has_events: untyped('only venues with events, or only others', 'nur Orte mit Terminen oder nur die übrigen', {
      form: 'toggle',
    }),
    only_with_upcoming: untyped('only venues with upcoming events', 'nur Orte mit künftigen Terminen', {
      form: 'toggle',
      default: false,
    }),
    status: string('publication status', 'Veröffentlichungsstatus', { form: 'status' }),
  },
  fields: {
    author: integer('author (user id)', 'Autor (Benutzer-ID)', { form: 'user', rare: true }),
    date: string('publication date', 'Veröffentlichungsdatum', { form: 'datetime', rare: true }),
    date_utc: string('publication date in UTC', 'Veröffentlichungsdatum in UTC', { form: 'datetime', rare: true }),
    venue: string('name', 'Name', { required: true }),
    description: string('description', 'Beschreibung', { default: null }),
    status: string('publication status', 'Veröffentlichungsstatus', { form: 'status' }),
    show_map: string('events here show a map', 'Termine an diesem Ort zeigen eine Karte', {
      form: 'toggle',
      default: null,
      rare: true,
    }),
    show_map_link: string('events here show a link to a map', 'Termine an diesem Ort zeigen einen Kartenverweis', {
      form: 'toggle',
      default: null,
      rare: true,
    }),
    address: string('street address', 'Anschrift', { default: null }),
    city: string('city', 'Stadt', { default: null }),
    country: string('country', 'Land', { default: null }),
    province: string('province', 'Provinz', { default: null, rare: true }),
    state: string('state', 'Bundesstaat', { default: null, rare: true }),
    zip: string('postal code', 'Postleitzahl', { default: null }),
    phone: string('phone number', 'Telefon', { default: null }),
    stateprovince: string('state or province', 'Bundesstaat oder Provinz', { default: null, rare: true }),
    website: string('website URL', 'Internetadresse', { form: 'url', default: null }),
    image: string('featured image: an id or a URL', 'Bild: Medien-ID oder Adresse', { form: 'image', default: null }),
  },
  columns: ['id', 'venue', 'address', 'city', 'country', 'status'],
} as const satisfies Resource

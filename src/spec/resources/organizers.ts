// Organizers: the rows of specification 2.3 and 4.4.
import { integer, type Resource, string, untyped } from '../model.ts'

export const organizers = {
  plural: 'organizers',
  singular: 'organizer',
  family: 'post',
  title: { en: 'organizer', de: 'Veranstalter' },
  titles: { en: 'organizers', de: 'Veranstalter' },
  name: 'organizer',
  query: {
    page: integer('page of results', 'Ergebnisseite', { default: 1, rare: true }),
    per_page: integer('organizers per page', 'Veranstalter je Seite', { default: 10, rare: true }),
    search: string('text in name, description or custom fields', 'Text in Name, Beschreibung oder Zusatzfeldern'),
    event: integer('organizers of this event (id)', 'Veranstalter dieses Termins (ID)'),
    has_events: untyped(
      'only organizers with events, or only others',
      'nur Veranstalter mit Terminen oder nur die übrigen',
      { form: 'toggle' },
    ),
    only_with_upcoming: untyped('only organizers with upcoming events', 'nur Veranstalter mit künftigen Terminen', {
      form: 'toggle',
      default: false,
    }),
    status: string('publication status', 'Veröffentlichungsstatus', { form: 'status' }),
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
    phone: string('phone number', 'Telefon', { default: null }),
    website: string('website URL', 'Internetadresse', { form: 'url', default: null }),
    email: string('e-mail address', 'E-Mail-Adresse', { default: null }),
    image: string('featured image: an id or a URL', 'Bild: Medien-ID oder Adresse', { form: 'image', default: null }),
  },
  columns: ['id', 'organizer', 'email', 'phone', 'website', 'status'],
} as const satisfies Resource

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

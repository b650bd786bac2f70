// The schemas of records.
import { described, flag, listOf, moment, type Piece, reference, text, uri, whole } from './localized.ts'

const post = {
  id: whole('id', 'ID'),
  global_id: text('id that is unique across sites', 'über Websites hinweg eindeutige ID'),
  global_id_lineage: listOf(
    { type: 'string' },
    'this id and the ids it came from',
    'diese ID und die, aus denen sie hervorging',
  ),
  author: text('user id of the author, as digits', 'Benutzer-ID des Autors, als Ziffern'),
  status: text('publication status', 'Veröffentlichungsstatus'),
  date: moment('publication date, local time of the site', 'Veröffentlichung, Ortszeit der Website'),
  date_utc: moment(
    'publication date in UTC; zeros if never published',
    'Veröffentlichung in UTC; Nullen, wenn nie veröffentlicht',
  ),
  modified: moment('last change, local time of the site', 'letzte Änderung, Ortszeit der Website'),
  modified_utc: moment('last change in UTC', 'letzte Änderung in UTC'),
  url: uri('page of the record', 'Seite des Eintrags'),
  slug: text('slug; empty for drafts without one', 'Slug; leer bei Entwürfen ohne Slug'),
  description: text('description', 'Beschreibung'),
  excerpt: text('excerpt', 'Kurzfassung'),
  json_ld: {
    type: 'object',
    description: {
      en: 'structured data for search engines, in single records',
      de: 'strukturierte Daten für Suchmaschinen, bei einzelnen Einträgen',
    },
  },
}

const place = {
  phone: text('phone number', 'Telefon'),
  website: text('website', 'Website'),
  image: reference('Image'),
}

const event = {
  ...post,
  rest_url: uri('address in this interface', 'Adresse in dieser Schnittstelle'),
  title: text('title', 'Titel'),
  image: {
    oneOf: [reference('Image'), { type: 'boolean', enum: [false] }],
    description: { en: 'image, or false', de: 'Bild oder false' },
  },
  all_day: flag('all-day event', 'ganztägig', { nullable: true }),
  start_date: moment('start, local time in its zone', 'Beginn, Ortszeit seiner Zeitzone'),
  start_date_details: described(reference('DateDetails'), 'start in parts', 'Beginn in Teilen'),
  end_date: moment('end, local time in its zone', 'Ende, Ortszeit seiner Zeitzone'),
  end_date_details: described(reference('DateDetails'), 'end in parts', 'Ende in Teilen'),
  utc_start_date: moment('start in UTC', 'Beginn in UTC'),
  utc_start_date_details: described(reference('DateDetails'), 'start in UTC, in parts', 'Beginn in UTC, in Teilen'),
  utc_end_date: moment('end in UTC', 'Ende in UTC'),
  utc_end_date_details: described(reference('DateDetails'), 'end in UTC, in parts', 'Ende in UTC, in Teilen'),
  timezone: text('time zone', 'Zeitzone'),
  timezone_abbr: text('abbreviation of the zone at the start', 'Kürzel der Zeitzone zum Beginn'),
  cost: text('cost as shown', 'Preis, wie er angezeigt wird'),
  cost_details: described(reference('CostDetails'), 'cost in parts', 'Preis in Teilen'),
  website: text('website', 'Website'),
  show_map: flag('shows a map', 'zeigt eine Karte', { nullable: true }),
  show_map_link: flag('shows a link to a map', 'zeigt einen Kartenverweis', { nullable: true }),
  hide_from_listings: flag('left out of listings', 'in Übersichten ausgeblendet', { nullable: true }),
  sticky: flag('kept on top', 'oben angeheftet', { nullable: true }),
  featured: flag('highlighted', 'hervorgehoben', { nullable: true }),
  categories: listOf(reference('LinkedTerm'), 'categories', 'Kategorien'),
  tags: listOf(reference('LinkedTerm'), 'tags', 'Schlagwörter'),
  venue: {
    oneOf: [reference('Venue'), { type: 'array', items: reference('Venue') }],
    description: { en: 'venue; an empty list for none', de: 'Ort; eine leere Liste für keinen' },
  },
  organizer: listOf(reference('Organizer'), 'organizers', 'Veranstalter'),
}

const venue = {
  ...post,
  ...place,
  venue: text('name', 'Name'),
  address: text('street address', 'Anschrift'),
  city: text('city', 'Stadt'),
  country: text('country', 'Land'),
  province: text('province', 'Provinz'),
  state: text('state', 'Bundesstaat'),
  zip: text('postal code', 'Postleitzahl'),
  stateprovince: text('state or province', 'Bundesstaat oder Provinz'),
  geo_lat: { type: 'number', description: { en: 'latitude', de: 'Breite' } },
  geo_lng: { type: 'number', description: { en: 'longitude', de: 'Länge' } },
  show_map: flag('events here show a map', 'Termine an diesem Ort zeigen eine Karte'),
  show_map_link: flag('events here show a link to a map', 'Termine an diesem Ort zeigen einen Kartenverweis'),
}

const organizer = {
  ...post,
  ...place,
  organizer: text('name', 'Name'),
  email: text('e-mail address', 'E-Mail-Adresse'),
}

const term_links = {
  type: 'object',
  description: { en: 'addresses in this interface', de: 'Adressen in dieser Schnittstelle' },
  properties: {
    self: uri('this term', 'dieser Begriff'),
    collection: uri('the list of its kind', 'die Liste seiner Art'),
    up: uri('its parent', 'der übergeordnete Begriff'),
  },
}

const term = {
  id: whole('id', 'ID'),
  count: whole('number of published events that use it', 'Anzahl der veröffentlichten Termine, die ihn verwenden'),
  description: text('description', 'Beschreibung'),
  name: text('name', 'Name'),
  slug: text('slug', 'Slug'),
  taxonomy: text('kind of term', 'Art des Begriffs'),
  urls: term_links,
}
const own_term = {
  ...term,
  url: uri('page of the term', 'Seite des Begriffs'),
  meta: listOf({}, 'always empty', 'immer leer'),
  _links: {
    type: 'object',
    description: {
      en: 'the addresses of urls in another form, in single records',
      de: 'die Adressen aus urls in anderer Form, bei einzelnen Einträgen',
    },
  },
}
const parent = whole('parent category; 0 for none', 'übergeordnete Kategorie; 0 für keine')

/** The schemas of records and of their parts, by name. */
export const record_schemas: Piece = {
  Event: object(event, ['id', 'title', 'status', 'start_date', 'end_date', 'timezone']),
  Venue: object(venue, ['id', 'venue', 'status', 'show_map', 'show_map_link']),
  Organizer: object(organizer, ['id', 'organizer', 'status']),
  Category: object({ ...own_term, parent }, ['id', 'name', 'slug', 'parent', 'count']),
  Tag: object(own_term, ['id', 'name', 'slug', 'count']),
  LinkedTerm: object(
    {
      ...term,
      parent,
      term_group: whole('always 0', 'immer 0'),
      term_taxonomy_id: whole('same as id', 'wie id'),
      filter: text('always raw', 'immer raw'),
    },
    ['id', 'name', 'slug', 'taxonomy'],
  ),
  Image: object(
    {
      id: whole('media id', 'Medien-ID'),
      url: uri('URL of the image', 'URL des Bildes'),
      extension: text('extension of the file name', 'Endung des Dateinamens'),
    },
    ['id', 'url'],
  ),
  DateDetails: object(
    {
      year: text('year', 'Jahr'),
      month: text('month', 'Monat'),
      day: text('day', 'Tag'),
      hour: text('hour', 'Stunde'),
      minutes: text('minutes', 'Minuten'),
      seconds: text('seconds', 'Sekunden'),
    },
    ['year', 'month', 'day', 'hour', 'minutes', 'seconds'],
  ),
  CostDetails: object(
    {
      currency_symbol: text('currency symbol', 'Währungszeichen'),
      currency_code: text('currency code', 'Währungskürzel'),
      currency_position: text('position of the symbol', 'Stellung des Zeichens', { enum: ['prefix', 'postfix', ''] }),
      values: listOf({ type: 'string' }, 'amounts, smallest first', 'Beträge, der kleinste zuerst'),
      text: described(
        { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
        'cost as it was sent',
        'Preis, wie er gesendet wurde',
      ),
    },
    ['currency_symbol', 'currency_position', 'values'],
  ),
}

function object(properties: Piece, required: readonly string[]): Piece {
  return { type: 'object', properties, required }
}

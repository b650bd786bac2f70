// Events as iCalendar: a VEVENT for each, and a VTIMEZONE for each zone.
import ICAL from 'ical.js'
import { fixedOffset, instantOf, instantOfUtc, isZone, utcWall, type WallTime } from '../../base/dates/zoned-time.ts'
import { daysLater, isDay } from '../../base/dates/days.ts'
import { CalError } from '../../base/errors.ts'
import { isObject, type Json, type JsonObject, objectsOf } from '../../base/json.ts'
import { quoted } from '../../base/text/quoted.ts'
import { textOfHtml } from '../../base/text/untrusted-text.ts'
import type { ExportBatch, ExportWriter } from './formats.ts'
import { zoneComponent } from './ics-zone-write.ts'
import { sameText, type Text } from '../../base/text/language.ts'

export async function* icsOf(
  batches: AsyncIterable<ExportBatch> | Iterable<ExportBatch>,
  { onLoss }: ExportWriter,
): AsyncIterable<string> {
  yield lines(['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//cal//export//EN', 'CALSCALE:GREGORIAN'])
  const zones = new Set<string>()
  for await (const { kind, records } of batches) {
    for await (const record of records) {
      if (kind !== 'events') continue
      for (const text of unsupportedFieldsOf(record)) onLoss(text)
      const zone = String(record.timezone ?? '')
      if (hasZoneRules(zone) && !zones.has(zone) && record.all_day !== true) {
        zones.add(zone)
        yield `${zoneComponent(zone)}\r\n`
      }
      yield `${eventText(record)}\r\n`
    }
  }
  yield lines(['END:VCALENDAR'])
}

/** Whether it is a zone with rules, not a fixed offset. */
function hasZoneRules(zone: string): boolean {
  return fixedOffset(zone) === undefined && isZone(zone)
}

function lines(texts: readonly string[]): string {
  return texts.map((text) => `${text}\r\n`).join('')
}

function eventText(record: JsonObject): string {
  const event = new ICAL.Component('vevent')
  const add = (name: string, value: Json | undefined) => {
    if (typeof value === 'string' && value !== '') event.addPropertyWithValue(name, withoutControls(value))
  }
  add('uid', `${record.slug ? String(record.slug) : `event-${record.id}`}@${hostOf(record)}`)
  event.addPropertyWithValue(
    'dtstamp',
    timeOf(
      /^2\d{3}(-\d\d){2} \d\d(:\d\d){2}$/.test(String(record.modified_utc))
        ? String(record.modified_utc)
        : '1970-01-01 00:00:00',
      true,
    ),
  )
  addTimes(event, record)
  add('summary', textOfHtml(String(record.title ?? '')))
  add('description', textOfHtml(String(record.description ?? '')))
  addAddress(event, record)
  add('location', locationOf(record.venue))
  if (record.status === 'private') event.addPropertyWithValue('class', 'PRIVATE')
  add('x-cal-slug', withoutWhitespace(record.slug))
  if (record.status !== 'publish' && record.status !== 'private') add('x-cal-status', withoutWhitespace(record.status))
  const categories = objectsOf(record.categories).map(({ name }) => textOfHtml(String(name)))
  if (categories.length > 0) event.addProperty(listProperty(categories))
  for (const organizer of objectsOf(record.organizer).slice(0, 1)) event.addProperty(organizerProperty(organizer))
  return folded(event.toString())
}

/** Folds lines at 75 octets (RFC 5545, 3.1); ical.js counts characters. */
function folded(text: string): string {
  return text
    .replace(/\r\n[ \t]/g, '')
    .split('\r\n')
    .map(foldedLine)
    .join('\r\n')
}

const octets_max = 75

function foldedLine(line: string): string {
  if (line.length * 3 <= octets_max) return line
  let [text, octets] = ['', 0]
  for (const character of line) {
    const length = Buffer.byteLength(character)
    if (octets + length > octets_max) [text, octets] = [`${text}\r\n `, 1]
    text += character
    octets += length
  }
  return text
}

/** The URL of the event's own page is marked, so that an import does not read it as its website. */
function addAddress(event: ICAL.Component, { website, url }: JsonObject): void {
  const own = !website || website === url
  const address = withoutWhitespace(own ? url : website)
  if (typeof address !== 'string' || address === '') return
  const property = event.addPropertyWithValue('url', address)
  if (own) property.setParameter('x-cal-own', 'TRUE')
}

/** The host of the service, which makes a UID unique. */
function hostOf({ url, rest_url }: JsonObject): string {
  const address = String(rest_url ?? url ?? '')
  return URL.canParse(address) ? new URL(address).host : 'calendar.invalid'
}

function addTimes(event: ICAL.Component, record: JsonObject): void {
  const { start_date: start, end_date: end } = record
  if (!isWall(start) || !isWall(end)) throw undated(record)
  const zone = String(record.timezone ?? '')
  // Dates, and times in UTC, do not contain the zone of the event.
  if (isZone(zone) && (record.all_day === true || (!hasZoneRules(zone) && zone !== 'UTC')))
    event.addPropertyWithValue('x-cal-timezone', withoutWhitespace(zone))
  if (record.all_day === true) {
    event.addPropertyWithValue('dtstart', ICAL.Time.fromDateString(start.slice(0, 10)))
    event.addPropertyWithValue('dtend', ICAL.Time.fromDateString(daysLater(end.slice(0, 10), 1)))
    return
  }
  for (const [name, wall] of [
    ['dtstart', start],
    ['dtend', end],
  ] as const) {
    if (hasZoneRules(zone)) event.addPropertyWithValue(name, timeOf(wall, false)).setParameter('tzid', zone)
    else if (isZone(zone)) event.addPropertyWithValue(name, timeOf(utcWall(instantOf(wall, zone)), true))
    else event.addPropertyWithValue(name, timeOf(wall, false))
  }
}

/** Whether it is a date and time as services write it. */
export function isWall(value: Json | undefined): value is WallTime {
  return (
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\d ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(value) &&
    isDay(value.slice(0, 10))
  )
}

function undated({ id, start_date, end_date }: JsonObject): CalError {
  const dates = [quoted(start_date), quoted(end_date)] as const
  return new CalError(
    'server_failed',
    {
      en: `the service sent an event without dates: ${String(id)}, ${dates[0].en} to ${dates[1].en}`,
      de: `der Dienst hat einen Termin ohne Datum gesendet: ${String(id)}, ${dates[0].de} bis ${dates[1].de}`,
    },
    {
      hint: {
        en: 'export it in another format: --format json',
        de: 'in einem anderen Format unverändert exportieren: --format json',
      },
    },
  )
}

function timeOf(wall: WallTime, utc: boolean): ICAL.Time {
  return ICAL.Time.fromDateTimeString(`${utcWall(instantOfUtc(wall)).replace(' ', 'T')}${utc ? 'Z' : ''}`)
}

function locationOf(venue: Json | undefined): string | undefined {
  const [first] = objectsOf(venue)
  return first ? textOfHtml(String(first.venue ?? '')) : undefined
}

function listProperty(values: readonly string[]): ICAL.Property {
  const property = new ICAL.Property('categories')
  property.setValues(values.map(withoutControls))
  return property
}

function organizerProperty({ organizer, email }: Record<string, Json | undefined>): ICAL.Property {
  const property = new ICAL.Property('organizer')
  property.setParameter('cn', withoutControls(textOfHtml(String(organizer ?? ''))))
  property.setValue(typeof email === 'string' && email !== '' ? `mailto:${withoutWhitespace(email)}` : 'invalid:nomail')
  return property
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is what this is for.
const controls = /[\u0000-\u0008\u000b-\u001f\u007f]/g

/** Control characters are not allowed in text (RFC 5545, 3.1); line feeds are escaped on output. */
function withoutControls(text: string): string {
  return text.replace(controls, '')
}

/** URLs and tokens are written without escaping, so a line feed in one could inject lines. */
function withoutWhitespace(value: Json | undefined): Json | undefined {
  return typeof value === 'string' ? withoutControls(value.replace(/\s+/g, '')) : value
}

const unsupported_fields = [
  'image',
  'cost',
  'show_map',
  'show_map_link',
  'hide_from_listings',
  'sticky',
  'featured',
  'tags',
  'excerpt',
] as const
/** `LOCATION` is a single text, and `ORGANIZER` a name with an email address. */
const venue_details = [
  'address',
  'city',
  'country',
  'province',
  'state',
  'stateprovince',
  'zip',
  'phone',
  'website',
  'description',
  'image',
] as const
const organizer_details = ['phone', 'website', 'description', 'image'] as const

type Loss = readonly [text: Text, isLost: (record: JsonObject) => boolean]

const losses: readonly Loss[] = [
  ...unsupported_fields.map((field): Loss => [sameText(field), (record) => hasValue(record[field])]),
  [
    { en: 'markup of the description', de: 'Auszeichnung der Beschreibung' },
    ({ description }) => /<[a-z!/]/i.test(String(description ?? '')),
  ],
  [
    { en: 'organizers after the first', de: 'weitere Veranstalter' },
    ({ organizer }) => objectsOf(organizer).length > 1,
  ],
  [
    { en: 'details of organizers', de: 'Angaben zu Veranstaltern' },
    ({ organizer }) => objectsOf(organizer).some((one) => organizer_details.some((field) => hasValue(one[field]))),
  ],
  [
    { en: 'details of the venue', de: 'Angaben zum Ort' },
    ({ venue }) => objectsOf(venue).some((one) => venue_details.some((field) => hasValue(one[field]))),
  ],
  [
    { en: 'parents of categories', de: 'übergeordnete Kategorien' },
    ({ categories }) => objectsOf(categories).some(({ parent }) => Number(parent ?? 0) > 0),
  ],
]

/** What iCalendar cannot hold of the event, in the order above. */
export function unsupportedFieldsOf(record: JsonObject): readonly Text[] {
  return losses.filter(([, isLost]) => isLost(record)).map(([text]) => text)
}

function hasValue(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return false
  return Array.isArray(value) ? value.length > 0 : !isObject(value) || Object.keys(value).length > 0
}

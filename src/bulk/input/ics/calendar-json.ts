// iCalendar in JSON: jCal (RFC 7265), and the responses of the Google Calendar API. Both are read as iCalendar text.
import ICAL from 'ical.js'
import { parseDate } from '../../../base/dates/typed-dates.ts'
import { isZone } from '../../../base/dates/zoned-time.ts'
import { CalError } from '../../../base/errors.ts'
import { isObject, itemsOf, type Json, type JsonObject, objectsOf, parsedJson } from '../../../base/json.ts'
import { t } from '../../../base/text/language.ts'
import { textValue } from '../../../icalendar/calendar.ts'
import { type InputSource, record_characters_max, textSource, wholeTextOf } from '../source.ts'

/** jCal or a response of Google as iCalendar text. Errors: `usage` for broken JSON, and for 8,000,000 characters. */
export async function asIcs(source: InputSource): Promise<InputSource> {
  const value = parsedJson((await wholeTextOf(source, record_characters_max)) ?? '')
  const text = isObject(value) ? textOfGoogle(value) : textOfJcal(value)
  if (text === undefined) throw unreadable(source.name)
  return textSource(source.name, text)
}

function unreadable(name: string): CalError {
  return new CalError('usage', t('{name} cannot be read as a calendar in JSON', { name }), {
    hint: t('export it as iCalendar (.ics)'),
  })
}

function textOfJcal(value: Json | undefined): string | undefined {
  try {
    return ICAL.stringify([...itemsOf(value)])
  } catch (error) {
    if (error instanceof Error) return undefined
    throw error
  }
}

function textOfGoogle({ timeZone, items }: JsonObject): string {
  const zone = typeof timeZone === 'string' ? timeZone : undefined
  return [
    'BEGIN:VCALENDAR',
    ...(zone === undefined ? [] : [oneLine(`X-WR-TIMEZONE:${zone}`)]),
    ...objectsOf(items).flatMap((item) => ['BEGIN:VEVENT', ...linesOfItem(item, zone), 'END:VEVENT']),
    'END:VCALENDAR',
    '',
  ].join('\r\n')
}

/** The properties of an event; a changed date of a series has the UID of the series. */
function linesOfItem(item: JsonObject, zone: string | undefined): readonly string[] {
  const { iCalUID, id, start, end, originalStartTime, recurrence, organizer } = item
  return [
    ...line('UID', iCalUID ?? id),
    ...time('DTSTART', start, zone),
    ...(item.endTimeUnspecified === true ? [] : time('DTEND', end, zone)),
    ...time('RECURRENCE-ID', originalStartTime, zone),
    ...itemsOf(recurrence).map((rule) => oneLine(String(rule))),
    ...line('SUMMARY', item.summary),
    ...line('DESCRIPTION', item.description),
    ...line('LOCATION', item.location),
    ...line('STATUS', item.status),
    ...line('CLASS', item.visibility),
    ...(isObject(organizer) && typeof organizer.displayName === 'string'
      ? [
          oneLine(
            `ORGANIZER;CN="${organizer.displayName.replaceAll('"', "'")}":mailto:${String(organizer.email ?? '')}`,
          ),
        ]
      : []),
  ]
}

function line(name: string, value: Json | undefined): readonly string[] {
  if (typeof value !== 'string' || value === '') return []
  return [`${name}:${textValue(value.replace(/\r\n?/g, '\n'))}`]
}

/** A line break would begin another property. */
function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ')
}

/** `{ "date": "2027-05-01" }` or `{ "dateTime": "2027-01-05T19:00:00+01:00", "timeZone": "Europe/Berlin" }` */
function time(name: string, value: Json | undefined, calendar_zone: string | undefined): readonly string[] {
  if (!isObject(value)) return []
  const { date, dateTime, timeZone } = value
  if (typeof date === 'string') return [`${name};VALUE=DATE:${date.replaceAll('-', '')}`]
  if (typeof dateTime !== 'string') return []
  const own = typeof timeZone === 'string' ? timeZone : calendar_zone
  const zone = oneLine(own ?? 'UTC')
  // An unknown zone is reported for the event.
  const wall = parseDate(dateTime, { now: 0, zone: isZone(zone) ? zone : 'UTC' })
    .replaceAll(/[-:]/g, '')
    .replace(' ', 'T')
  return [`${name};TZID=${zone}:${wall}`]
}

// What a calendar file says of its events and the interface has no field for: nothing is dropped without a note.
import type { Text } from '../../../base/text/language.ts'

/** Read as fields or times, or about the copy of the event and not about the event. */
const read = new Set([
  'BEGIN',
  'END',
  'UID',
  'DTSTAMP',
  'CREATED',
  'LAST-MODIFIED',
  'SEQUENCE',
  'RECURRENCE-ID',
  'REQUEST-STATUS',
  'DTSTART',
  'DTEND',
  'DURATION',
  'RRULE',
  'RDATE',
  'EXDATE',
  'EXRULE',
  'TRANSP',
  'SUMMARY',
  'DESCRIPTION',
  'LOCATION',
  'URL',
  'STATUS',
  'CLASS',
  'ORGANIZER',
  'CATEGORIES',
])
/** More are counted. */
const names_max = 8

/** Adds the names of the properties and components of an event that are not read. */
export function countUnsupported(event: string, names: Set<string>): void {
  let depth = 0
  for (const [, text = ''] of event.matchAll(/^([A-Za-z][A-Za-z0-9-]*[:;]\w*)/gm)) {
    const [name = '', value = ''] = text.toUpperCase().split(/[:;]/)
    if (name === 'END') depth--
    if (depth === 1 && name === 'BEGIN') names.add(value)
    else if (depth === 1 && !read.has(name) && !name.startsWith('X-CAL-')) names.add(name)
    if (name === 'BEGIN') depth++
  }
}

/** `ATTACH, ATTENDEE, GEO`: standard properties first, those of single programs after them. */
export function unsupportedText(names: ReadonlySet<string>): Text {
  const isOwn = (name: string) => Number(name.startsWith('X-'))
  const sorted = [...names].sort((a, b) => isOwn(a) - isOwn(b) || (a < b ? -1 : 1))
  const shown = sorted.slice(0, names_max).join(', ')
  const more = sorted.length - names_max
  return {
    en: `left out: ${shown}${more > 0 ? ` and ${more} more` : ''}; events have no field for ${sorted.length === 1 ? 'it' : 'them'}`,
    de: `ausgelassen: ${shown}${more > 0 ? ` und ${more} weitere` : ''}; dafür haben Termine kein Feld`,
  }
}

// The line that says what was written: `Created event 812 "Jazz night" · Fri 27 Nov 2026, 20:00–23:00 (Europe/Berlin) ·
// Blue Cellar · https://…`.
import { isObject, itemsOf, type JsonObject } from '../../base/json.ts'
import type { Language, Text } from '../../base/text/language.ts'
import type { Plural } from '../../spec/model.ts'
import { resources } from '../../spec/resources.ts'
import { nameOf } from './fields.ts'
import { eventTimeOf, timeText } from './screen/event-time.ts'

/** `left`: it had the wanted values already, and nothing was sent. */
export type Action = 'created' | 'updated' | 'deleted' | 'left'

/** Shows what the service stored in words, so that a misunderstanding is visible. */
export function successLine(plural: Plural, action: Action, record: JsonObject): Text {
  const { title } = resources[plural]
  const [en, de] = [labelOf(record, 'en'), labelOf(record, 'de')]
  if (action === 'created' || action === 'updated') {
    const [done_en, done_de] = action === 'created' ? ['Created', 'angelegt'] : ['Updated', 'geändert']
    return {
      en: [`${done_en} ${title.en} ${en}`, ...detailsOf(record, 'en')].join(' · '),
      de: [`${title.de} ${de} ${done_de}`, ...detailsOf(record, 'de')].join(' · '),
    }
  }
  if (action === 'left') return { en: `Unchanged: ${title.en} ${en}`, de: `Unverändert: ${title.de} ${de}` }
  // Posts are moved to the trash, terms are deleted: the response says which.
  return record.status === 'trash'
    ? { en: `Moved ${title.en} ${en} to the trash`, de: `${title.de} ${de} in den Papierkorb gelegt` }
    : { en: `Deleted ${title.en} ${en} for good`, de: `${title.de} ${de} endgültig gelöscht` }
}

/** Time, place, contact details, the status unless it is the default, and the page. */
function detailsOf(record: JsonObject, language: Language): readonly string[] {
  const { address, city, email, phone, website, status, url } = record
  const [venue] = itemsOf(record.venue ?? []).flatMap((item) => (isObject(item) ? [item] : []))
  const place = [address, city].filter((part) => typeof part === 'string' && part !== '').join(', ')
  const parts = [
    timeOf(record, language),
    venue === undefined ? undefined : nameOf(venue),
    place,
    email,
    phone,
    status === 'publish' ? undefined : status,
    // Services give an event without a website the address of its page.
    website,
    url,
  ].flatMap((part) => (typeof part === 'string' && part.trim() !== '' ? [part.trim().replace(/\s+/g, ' ')] : []))
  // A database file has no web pages.
  return [...new Set(parts)].filter((part) => !/^https?:\/\/localhost\//.test(part))
}

function timeOf(record: JsonObject, language: Language): string | undefined {
  const time = eventTimeOf(record)
  if (time === undefined) return undefined
  const { timezone } = record
  const zone = time.all_day || typeof timezone !== 'string' || timezone === '' ? '' : ` (${timezone})`
  return `${timeText(time, { language })}${zone}`
}

/** The start of an event, as ` 2027-03-01 20:00`: events of a series have the same name. Empty for other records. */
export function whenOf({ start_date, all_day }: JsonObject): string {
  return typeof start_date === 'string' ? ` ${start_date.slice(0, all_day === true ? 10 : 16)}` : ''
}

/** `812 "Jazz night"`, in German `812 „Jazz night“`. Line breaks in names are escaped. */
export function labelOf(record: JsonObject, language: Language): string {
  const name = (nameOf(record) ?? '').replace(/\s+/g, ' ')
  return name === '' ? String(record.id) : `${record.id} ${{ en: `"${name}"`, de: `„${name}“` }[language]}`
}

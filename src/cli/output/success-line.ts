// The line that says what was written: `Created event 812 "Jazz night"`.
import type { JsonObject } from '../../base/json.ts'
import type { Language, Text } from '../../base/text/language.ts'
import type { Plural } from '../../spec/model.ts'
import { resources } from '../../spec/resources.ts'
import { nameOf } from './fields/fields.ts'

/** `left`: it was as wanted already, and nothing was sent. */
export type Action = 'created' | 'updated' | 'deleted' | 'left'

export function successLine(plural: Plural, action: Action, record: JsonObject): Text {
  const { title } = resources[plural]
  const [en, de] = [labelOf(record, 'en'), labelOf(record, 'de')]
  if (action === 'created') return { en: `Created ${title.en} ${en}`, de: `${title.de} ${de} angelegt` }
  if (action === 'updated') return { en: `Updated ${title.en} ${en}`, de: `${title.de} ${de} geändert` }
  if (action === 'left') return { en: `Unchanged: ${title.en} ${en}`, de: `Unverändert: ${title.de} ${de}` }
  // Posts go to the trash, terms are gone: the answer says which.
  return record.status === 'trash'
    ? { en: `Moved ${title.en} ${en} to the trash`, de: `${title.de} ${de} in den Papierkorb gelegt` }
    : { en: `Deleted ${title.en} ${en} for good`, de: `${title.de} ${de} endgültig gelöscht` }
}

/** When an event starts, as ` 2027-03-01 20:00`: many of a series have one name. Empty for other records. */
export function whenOf({ start_date, all_day }: JsonObject): string {
  return typeof start_date === 'string' ? ` ${start_date.slice(0, all_day === true ? 10 : 16)}` : ''
}

/** `812 "Jazz night"`, in German `812 „Jazz night“`. A name that a stranger gave begins no line of its own. */
export function labelOf(record: JsonObject, language: Language): string {
  const name = (nameOf(record) ?? '').replace(/\s+/g, ' ')
  return name === '' ? String(record.id) : `${record.id} ${{ en: `"${name}"`, de: `„${name}“` }[language]}`
}

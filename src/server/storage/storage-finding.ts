// The findings of `cal doctor` about the storage of a calendar.
import type { Text } from '../../base/text/language.ts'

export interface StorageFinding {
  readonly check: Text
  readonly ok: boolean
  readonly found: Text
  /** A remedy or an improvement. */
  readonly advice?: Text
}

/** The number of records of each kind, in this order. */
export const counted_kinds = ['event', 'venue', 'organizer', 'category', 'tag'] as const
export type RecordCounts = Readonly<Record<(typeof counted_kinds)[number], number>>

export function recordsFinding({ event, venue, organizer, category, tag }: RecordCounts): StorageFinding {
  const [en, de] = [numbersIn('en'), numbersIn('de')]
  return {
    check: { en: 'records', de: 'Einträge' },
    ok: true,
    found: {
      en: `events: ${en(event)}, venues: ${en(venue)}, organizers: ${en(organizer)}, categories: ${en(category)}, tags: ${en(tag)}`,
      de:
        `Termine: ${de(event)}, Orte: ${de(venue)}, Veranstalter: ${de(organizer)}, Kategorien: ${de(category)}, ` +
        `Schlagwörter: ${de(tag)}`,
    },
  }
}

export function sizeFinding(bytes: number): StorageFinding {
  return {
    check: { en: 'size', de: 'Größe' },
    ok: true,
    found: { en: `${numbersIn('en')(bytes / 1e6)} MB`, de: `${numbersIn('de')(bytes / 1e6)} MB` },
  }
}

export function engineFinding(found: Text): StorageFinding {
  return { check: { en: 'storage', de: 'Speicher' }, ok: true, found }
}

function numbersIn(language: 'en' | 'de'): (value: number) => string {
  const { format } = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  return format
}

// The findings of `cal doctor` about the storage of a calendar.
import { eachLanguage, type Language, type Text } from '../../base/text/language.ts'

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
  const shown = (count: number) => eachLanguage((language) => numberIn(language, count))
  const [events, venues, organizers] = [shown(event), shown(venue), shown(organizer)]
  const [categories, tags] = [shown(category), shown(tag)]
  return {
    check: { en: 'records', de: 'Einträge' },
    ok: true,
    found: {
      en: `events: ${events.en}, venues: ${venues.en}, organizers: ${organizers.en}, categories: ${categories.en}, tags: ${tags.en}`,
      de:
        `Termine: ${events.de}, Orte: ${venues.de}, Veranstalter: ${organizers.de}, Kategorien: ${categories.de}, ` +
        `Schlagwörter: ${tags.de}`,
    },
  }
}

export function sizeFinding(bytes: number): StorageFinding {
  return {
    check: { en: 'size', de: 'Größe' },
    ok: true,
    found: eachLanguage((language) => `${numberIn(language, bytes / 1e6)} MB`),
  }
}

export function engineFinding(found: Text): StorageFinding {
  return { check: { en: 'storage', de: 'Speicher' }, ok: true, found }
}

function numberIn(language: Language, value: number): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(value)
}

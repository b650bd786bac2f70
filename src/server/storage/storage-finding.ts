// The findings of `cal doctor` about the storage of a calendar.
import { eachLanguage, type Language, t, type Text } from '../../base/text/language.ts'

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
    check: t('records'),
    ok: true,
    found: t('events: {events}, venues: {venues}, organizers: {organizers}, categories: {categories}, tags: {tags}', {
      events,
      venues,
      organizers,
      categories,
      tags,
    }),
  }
}

export function sizeFinding(bytes: number): StorageFinding {
  return {
    check: t('size'),
    ok: true,
    found: eachLanguage((language) => `${numberIn(language, bytes / 1e6)} MB`),
  }
}

export function engineFinding(found: Text): StorageFinding {
  return { check: t('storage'), ok: true, found }
}

function numberIn(language: Language, value: number): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(value)
}

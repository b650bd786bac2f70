// Names of months and weekdays in the language of a text, and the day on which weeks begin.
import { remembering } from '../bounded-cache.ts'
import { descriptionOf, type Language } from '../text/language.ts'
import { type Day, weekdayOf } from './days.ts'

/** Monday is 1, Sunday is 7. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7

/** Countries whose calendars do not begin on Monday. Source: the week data of the Unicode CLDR, by territory. */
const sunday_countries = new Set(
  [
    'AG AS AU BD BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN JM JP KE KH KR LA MH MM MO MT MX MZ NI NP PA PE',
    'PH PK PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW',
  ].flatMap((line) => line.split(' ')),
)
const saturday_countries = new Set('AE AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY'.split(' '))

/** The names of the weekdays, Monday first. Kept, because a format takes a millisecond. */
const weekdayNames = remembering((names_locale: string, length: 'long' | 'short') =>
  namesIn(new Intl.DateTimeFormat(names_locale, { weekday: length, timeZone: 'UTC' }), (i) => Date.UTC(2024, 0, 1 + i)),
)
const monthNames = remembering((names_locale: string) =>
  namesIn(new Intl.DateTimeFormat(names_locale, { month: 'long', timeZone: 'UTC' }), (i) => Date.UTC(2024, i, 1)),
)

function namesIn(format: Intl.DateTimeFormat, instantAt: (i: number) => number): readonly string[] {
  return Array.from({ length: 12 }, (_, i) => format.format(instantAt(i)))
}

/** `Mon`, `Mo` */
export function shortDay(weekday: number, language: Language): string {
  return weekdayNames(descriptionOf(language).names_locale, 'short')[weekday - 1] ?? ''
}

/** `November 2026` */
export function monthTitle(month: string, language: Language): string {
  return `${monthName(month, language)} ${month.slice(0, 4)}`
}

export function monthName(month: string, language: Language): string {
  return monthNames(descriptionOf(language).names_locale)[Number(month.slice(5, 7)) - 1] ?? month
}

/** `21`, `21.` */
export function dayNumber(day: Day, language: Language): string {
  return `${Number(day.slice(8))}${descriptionOf(language).ordinal}`
}

/** `Sat 21 November 2026`, `Samstag, 21. November 2026` */
export function longDay(day: Day, language: Language): string {
  const { names_locale, weekday } = descriptionOf(language)
  const name = weekdayNames(names_locale, weekday.length)[weekdayOf(day) - 1]
  return `${name}${weekday.separator}${dayNumber(day, language)} ${monthTitle(day, language)}`
}

/** `Saturday, 21 November 2026`, `Samstag, 21. November 2026` */
export function fullDay(day: Day, language: Language): string {
  const name = weekdayNames(descriptionOf(language).names_locale, 'long')[weekdayOf(day) - 1]
  return `${name}, ${dayNumber(day, language)} ${monthTitle(day, language)}`
}

/** `21 Nov`, `21. Nov.` */
export function shortDate(day: Day, language: Language): string {
  const name = monthName(day, language)
  const month = name.length > 4 ? `${name.slice(0, 3)}${descriptionOf(language).abbreviation}` : name
  return `${dayNumber(day, language)} ${month}`
}

/** `27 Nov 2026` */
export function dateText(day: Day, language: Language): string {
  return `${shortDate(day, language)} ${day.slice(0, 4)}`
}

/** `23–29 Nov 2026`, `30 Nov – 6 Dec 2026`: a month or year that both days have is written once. */
export function spanText({ from, to }: { readonly from: Day; readonly to: Day }, language: Language): string {
  if (from.slice(0, 7) === to.slice(0, 7)) return `${dayNumber(from, language)}–${dateText(to, language)}`
  const start = from.slice(0, 4) === to.slice(0, 4) ? shortDate(from, language) : dateText(from, language)
  return `${start} – ${dateText(to, language)}`
}

/** The first day of the week in the country of a locale (`en_US.UTF-8`); Monday if it has no country. */
export function weekStartOf(locale: string | undefined): Weekday {
  const country = /^[a-z]{2,3}[_-]([A-Z]{2})\b/.exec(locale ?? '')?.[1] ?? ''
  if (sunday_countries.has(country)) return 7
  return saturday_countries.has(country) ? 6 : 1
}

/** The seven weekdays in display order. */
export function weekdaysFrom(start: Weekday): readonly number[] {
  return [0, 1, 2, 3, 4, 5, 6].map((i) => ((start - 1 + i) % 7) + 1)
}

// Names of months and weekdays in both languages, and the day on which weeks begin.
import { type Day, weekdayOf } from './days.ts'
import { didYouMean, editDistance } from '../text/closest.ts'
import type { Language, Text } from '../text/language.ts'

/** Monday is 1, Sunday is 7. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7

const short_days = {
  en: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  de: ['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So'],
} as const
const long_days_de = ['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag', 'Sonntag'] as const
export const months = {
  en: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
  de: [
    'Januar',
    'Februar',
    'März',
    'April',
    'Mai',
    'Juni',
    'Juli',
    'August',
    'September',
    'Oktober',
    'November',
    'Dezember',
  ],
} as const

/** Countries whose calendars do not begin on Monday. Source: the week data of the Unicode CLDR, by territory. */
const sunday_countries = new Set(
  [
    'AG AS AU BD BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN JM JP KE KH KR LA MH MM MO MT MX MZ NI NP PA PE',
    'PH PK PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW',
  ].flatMap((line) => line.split(' ')),
)
const saturday_countries = new Set('AE AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY'.split(' '))

export function shortDay(weekday: number, language: Language): string {
  return short_days[language][weekday - 1] ?? ''
}

/** `November 2026` */
export function monthTitle(month: string, language: Language): string {
  return `${monthName(month, language)} ${month.slice(0, 4)}`
}

export function monthName(month: string, language: Language): string {
  return months[language][Number(month.slice(5, 7)) - 1] ?? month
}

/** `Sat 21 November 2026`, `Samstag, 21. November 2026` */
export function longDay(day: Day, language: Language): string {
  const number = Number(day.slice(8))
  const weekday = weekdayOf(day)
  return language === 'de'
    ? `${long_days_de[weekday - 1]}, ${number}. ${monthTitle(day, language)}`
    : `${shortDay(weekday, language)} ${number} ${monthTitle(day, language)}`
}

/** `21 Nov`, `21. Nov.` */
export function shortDate(day: Day, language: Language): string {
  const name = monthName(day, language)
  const short = name.length > 4 ? name.slice(0, 3) : name
  return language === 'de'
    ? `${Number(day.slice(8))}. ${short}${short === name ? '' : '.'}`
    : `${Number(day.slice(8))} ${short}`
}

const day_words = [
  ...['today', 'tonight', 'tomorrow', 'yesterday', 'heute', 'morgen', 'übermorgen', 'gestern'],
  ...['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday', 'Sonnabend'],
  ...long_days_de,
  ...months.en,
  ...months.de,
]

/** The day or month that a word misspells, in either language; undefined for words that are one, and for short ones. */
export function closestDayWord(word: string): string | undefined {
  const typed = word.toLowerCase()
  if (typed.length < 4 || day_words.some((known) => known.toLowerCase() === typed)) return undefined
  // Two letters of a long word: `tommorow`.
  const distance_max = typed.length > 6 ? 2 : 1
  return day_words
    .map((known) => ({ known, distance: known.length > 4 ? editDistance(known.toLowerCase(), typed) : 9 }))
    .filter(({ distance }) => distance <= distance_max)
    .sort((a, b) => a.distance - b.distance)[0]?.known
}

/** The hint for a date in which days or months are misspelled: `tomorow 20:00`. */
export function misspelledDateHint(text: string): Text | undefined {
  const corrected = text.replace(/\p{L}+/gu, (word) => closestDayWord(word) ?? word)
  return corrected === text ? undefined : didYouMean(corrected)
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

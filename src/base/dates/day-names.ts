// Names of months and weekdays in both languages, and the day on which weeks begin.
import { type Day, weekdayOf } from './days.ts'
import { didYouMean, editDistance } from '../text/closest.ts'
import type { Language, Text } from '../text/language.ts'

/** Monday is 1, Sunday is 7. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7

/**
 * The weekdays, Monday first: their names, what else a person may type for them, and how they begin in tables in six
 * languages. The only list of them.
 */
const weekdays = [
  { en: 'Monday', de: 'Montag', typed: 'mo mon', begins: 'mo lun maandag' },
  { en: 'Tuesday', de: 'Dienstag', typed: 'tu tue tues di', begins: 'tue di mardi martes martedì martedi' },
  { en: 'Wednesday', de: 'Mittwoch', typed: 'wed mi', begins: 'wed mi mer wo' },
  { en: 'Thursday', de: 'Donnerstag', typed: 'th thu thur thurs do', begins: 'thu do jue jeu gio' },
  { en: 'Friday', de: 'Freitag', typed: 'fr fri', begins: 'fr ven vie vr' },
  { en: 'Saturday', de: 'Samstag', typed: 'sa sat sonnabend', begins: 'sa sá za sonnabend' },
  { en: 'Sunday', de: 'Sonntag', typed: 'su sun so', begins: 'sun so zo dim dom' },
] as const

/** The months: their names, and how they begin in the same languages, without accents. The only list of them. */
const months = [
  { en: 'January', de: 'Januar', begins: 'jan ene gen' },
  { en: 'February', de: 'Februar', begins: 'feb fev' },
  { en: 'March', de: 'März', begins: 'mar maa' },
  { en: 'April', de: 'April', begins: 'apr avr abr' },
  { en: 'May', de: 'Mai', begins: 'may mai mag mei' },
  { en: 'June', de: 'Juni', begins: 'jun juin giu' },
  { en: 'July', de: 'Juli', begins: 'jul juil lug' },
  { en: 'August', de: 'August', begins: 'aug aou ago' },
  { en: 'September', de: 'September', begins: 'sep set' },
  { en: 'October', de: 'Oktober', begins: 'oct okt ott' },
  { en: 'November', de: 'November', begins: 'nov' },
  { en: 'December', de: 'Dezember', begins: 'dec dez dic' },
] as const

/** `monday` to `sunday` */
export const weekday_names: readonly string[] = weekdays.map(({ en }) => en.toLowerCase())

/** What a person may type for each weekday, in English and German: `monday`, `montag`, `mon`, `mo`. */
export const typed_weekdays: readonly (readonly string[])[] = weekdays.map(({ en, de, typed }) => [
  en.toLowerCase(),
  de.toLowerCase(),
  ...typed.split(' '),
])

/** `fri`, `freitag` as 5; undefined for other words. */
export function weekdayNamed(word: string): number | undefined {
  return typed_weekdays.findIndex((names) => names.includes(word)) + 1 || undefined
}

/** The weekday of a three-letter English abbreviation, which may go on. */
export function weekdayOfPrefix(word: string): number | undefined {
  const prefix = word.slice(0, 3).toLowerCase()
  return weekday_names.findIndex((name) => name.slice(0, 3) === prefix) + 1 || undefined
}

/** How weekdays begin in tables, the longest first: `dim` before `di`. */
export const weekday_beginnings = weekdays
  .flatMap(({ begins }, i) => begins.split(' ').map((beginning) => ({ beginning, weekday: i + 1 })))
  .sort((a, b) => b.beginning.length - a.beginning.length)

/** The month (from 1) whose name in one of six languages the word starts with; undefined for other words. */
export function monthOfPrefix(word: string): number | undefined {
  const name = word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return months.findIndex(({ begins }) => begins.split(' ').some((one) => name.startsWith(one))) + 1 || undefined
}

/** The month of a full or three-letter English name, or of `sept`. */
export function monthOfEnglishName(word: string): number | undefined {
  const name = word.toLowerCase() === 'sept' ? 'sep' : word.toLowerCase()
  return months.findIndex(({ en }) => [en, en.slice(0, 3)].some((one) => one.toLowerCase() === name)) + 1 || undefined
}

/** Countries whose calendars do not begin on Monday. Source: the week data of the Unicode CLDR, by territory. */
const sunday_countries = new Set(
  [
    'AG AS AU BD BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN JM JP KE KH KR LA MH MM MO MT MX MZ NI NP PA PE',
    'PH PK PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW',
  ].flatMap((line) => line.split(' ')),
)
const saturday_countries = new Set('AE AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY'.split(' '))

export function shortDay(weekday: number, language: Language): string {
  return weekdays[weekday - 1]?.[language].slice(0, language === 'de' ? 2 : 3) ?? ''
}

/** `November 2026` */
export function monthTitle(month: string, language: Language): string {
  return `${monthName(month, language)} ${month.slice(0, 4)}`
}

export function monthName(month: string, language: Language): string {
  return months[Number(month.slice(5, 7)) - 1]?.[language] ?? month
}

/** `Sat 21 November 2026`, `Samstag, 21. November 2026` */
export function longDay(day: Day, language: Language): string {
  const number = Number(day.slice(8))
  const weekday = weekdayOf(day)
  return language === 'de'
    ? `${weekdays[weekday - 1]?.de}, ${number}. ${monthTitle(day, language)}`
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
  'Sonnabend',
  ...[...weekdays, ...months].flatMap(({ en, de }) => [en, de]),
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

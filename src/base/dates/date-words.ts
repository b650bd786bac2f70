// The words of written dates and times, by language: weekdays, months, units, numbers, days such as `tomorrow`, and the
// spelling of mistyped ones.
import { keysOf } from '../collections.ts'
import { editDistance } from '../text/closest.ts'
import { t, type Text } from '../text/language.ts'

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

/**
 * The months: their names, what else a person may type for them, and how they begin in the same languages, without
 * accents. The only list of them.
 */
const months = [
  { en: 'January', de: 'Januar', typed: 'jan jänner', begins: 'jan ene gen' },
  { en: 'February', de: 'Februar', typed: 'feb feber', begins: 'feb fev' },
  { en: 'March', de: 'März', typed: 'mar mär mrz maerz', begins: 'mar maa mae mrz mrt' },
  { en: 'April', de: 'April', typed: 'apr', begins: 'apr avr abr' },
  { en: 'May', de: 'Mai', typed: 'may', begins: 'may mai mag mei' },
  { en: 'June', de: 'Juni', typed: 'jun', begins: 'jun juin giu' },
  { en: 'July', de: 'Juli', typed: 'jul', begins: 'jul juil lug' },
  { en: 'August', de: 'August', typed: 'aug', begins: 'aug aou ago' },
  { en: 'September', de: 'September', typed: 'sep sept', begins: 'sep set' },
  { en: 'October', de: 'Oktober', typed: 'oct okt', begins: 'oct okt ott' },
  { en: 'November', de: 'November', typed: 'nov', begins: 'nov' },
  { en: 'December', de: 'Dezember', typed: 'dec dez', begins: 'dec dez dic' },
] as const

/** `monday` to `sunday` */
export const weekday_names: readonly string[] = weekdays.map(({ en }) => en.toLowerCase())

/** What a person may type for each weekday, in English and German: `monday`, `montag`, `mon`, `mo`. */
const typed_weekdays = weekdays.map(typedNames)

function typedNames({ en, de, typed }: Readonly<Record<'en' | 'de' | 'typed', string>>): readonly string[] {
  return [en.toLowerCase(), de.toLowerCase(), ...typed.split(' ')]
}

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
const weekday_beginnings = weekdays
  .flatMap(({ begins }, i) => begins.split(' ').map((beginning) => ({ beginning, weekday: i + 1 })))
  .sort((a, b) => b.beginning.length - a.beginning.length)

/** The weekdays that a word in lower case can be in six languages: `di` is *Dienstag* and *dimanche*. */
export function weekdaysBeginning(word: string): readonly number[] {
  const named = weekday_beginnings.find(({ beginning }) => word.startsWith(beginning))?.weekday
  if (named === undefined) return []
  // `do` is also *domingo* and *domenica*.
  return word === 'di' || word === 'do' ? [named, 7] : [named]
}

const typed_months = months.map(typedNames)

/** `dec`, `dezember` as 12; undefined for other words. */
export function monthNamed(word: string): number | undefined {
  return typed_months.findIndex((names) => names.includes(word)) + 1 || undefined
}

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

const unit_words = {
  minute: { letters: 'm', words: 'minutes?|minuten?|mins?\\.?' },
  hour: { letters: 'h', words: 'hrs?|hours?|std\\.?|stunden?|heures?' },
  day: { letters: 'd|t', words: 'days?|tag(?:en?)?|jours?' },
  week: { letters: 'w', words: 'wks?|weeks?|wochen?' },
  month: { letters: 'mo', words: 'months?|monat(?:en?)?' },
  year: { letters: 'y|j', words: 'years?|jahr(?:en?)?' },
} as const satisfies Readonly<Record<string, Readonly<Record<'letters' | 'words', string>>>>

export type TimeUnit = keyof typeof unit_words

export const time_units = keysOf(unit_words)

/** The units of one length, in milliseconds. */
export const unit_ms = { minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 7 * 86_400_000 } as const

/** A regular expression for the words of units: `hours`, `Std.`, but not `h`. */
export function unitWords(...of: readonly TimeUnit[]): string {
  return of.map((unit) => unit_words[unit].words).join('|')
}

/** The same, and for their letters. */
export function unitForm(...of: readonly TimeUnit[]): string {
  return [unitWords(...of), ...of.map((unit) => unit_words[unit].letters)].join('|')
}

const forms = time_units.map((unit) => ({ unit, form: new RegExp(`^(?:${unitForm(unit)})$`, 'i') }))

/** `Stunden`, `hrs`, `h` → `hour`; undefined for other words. */
export function unitNamed(word: string): TimeUnit | undefined {
  return forms.find(({ form }) => form.test(word))?.unit
}

/** Days from today. */
export const relative_days = {
  en: { today: 0, tomorrow: 1, yesterday: -1, 'day after tomorrow': 2, 'day before yesterday': -2 },
  de: { heute: 0, morgen: 1, gestern: -1, übermorgen: 2, uebermorgen: 2, vorgestern: -2 },
} as const

/** Hours that have a name. */
export const hour_names = {
  en: { noon: '12:00:00', midnight: '00:00:00' },
  de: { mittag: '12:00:00', mitternacht: '00:00:00' },
} as const

/** Which day of that name or number is meant, as patterns. */
export const which_words = {
  this: 'this|diese[rsmn]?',
  coming: 'coming|kommende[rsmn]?',
  next: 'next|n(?:ä|ae)chste[rsmn]?',
  last: 'last|past|previous|letzte[rsmn]?|vorige[rsmn]?|vergangene[rsmn]?',
} as const

const counts = [
  'a an one ein eins eine einem einen einer',
  ...['two zwei', 'three drei', 'four vier', 'five fünf fuenf', 'six sechs', 'seven sieben', 'eight acht'],
  ...['nine neun', 'ten zehn', 'eleven elf', 'twelve zwölf zwoelf'],
].map((line) => line.split(' '))

/** Numbers up to twelve in words, as a pattern. */
export const count_words = counts.flat().join('|')

/** `2`, `two`, `zwei` as 2. */
export function countNamed(text: string): number {
  return counts.findIndex((words) => words.includes(text)) + 1 || Number(text)
}

/** `second` of `second monday of may` and of `second of may` */
export const ordinal_words: readonly string[] = [
  ...['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth', 'eleventh'],
  ...['twelfth', 'thirteenth', 'fourteenth', 'fifteenth', 'sixteenth', 'seventeenth', 'eighteenth', 'nineteenth'],
  ...['twentieth', 'twenty-first', 'twenty-second', 'twenty-third', 'twenty-fourth', 'twenty-fifth', 'twenty-sixth'],
  ...['twenty-seventh', 'twenty-eighth', 'twenty-ninth', 'thirtieth', 'thirty-first'],
]

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

/** Words that say when, as patterns, but not exactly enough for a date: `halb neun`, `abends`, `Heiligabend`. */
export const inexact_words = {
  numbers: count_words,
  parts_of_day:
    'morning|afternoon|evening|night|noon|früh|morgens?|vormittags?|mittags?|nachmittags?|abends?|nachts?|mitternachts?',
  /** After `am` or `on`. */
  holidays:
    'advent|weihnacht\\p{L}*|heilig\\p{L}*|silvester|neujahr\\p{L}*|ostern|oster\\p{L}*|pfingst\\p{L}*|' +
    'nikolaus\\p{L}*|christmas|boxing|easter|new year\\p{L}*|halloween|thanksgiving',
  /** Also alone. */
  feasts:
    'heilig(?:er )?abend|silvester|neujahr|karfreitag|rosenmontag|(?:oster|pfingst)(?:sonntag|montag)|' +
    "christmas (?:eve|day)|boxing day|new year[’']?s (?:eve|day)|easter (?:sunday|monday)|good friday",
} as const

// Words that say that an event repeats: `every tuesday`, `weekly`, `jeden Dienstag`, `alle 2 Wochen`.

export const series_hint: Text = t(
  'repeated events are described in a calendar file: cal explain apply; to add single dates: cal events copy ID --shift +1w',
)

const series_weekdays = typed_weekdays.flat().join('|')
const series_units = [
  'days?|weeks?|weekdays?|weekends?|months?|quarters?|years?|mornings?|evenings?|nights?',
  'tage?|wochen?|werktage?|wochenenden?|monate?|quartale?|jahre?|morgen|abende?',
].join('|')
const series_ordinals = [
  '\\d+(?:\\.|st|nd|rd|th)?|other|first|second|third|fourth|last|two|three|four',
  'erste[nrs]?|zweite[nrs]?|dritte[nrs]?|vierte[nrs]?|letzte[nrs]?|zwei|drei|vier',
].join('|')
const series_adverbs = [
  'daily|weekly|fortnightly|bi-?weekly|monthly|yearly|annually',
  'täglich|wöchentlich|14-tägig|vierzehntägig|zweiwöchentlich|monatlich|jährlich',
  'werktags',
  ...typed_weekdays.flatMap(([en, de]) => [`${en}s`, `${de}s`]),
].join('|')
const series_verbs = 'repeat(?:s|ed|ing)?|recur(?:s|ring)?|wiederholt?|wiederholen|wiederkehrend'
/** What follows `weekly` if it isn't part of a name, as in `weekly market`. */
const after_series = 'on|at|from|until|till|for|in|am|um|ab|von|vom|bis|für|every|each|jeden?'
const series_ends = `\\d|(?:${after_series}|${series_weekdays}|${series_adverbs})(?![\\p{L}\\d])`

const every_friday = `(?:every|each|all[et]?|jede[nrsm]?)(?: (?:${series_ordinals}))?\\.? (?:${series_units}|${series_weekdays})`
const weekly = `(?:${series_adverbs}|${series_verbs})(?=[,;:]?(?:\\s*$|\\s+(?:${series_ends})))`
const repeated = new RegExp(`(?<![\\p{L}\\d-])(?:${every_friday}|${weekly})(?![\\p{L}\\d])`, 'iu')

/** The words of a text that say that something repeats; undefined without such words, and in `Weekly market friday`. */
export function repetitionIn(text: string): string | undefined {
  return repeated.exec(text.replace(/\s+/g, ' '))?.[0]
}

// Values of a calendar file that are computed: random values from a seed, `choose` and `between`; placeholders in
// texts, `{date}`, `{date:D MMMM}`, `{n}`; and `slug: auto`.
import { dayOf, daysBetween, daysLater, isDay, weekdayOf, weekOf } from '../../base/dates/days.ts'
import { isList, isObject, type Json } from '../../base/json.ts'
import { descriptionOf, type Language } from '../../base/text/language.ts'
import type { Values } from '../../spec/read.ts'
import { sentSlugOf } from '../../base/text/slug.ts'

/** Returns the next number of a sequence, from 0 up to but not including 1. */
export type RandomSource = () => number

/**
 * The values of a record with its choices resolved: `{choose: [a, b]}` is one item, `{choose: […], of: 2}` two items,
 * `{between: [1, 9]}` a number, `{between: [2027-01-01, 2027-03-31], at: [18:00, 20:00]}` a day with one of the times.
 */
export function chooseFields(values: Values, random: RandomSource): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === undefined ? value : choose(value, random)]),
  )
}

function choose(value: Json, random: RandomSource): Json {
  if (isList(value)) return value.map((item) => choose(item, random))
  if (!isObject(value)) return value
  if (isList(value.choose))
    return typeof value.of === 'number'
      ? several(value.choose, value.of, random)
      : choose(randomItem(value.choose, random) ?? null, random)
  return between(value, random) ?? chooseFields(value, random)
}

export function randomItem<T>(list: readonly T[], random: RandomSource): T | undefined {
  return list[Math.floor(random() * list.length)]
}

function several(list: readonly Json[], count: number, random: RandomSource): readonly Json[] {
  const left = [...list]
  return Array.from({ length: Math.min(count, list.length) }, () =>
    left.splice(Math.floor(random() * left.length), 1),
  ).flat(1)
}

/** undefined for an object that is not a range; a range without numbers or days is returned unchanged. */
function between(value: Values, random: RandomSource): Json | undefined {
  if (!isList(value.between) || value.between.length !== 2) return undefined
  const [low, high] = value.between
  if (typeof low === 'number' && typeof high === 'number') return low + Math.floor(random() * (high - low + 1))
  if (typeof low !== 'string' || typeof high !== 'string' || !isDay(low) || !isDay(high)) return value
  const day = daysLater(low, Math.floor(random() * (daysBetween(low, high) + 1)))
  const time = isList(value.at) ? randomItem(value.at, random) : value.at
  return time === undefined ? day : `${day} ${time}`
}

interface PlaceholderValues {
  /** Counts from 1. */
  readonly n: number
  /** Start of the event on its own clock; absent for records without a start. */
  readonly start?: string
  readonly language: Language
}

/** The values of a record, with the placeholders in its texts and in its lists of texts filled in. */
export function fillPlaceholders(values: Values, filling: PlaceholderValues): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === undefined ? value : filledValue(value, filling)]),
  )
}

function filledValue(value: Json, filling: PlaceholderValues): Json {
  if (typeof value === 'string') return fillText(value, filling)
  return isList(value) ? value.map((item) => filledValue(item, filling)) : value
}

/** `slug: auto` becomes the words of the title and a suffix that distinguishes the records of a row. */
export function withOwnSlug(values: Values, title: string, ending: string): Values {
  return values.slug === 'auto' ? { ...values, slug: `${sentSlugOf(title)}${ending}` } : values
}

/** A text with its placeholders filled in; unknown ones are left unchanged. */
export function fillText(text: string, { n, start, language }: PlaceholderValues): string {
  return text.replace(
    /\{(n|date|time|year|month|day|week)(?::([^{}]+))?\}/g,
    (whole, name: string, form: string | undefined) => {
      if (name === 'n') return form && /^0+$/.test(form) ? String(n).padStart(form.length, '0') : String(n)
      if (start === undefined) return whole
      return formatted(start, form ?? plain_forms[name] ?? '', language)
    },
  )
}

/** The formats of placeholders that name none. */
const plain_forms: Readonly<Record<string, string>> = {
  date: 'YYYY-MM-DD',
  time: 'HH:mm',
  year: 'YYYY',
  month: 'MM',
  day: 'DD',
  week: 'W',
}

/** By a format such as `D MMMM YYYY`, `ddd D. MMM` or `HH:mm`; text in brackets and other letters are copied. */
function formatted(start: string, form: string, language: Language): string {
  const day = dayOf(start)
  const moment = Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10)))
  const named = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(descriptionOf(language).names_locale, { ...options, timeZone: 'UTC' }).format(moment)
  const parts: Readonly<Record<string, () => string>> = {
    YYYY: () => day.slice(0, 4),
    YY: () => day.slice(2, 4),
    MMMM: () => named({ month: 'long' }),
    MMM: () => named({ month: 'short' }),
    MM: () => day.slice(5, 7),
    M: () => String(Number(day.slice(5, 7))),
    DD: () => day.slice(8, 10),
    D: () => String(Number(day.slice(8, 10))),
    dddd: () => named({ weekday: 'long' }),
    ddd: () => named({ weekday: 'short' }),
    WW: () => String(weekOf(day)).padStart(2, '0'),
    W: () => String(weekOf(day)),
    E: () => String(weekdayOf(day)),
    HH: () => start.slice(11, 13) || '00',
    H: () => String(Number(start.slice(11, 13) || 0)),
    mm: () => start.slice(14, 16) || '00',
  }
  return form.replace(
    /\[([^\]]*)\]|YYYY|YY|MMMM|MMM|MM|M|DD|D|dddd|ddd|WW|W|E|HH|H|mm/g,
    (word, literal: string | undefined) => literal ?? parts[word]?.() ?? word,
  )
}

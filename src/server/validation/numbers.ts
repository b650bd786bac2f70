// Checks of numbers and flags.
import { isZone } from '../../base/dates/zoned-time.ts'
import type { Json } from '../../base/json.ts'
import { t } from '../../base/text/language.ts'
import { costText } from '../../spec/cost.ts'
import { booleanOf, unreadable } from '../../spec/read.ts'
import { parseDate, type SentDate } from '../domain/dates/moment.ts'
import { isAbbreviatedZone } from '../quirks/loose-dates.ts'
import { quirk } from '../quirks/quirks.ts'
import { type Check, check, type CheckContext, ignored, type Mark, mistyped, refused, textOfOther } from './check.ts'

/**
 * The integer that a number or text means, also `2.0`, `1e1` and ` 5`; undefined for other values. Source: interface
 * 5.1.
 */
export function integerOf(value: Json | undefined): number | undefined {
  const number = numberOf(value)
  return number !== undefined && Number.isSafeInteger(number) ? number : undefined
}

function numberOf(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  return typeof value === 'string' && /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i.test(value)
    ? Number(value)
    : undefined
}

export const positive: Check<number> = check(t('a positive whole number'), (value) => {
  const whole = integerOf(value)
  return whole !== undefined && whole > 0 ? whole : refused
})

export const flag: Check<boolean> = check(t('true or false'), flagOf)

function flagOf(value: Json | undefined): boolean | typeof mistyped {
  const read = booleanOf(value)
  return read === unreadable ? mistyped : read
}

const yes = new Set(['true', '1', 'yes', 'y', 'on', 'enable', 'enabled'])

/** Whether the value is one of the spellings of yes; any other value means no. Source: interface 5.3. */
export function isYes(value: Json | undefined): boolean {
  return yes.has(String(value).toLowerCase())
}

export const toggle: Check<boolean> = check(t('a value'), isYes)

/** A toggle for which an empty text and `"0"` are refused. Source: interface 5.2. */
export const strictToggle: Check<boolean> = check(t('true or yes'), (value) =>
  value === '' || value === '0' || value === null ? refused : isYes(value),
)

/**
 * Any value; `costText` converts it when it is stored. Every list that contains the event compares its amounts: those
 * of a text of a million characters would take minutes.
 */
export const cost: Check<Json> = check(t('a value of at most 1000 characters'), (value) =>
  costText(value).length > cost_characters_max ? refused : value,
)
const cost_characters_max = 1_000

/** Filters by whether the venue has coordinates; `false` filters nothing. Source: interface Q34. */
export const hasCoordinates: Check<boolean> = {
  ...flag,
  read(value, context) {
    const sent = flagOf(value)
    return sent === true ? withPremium(true, context) : sent === false ? ignored : mistyped
  },
  says: t('this service does not have the premium extension; cal serve --premium enables it'),
}

export const latitude: Check<number> = check(
  t('the premium extension (cal serve --premium), and with geoloc_lng a latitude from -90 to 90'),
  (value, context) => coordinate(value, context, { within: 90, other: 'geoloc_lng' }),
)

export const longitude: Check<number> = check(
  t('the premium extension (cal serve --premium), and with geoloc_lat a longitude from -180 to 180'),
  (value, context) => coordinate(value, context, { within: 180, other: 'geoloc_lat' }),
)

function coordinate(
  value: Json | undefined,
  context: CheckContext,
  { within, other }: { readonly within: number; readonly other: string },
): number | Mark {
  const degrees = (context.given[other] ?? null) === null ? undefined : degreesOf(value, within)
  return withPremium(degrees ?? refused, context)
}

/** The degrees that a number or text means; undefined if they are out of range. */
export function degreesOf(value: Json | undefined, within: number): number | undefined {
  const number = numberOf(value)
  return number !== undefined && Math.abs(number) <= within ? number : undefined
}

/** The value if the service has the premium extension; otherwise it is refused, or ignored in quirks mode. */
function withPremium<T>(value: T | Mark, { settings }: CheckContext): T | Mark {
  if (settings.premium) return value
  return quirk(settings, 'coordinates_are_ignored') ? ignored : refused
}

/** There is no ticket extension here: only `false` is accepted, and filters nothing. Source: interface 5.2. */
export const ticketed: Check<boolean> = {
  ...flag,
  read(value) {
    const isTicketed = flagOf(value)
    return isTicketed === true ? refused : isTicketed === false ? ignored : mistyped
  },
  says: t('this service does not have the ticket extension'),
  code: 'event-tickets-not-active',
}

const needs = t('a date such as 2026-03-01 or 2026-03-01 18:00')

/** A date that filters a list. */
export const listedMoment: Check<SentDate | 'none'> = check(needs, (value, context) =>
  isZero(value, context) ? 'none' : (parseDate(value, context) ?? refused),
)

/** A date of a record, which is declared a text. Source: Q16, interface 6. */
export const moment: Check<SentDate> = check(needs, readMoment)

/** The start or end of an event. */
export const eventMoment: Check<SentDate | 'none'> = check(needs, (value, context) =>
  isZero(value, context) ? 'none' : readMoment(value, context),
)

function readMoment(value: Json | undefined, context: CheckContext): SentDate | Mark {
  const date = parseDate(value, context) ?? refused
  const isMistyped = typeof value === 'number' && textOfOther(value, context) === mistyped
  return date !== refused && isMistyped ? mistyped : date
}

/** Whether the value is the date `"0"`, which quirks mode accepts. Source: interface Q36. */
function isZero(value: Json | undefined, { settings }: CheckContext): boolean {
  return value === '0' && quirk(settings, 'zero_date_is_accepted')
}

/** Empty means the zone of the site. Source: interface 6. */
export const zone: Check<string> = check(t('a time zone such as Europe/Vienna or UTC+2'), (value, context) =>
  typeof value === 'string' && (value === '' || isZone(value) || isUnknownUtc(value, context)) ? value : refused,
)

/** Whether quirks mode accepts the zone although it is unknown: one that begins with UTC, or a letter. Source: Q19. */
function isUnknownUtc(value: string, { settings }: CheckContext): boolean {
  return (/^UTC./i.test(value) || isAbbreviatedZone(value)) && quirk(settings, 'unknown_utc_zones_are_utc')
}

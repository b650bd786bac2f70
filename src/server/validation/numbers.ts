// Checks of numbers and of yes and no.
import type { Json } from '../../base/json.ts'
import { booleanOf, unreadable } from '../../spec/read.ts'
import { quirk } from '../quirks/quirks.ts'
import { type Check, check, ignored, mistyped, type CheckContext, refused, type CheckResult } from './check.ts'

/**
 * The whole number a value writes, also as `2.0`, `1e1` or ` 5`; undefined where it writes none. Source: observed 4
 * `page`.
 */
export function wholeOf(value: Json | undefined): number | undefined {
  const number = numberOf(value)
  return number !== undefined && Number.isSafeInteger(number) ? number : undefined
}

function numberOf(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  return typeof value === 'string' && /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(value)
    ? Number(value)
    : undefined
}

export const positive = check('a whole number from 1 on', 'eine ganze Zahl ab 1', (value) => {
  const whole = wholeOf(value)
  return whole !== undefined && whole > 0 ? whole : refused
})

/** The reader knows how yes and no are written. */
export const flag: Check = check('true or false', 'true oder false', (value) => value)

/** Everything is an answer; what counts as yes is decided where it is asked. */
export const anything = check('a value', 'einen Wert', (value) => value)

/** On or off, where off is said by leaving it out. Source: observed 11 `strict_dates`. */
export const expressible = check('true or yes', 'true oder yes', (value) =>
  value === '' || value === '0' || value === null ? refused : value,
)

/** Whether the venue has coordinates; `false` filters nothing. Source: D34. */
export const located: Check = {
  ...flag,
  read(value, context) {
    const answer = booleanOf(value)
    if (answer === unreadable) return mistyped
    return answer ? withPremium(true, context) : ignored
  },
  says: {
    en: 'this service has no premium extension; cal serve --premium has it',
    de: 'dieser Dienst hat keine Premium-Erweiterung; cal serve --premium hat sie',
  },
}

export const latitude: Check = check(
  'the premium extension (cal serve --premium), and with geoloc_lng a latitude from -90 to 90',
  'die Premium-Erweiterung (cal serve --premium) und mit geoloc_lng eine Breite von -90 bis 90',
  (value, context) => coordinate(value, context, { within: 90, twin: 'geoloc_lng' }),
)

export const longitude: Check = check(
  'the premium extension (cal serve --premium), and with geoloc_lat a longitude from -180 to 180',
  'die Premium-Erweiterung (cal serve --premium) und mit geoloc_lat eine Länge von -180 bis 180',
  (value, context) => coordinate(value, context, { within: 180, twin: 'geoloc_lat' }),
)

function coordinate(
  value: Json | undefined,
  context: CheckContext,
  { within, twin }: { readonly within: number; readonly twin: string },
): CheckResult {
  const number = numberOf(value)
  const usable = number !== undefined && Math.abs(number) <= within && (context.given[twin] ?? null) !== null
  return withPremium(usable ? number : refused, context)
}

function withPremium(value: CheckResult, { settings }: CheckContext): CheckResult {
  if (settings.premium) return value
  return quirk(settings, 'coordinates_are_ignored') ? ignored : refused
}

/** There is no ticket extension here. Source: observed 3 `event-tickets-not-active`. */
export const ticketed: Check = {
  ...flag,
  read(value) {
    const answer = booleanOf(value)
    return answer === unreadable ? mistyped : answer ? refused : ignored
  },
  says: { en: 'this service has no ticket extension', de: 'dieser Dienst hat keine Ticket-Erweiterung' },
  code: 'event-tickets-not-active',
}

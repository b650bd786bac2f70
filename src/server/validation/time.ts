// Checks of moments and time zones.
import type { Json } from '../../base/json.ts'
import { isZone } from '../../base/dates/zoned-time.ts'
import { quirk } from '../quirks/quirks.ts'
import { parseMoment } from '../domain/dates/moment.ts'
import { type Check, check, type CheckContext, refused, textOfOther } from './check.ts'

const needs = [
  'a date such as 2026-03-01 or 2026-03-01 18:00',
  'ein Datum wie 2026-03-01 oder 2026-03-01 18:00',
] as const

/** A date of a list, where numbers are as good as text. */
export const listedMoment: Check = check(...needs, (value, context) =>
  isMoment(value, context) || isZero(value, context) ? String(value) : refused,
)

/** A date of a record, declared a text. Source: observed 4 `is_time`; D16. */
export const moment: Check = check(...needs, (value, context) => {
  if (!isMoment(value, context)) return refused
  return typeof value === 'number' ? textOfOther(value, context) : String(value)
})

/** The start or end of an event. */
export const eventMoment: Check = check(...needs, (value, context) =>
  isZero(value, context) ? value : moment.read(value, context),
)

/** Source: D36. */
function isZero(value: Json | undefined, { settings }: CheckContext): boolean {
  return value === '0' && quirk(settings, 'zero_date_is_accepted')
}

function isMoment(value: Json | undefined, { now, settings }: CheckContext): boolean {
  return parseMoment(value, { now, zone: settings.timezone, settings }) !== undefined
}

/** Empty means the site's. Source: observed 4 `timezone`. */
export const zone = check(
  'a time zone such as Europe/Vienna or UTC+2',
  'eine Zeitzone wie Europe/Vienna oder UTC+2',
  (value, context) =>
    typeof value === 'string' && (value === '' || isZone(value) || isNonsense(value, context)) ? value : refused,
)

/** Deployed services take anything that begins with UTC, and count by UTC then. Source: deployed 6; D19. */
function isNonsense(value: string, { settings }: CheckContext): boolean {
  return /^UTC./i.test(value) && quirk(settings, 'unknown_utc_zones_are_utc')
}

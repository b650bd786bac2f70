// Checks of dates and time zones.
import type { Json } from '../../base/json.ts'
import { isZone } from '../../base/dates/zoned-time.ts'
import { t } from '../../base/text/language.ts'
import { quirk } from '../quirks/quirks.ts'
import { isAbbreviatedZone } from '../quirks/loose-dates.ts'
import { parseDate, type SentDate } from '../domain/dates/moment.ts'
import { type Check, check, type CheckContext, type Mark, mistyped, refused, textOfOther } from './check.ts'

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

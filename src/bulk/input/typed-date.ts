// One date as people type it, for flags, filters and prompts: a day or a local time, or the error that says why not.
import { longDay } from '../../base/dates/day-names.ts'
import { type Day, dayOf, isDay } from '../../base/dates/days.ts'
import { nonexistent } from '../../base/dates/machine-dates.ts'
import { type DateContext, readDate, type WrittenDate } from '../../base/dates/written-dates.ts'
import type { WallTime } from '../../base/dates/zoned-time.ts'
import { type CalError, usageError } from '../../base/errors.ts'
import { type Language, sameText, t, type Text } from '../../base/text/language.ts'
import { flagOf } from '../../spec/resources.ts'

/** Of a period, these bounds of a list take the first day. */
const lower_bounds = ['start_date', 'since', 'from']
/** Of a period, these bounds of a list take the last day. */
const upper_bounds = ['end_date', 'until']

/**
 * The date of a flag. Only a bound can be a period.
 *
 * Errors: `usage` for text that is only partly understood, for a period where a single date is required, and for dates
 * that do not exist: deployed services read 2026-02-30 as 2 March.
 */
export function typedDate(
  name: string,
  value: string,
  { here, isBound = false }: { readonly here: DateContext; readonly isBound?: boolean },
): Day | WallTime {
  const date = nonexistent(value) ? undefined : readDate(value, here)
  if (date === undefined)
    throw noDate(value, t('use a date such as 2026-12-24 18:00, 24 Dec 8pm or friday; see cal help dates'))
  if ('at' in date) return date.at
  const isPeriod = isBound && !date.isRange
  if (isPeriod && lower_bounds.includes(name)) return date.from
  if (isPeriod && upper_bounds.includes(name)) return date.to
  throw severalDays(name, value, date)
}

/** The error `usage` for text that is no date, or one that does not exist. */
export function noDate(value: string, hint: Text): CalError {
  const missing = nonexistent(value)
  return usageError(
    missing ? t('there is no {missing} in "{value}"', { missing, value }) : t('"{value}" is not a date', { value }),
    hint,
  )
}

function severalDays(name: string, value: string, date: Extract<WrittenDate, { from: string }>): CalError {
  const { from, to, isRange } = date
  const flag = flagOf(name)
  const isSpan = isRange && !isDay(from)
  if (dayOf(from) === dayOf(to) && !isSpan)
    return usageError(t('"{value}" needs a time of day', { value }), sameText(`${flag} "${dayOf(from)} 20:00"`))
  const days = (language: Language) => `${momentText(dayOf(from), language)} – ${momentText(dayOf(to), language)}`
  const both = `--start-date ${quotedMoment(from)} --end-date ${quotedMoment(to)}`
  const isLast = name === 'end_date' || name.endsWith('_after')
  return usageError(
    isSpan ? t('"{value}" is a start and an end', { value }) : t('"{value}" is several days: {days}', { value, days }),
    sameText(
      isSpan || (isRange && /^(start|end)_date$/.test(name)) ? both : `${flag} ${quotedMoment(isLast ? to : from)}`,
    ),
  )
}

function quotedMoment(moment: Day | WallTime): string {
  return isDay(moment) ? moment : `"${moment.slice(0, 16)}"`
}

/** `Fri 27 November 2026, 20:00` */
export function momentText(moment: Day | WallTime, language: Language): string {
  const day = longDay(dayOf(moment), language)
  return isDay(moment) ? day : `${day}, ${moment.slice(11, moment.endsWith(':00') ? 16 : 19)}`
}

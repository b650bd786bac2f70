// The dates of publication of a record become local times of its site, or UTC.
import { isDay, isWall } from '../../base/dates/days.ts'
import { instantOf, instantOfUtc } from '../../base/dates/zoned-time.ts'
import type { Json } from '../../base/json.ts'
import { t } from '../../base/text/language.ts'
import type { Values } from '../../spec/read.ts'
import type { InputError } from './entry.ts'
import { type DateRules, isInstant, oneDate } from './event-dates.ts'

type PublicationRules = Pick<DateRules, 'here' | 'order' | 'flags'> & Partial<Pick<DateRules, 'called'>>

/**
 * The values with the dates of publication as they are sent. An instant is sent in UTC: the zone of the site is not
 * known, and deployed services drop offsets. Services store a day as its midnight. A scheduled record whose date is
 * past is an error, because it would be published at once.
 */
export function withPublicationDates(
  values: Values,
  how: PublicationRules,
): { readonly values: Values; readonly errors: readonly InputError[] } {
  if (values.date === undefined && values.date_utc === undefined) return { values, errors: [] }
  const errors: InputError[] = []
  const entries = Object.entries(values).map(([field, value]) => {
    const isCleared = value === '' && how.flags?.[field] === undefined
    if ((field !== 'date' && field !== 'date_utc') || isCleared) return [field, value] as const
    const inUtc = field === 'date_utc' || isInstant(value)
    const { text, error } = oneDate(field, value, inUtc ? { ...how, here: { ...how.here, zone: 'UTC' } } : how) ?? {}
    if (error) errors.push(error)
    return [
      inUtc ? 'date_utc' : field,
      text !== undefined && isDay(text) ? `${text} 00:00:00` : (text ?? value),
    ] as const
  })
  const dated = Object.fromEntries(entries)
  if (dated.status === 'future' && isPast(dated, how))
    errors.push(pastDate(values.date ?? values.date_utc, 'date_utc' in dated ? 'UTC' : how.here.zone))
  return { values: dated, errors }
}

/** The zone farthest behind UTC: a local time of an unknown zone is certainly past when it is past there. */
const last_zone = 'UTC-12'

function isPast({ date, date_utc }: Values, { here }: PublicationRules): boolean {
  if (isWall(date_utc)) return instantOfUtc(date_utc) <= here.now
  return isWall(date) && instantOf(date, here.zone_assumed ? last_zone : here.zone) <= here.now
}

function pastDate(value: Json | undefined, zone: string): InputError {
  return {
    field: 'date',
    value,
    text: t(
      'status future needs a date of publication after now, not "{date}" ({zone}): the record would be published at once',
      { date: String(value), zone },
    ),
    hint: t('use a later date, such as 2027-03-01 18:00, or the status publish'),
  }
}

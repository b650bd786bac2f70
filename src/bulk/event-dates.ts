// Start and end of an event as wall clocks of its zone, whatever they were written as.
import { fixedOffset, isZone } from '../base/datetime.ts'
import { isDay } from '../base/days.ts'
import { durationOf, endOf } from '../base/durations.ts'
import { carriesOffset, type Here, momentOf } from '../base/moments.ts'
import { booleanOf, type Values } from '../spec/read.ts'
import type { DateOrder } from './choices.ts'
import { writtenMomentOf } from './dates.ts'
import type { Flaw } from './entry.ts'

export interface DateRules {
  /** What relative words count from; its zone stands in where the event names none. */
  readonly here: Here
  readonly order: DateOrder
  /** A field as the file calls it. */
  readonly called: (field: string) => string
}

const wall_pattern = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/

/** The values with both dates in the interface's form. Services drop offsets, so they are turned into the event's zone here. */
export function datesOf({ duration, ...values }: Values, rules: DateRules): { readonly values: Values; readonly flaws: readonly Flaw[] } {
  const zone = zoneOf(values, rules.here)
  const here = { now: rules.here.now, zone }
  const whole = booleanOf(values.all_day) === true
  const start = oneDate('start_date', values.start_date, { here, order: rules.order, whole })
  const end = values.end_date === undefined ? endAfter(duration, start?.text, { zone, whole, name: rules.called('duration') }) : oneDate('end_date', values.end_date, { here, order: rules.order, whole })
  const flaws = [start, end].flatMap((date) => (date?.flaw ? [date.flaw] : []))
  const told = values.timezone === undefined && [values.start_date, values.end_date].some(hasOffset) ? { timezone: zone } : {}
  const dated = { ...values, ...told, ...(start?.text === undefined ? {} : { start_date: start.text }), ...(end?.text === undefined ? {} : { end_date: end.text }) }
  if (start?.text && end?.text && wall_pattern.test(full(start.text)) && wall_pattern.test(full(end.text)) && full(end.text) < full(start.text)) flaws.push(backwards(start.text, end.text))
  return { values: dated, flaws }
}

/** The end that `duration` gives; a start that cannot be read is told of elsewhere. */
function endAfter(duration: unknown, start: string | undefined, { zone, whole, name }: { readonly zone: string; readonly whole: boolean; readonly name: string }): { readonly text?: string; readonly flaw?: Flaw } | undefined {
  if (duration === undefined || duration === '') return undefined
  if (typeof duration !== 'string' || !durationOf(duration)) return { ...(start === undefined ? {} : { text: start }), flaw: {
    field: 'duration', value: duration,
    text: { en: `${name}: ${JSON.stringify(duration)} is no length of time`, de: `${name}: ${JSON.stringify(duration)} ist keine Dauer` },
    hint: { en: 'such as 90m, 1h30m, 1:30 or 2d', de: 'etwa 90m, 1h30m, 1:30 oder 2d' },
  } }
  if (start === undefined || !wall_pattern.test(full(start))) return undefined
  return { text: endOf({ start, duration, all_day: whole, ...(isZone(zone) ? { zone } : {}) }) }
}

function zoneOf({ timezone, start_date }: Values, here: Here): string {
  if (typeof timezone === 'string' && timezone !== '') return timezone
  if (!hasOffset(start_date)) return here.zone
  const offset = /(z|[+-]\d\d:?\d\d)$/i.exec(String(start_date).trim())?.[1]?.toUpperCase() ?? 'Z'
  if (offset === 'Z' || fixedOffset(offset) === 0) return 'UTC'
  return `UTC${offset.slice(0, 3).replace(/^([+-])0/, '$1')}${offset.endsWith('00') ? '' : `:${offset.slice(-2)}`}`
}

function hasOffset(value: unknown): boolean {
  return typeof value === 'string' && carriesOffset(value)
}

interface How {
  readonly here: Here
  readonly order: DateOrder
  readonly whole: boolean
}

/** Seconds since 1970 and words only the service knows stay as they are. */
function oneDate(field: string, value: unknown, { here, order, whole }: How): { readonly text?: string; readonly flaw?: Flaw } | undefined {
  if (typeof value !== 'string') return undefined
  const moment = momentOf(value, here)
  if (isDay(moment) || wall_pattern.test(moment)) return { text: whole ? moment.slice(0, 10) : full(moment) }
  const written = writtenMomentOf(value, order)
  if (written) return { text: whole || !written.time ? (whole ? written.day : full(written.day)) : `${written.day} ${written.time}` }
  if (/^@?\d{9,}$/.test(value.trim())) return { text: value }
  return { flaw: {
    field, value,
    text: { en: `${field}: "${value}" is no date`, de: `${field}: „${value}“ ist kein Datum` },
    hint: { en: 'such as 2026-03-01 18:00 or 2026-03-01', de: 'etwa 2026-03-01 18:00 oder 2026-03-01' },
  } }
}

function full(text: string): string {
  return isDay(text) ? `${text} 00:00:00` : text
}

function backwards(start: string, end: string): Flaw {
  return {
    field: 'end_date', value: end,
    text: { en: `end_date ${end} lies before start_date ${start}`, de: `end_date ${end} liegt vor start_date ${start}` },
    hint: { en: 'leave end_date out, or name a later one', de: 'end_date weglassen, oder einen späteren Zeitpunkt nennen' },
  }
}

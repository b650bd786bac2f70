// Expands one event row of a calendar file into events, with their dates, ends and texts.
import type { Json } from '../../base/json.ts'
import { type DateContext, parseDate, timeOf } from '../../base/dates/date-parser.ts'
import { isDay } from '../../base/dates/days.ts'
import { durationOf, endOf } from '../../base/dates/durations.ts'
import { day_ms } from '../../base/dates/zoned-time.ts'
import { t, type Text } from '../../base/text/language.ts'
import { quoted } from '../../base/text/quoted.ts'
import type { Values } from '../../spec/read.ts'
import type { InputError, InputItem, InputLocation } from '../input/entry.ts'
import type { CalendarDocument } from './document.ts'
import { fillPlaceholders, withOwnSlug } from './computed-values.ts'
import { datesOfRepeat, isInWindow, type RepeatWindow } from './repeat.ts'
import { type EventKeys, parseEvent } from './schema.ts'

export interface EventContext {
  /** The number of this record within its row, from 1. */
  readonly n: number
  /** Whether the row has a `count`. */
  readonly isNumbered: boolean
  readonly location: InputLocation
  readonly document: CalendarDocument
  readonly here: DateContext
  readonly window: RepeatWindow
  readonly outside: ((slug: string) => void) | undefined
}

export function* eventItems(values: Values, context: EventContext): Iterable<InputItem> {
  const { location, document, window, outside } = context
  const unreadable = (errors: readonly InputError[]): InputItem => ({
    kind: 'events',
    location,
    original: values,
    errors: errors,
  })
  const parsed = parseEvent(values)
  if ('errors' in parsed) return yield unreadable(parsed.errors)
  const event = parsed.values
  const here = { ...context.here, zone: event.timezone ?? document.timezone ?? context.here.zone }
  const schedule = scheduleOf(event, here, window)
  if ('text' in schedule) return yield unreadable([schedule])
  for (const [i, start] of schedule.starts.entries()) {
    const record = recordOf(event, { ...context, start, end: endAt(start, schedule, here), whole: schedule.whole, i })
    if (isInWindow(start, window)) yield { kind: 'events', location, original: values, values: record }
    else if (typeof record.slug === 'string') outside?.(record.slug)
  }
}

interface Schedule {
  /** In chronological order; the first is the start of the row. */
  readonly starts: readonly string[]
  readonly first: string
  readonly end: string | undefined
  readonly duration: string | undefined
  /** Whether the events are all-day events. */
  readonly whole: boolean
}

const wall_pattern = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/

/** All starts of the row, also those before the window: `{n}` counts from the first, independent of `--from`. */
function scheduleOf(event: EventKeys, here: DateContext, { until }: RepeatWindow): Schedule | InputError {
  const { repeat, duration, all_day } = event
  const [start, end] = [event.start ?? event.start_date, event.end ?? event.end_date]
  const first = parseDate(String(start ?? ''), here)
  if (!isDay(first) && !wall_pattern.test(first)) return notDate(start)
  const whole = all_day === true || (all_day === undefined && isDay(first))
  const schedule = { first, end: end === undefined ? undefined : String(end), duration, whole }
  if (all_day === undefined && isDay(first) && (hasTime(schedule.end, here) || isPartOfDay(duration)))
    return noTimeOfDay(first)
  const skip_months = [event.skip_months ?? []].flat()
  if (repeat === undefined)
    return skip_months.length > 0 ? unusedMonths(event.skip_months) : { ...schedule, starts: [first] }
  const starts = datesOfRepeat({
    rule: repeat,
    start: whole ? first.slice(0, 10) : first,
    zone: here.zone,
    except: datesIn(event.except, here),
    also: datesIn(event.also, here),
    skip_months,
    window: until === undefined ? {} : { until },
  })
  return 'en' in starts ? wrongRule(repeat, starts) : { ...schedule, starts }
}

function hasTime(end: string | undefined, here: DateContext): boolean {
  return end !== undefined && (/^\d{1,2}:\d\d/.test(end) || !isDay(parseDate(end, here)))
}

function isPartOfDay(duration: string | undefined): boolean {
  return (durationOf(duration ?? '') ?? 0) % day_ms !== 0
}

function datesIn(value: EventKeys['except'], here: DateContext): readonly string[] {
  return [value ?? []].flat().map((date) => parseDate(String(date), here))
}

/** From the duration, a time of the same day, or the distance between start and end of the first event. */
function endAt(start: string, { first, end, duration, whole }: Schedule, here: DateContext): string {
  if (duration !== undefined) return endOf({ start, duration, all_day: whole, zone: here.zone })
  if (end === undefined) return start
  const clock = timeOf(end.trim().toLowerCase())
  if (clock !== undefined) return `${start.slice(0, 10)} ${clock}`
  const last = parseDate(end, here)
  return start === first ? last : last.replace(/^\S+/, start.slice(0, 10))
}

interface Occurrence extends EventContext {
  readonly start: string
  readonly end: string
  readonly whole: boolean
  /** Its index in the series, from 0. */
  readonly i: number
}

/** The event with the interface's fields, placeholders filled in. */
function recordOf(event: EventKeys, { start, end, whole, i, n, isNumbered, document }: Occurrence): Values {
  const { repeat, duration: _, except: _e, also: _a, skip_months: _s, start: _f, end: _l, ...fields } = event
  const timezone = event.timezone ?? document.timezone
  const dated: Values = {
    ...fields,
    ...(whole ? { all_day: true } : {}),
    start_date: start,
    end_date: end,
    ...(timezone === undefined ? {} : { timezone }),
  }
  const isRepeated = repeat !== undefined
  const filled = fillPlaceholders(withKeyAsSlug(dated, isRepeated), {
    n: isRepeated ? i + 1 : n,
    start,
    language: document.language,
  })
  const ending = `${isRepeated ? `-${start.slice(0, 10)}` : ''}${isNumbered ? `-${n}` : ''}`
  return withOwnSlug(filled, String(filled.title ?? ''), ending)
}

/** The slug identifies the event when its time changes (decision 8). */
function withKeyAsSlug(values: Values, isRepeated: boolean): Values {
  const { key, slug } = values
  if (key === undefined) return values
  const own = isRepeated && !String(key).includes('{') ? `${key}-{date}` : String(key)
  return { ...values, key: own, slug: slug ?? own }
}

function notDate(start: Json | undefined): InputError {
  const shown = quoted(start ?? '')
  return {
    field: 'start_date',
    value: start,
    text: t('start needs a date such as 2027-03-01 18:00, not {shown}', { shown }),
  }
}

/** An event that ends at a time of day also starts at one. */
function noTimeOfDay(start: string): InputError {
  return {
    field: 'start_date',
    value: start,
    text: t('start {start} has no time of day, but the end does', { start }),
    hint: t('add a start time, or remove the end time for an all-day event'),
  }
}

function unusedMonths(value: Json | undefined): InputError {
  return {
    field: 'skip_months',
    value,
    text: t('skip_months needs repeat'),
  }
}

function wrongRule(repeat: string, text: Text): InputError {
  return { field: 'repeat', value: repeat, text }
}

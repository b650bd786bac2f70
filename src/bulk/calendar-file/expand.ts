// Expands a calendar file into records: applies defaults, flattens category trees, and expands counts and repeats.
import { endAtTime, type EventClock, isInstant, noTimeOfDay, unknownZone, wholeEnd } from '../input/event-dates.ts'
import { type DateContext, recordDate } from '../../base/dates/written-dates.ts'
import { typed_clock } from '../../base/dates/clock-times.ts'
import { dayOf, daysBetween, daysLater, isDay, isDayOrWall } from '../../base/dates/days.ts'
import { endOf, isOfWholeDays } from '../../base/dates/durations.ts'
import { instantOfUtc, wallAt, type WallTime } from '../../base/dates/zoned-time.ts'
import { isObject, type Json } from '../../base/json.ts'
import { t, type Text } from '../../base/text/language.ts'
import { quoted } from '../../base/text/quoted.ts'
import type { Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'
import { resourceNamed, resources } from '../../spec/resources.ts'
import type { InputError, InputItem, InputLocation } from '../input/entry.ts'
import type { ExpandFile } from '../input/formats/formats.ts'
import type { InputSource } from '../input/source.ts'
import { isDates, lastMoment, seriesDatesOf } from '../recurrence/dates.ts'
import { isRule, parseRule, type Rule } from '../recurrence/rule.ts'
import { chooseFields, fillPlaceholders, type RandomSource, withOwnSlug } from './computed-values.ts'
import type { CalendarDocument, DocumentRow, RecognizedFile } from './document.ts'
import { type EventKeys, parseCategory, parseCount, parseEvent } from './schema.ts'

export interface ExpandOptions {
  readonly document: CalendarDocument
  readonly here: EventClock
  readonly random: RandomSource
  /** Only events that start in it become records. */
  readonly window?: RepeatWindow
  /** Called with the slug of each event outside the window. */
  readonly outside?: (slug: string) => void
}

export function* expandCalendar(options: ExpandOptions): Iterable<InputItem> {
  const { document } = options
  for (const { value, line } of document.rows.categories)
    yield* categoryItems(value, { location: { file: document.file, line }, parent: undefined })
  for (const kind of ['tags', 'venues', 'organizers', 'events'] as const)
    for (const row of document.rows[kind]) yield* rowItems(kind, row, options)
}

/** Expands the files that are recognized as calendar files. */
export function expanderOf(
  recognized: (source: InputSource) => Promise<RecognizedFile>,
  { onCalendar, ...options }: Omit<ExpandOptions, 'document'> & { readonly onCalendar?: (file: string) => void },
): ExpandFile {
  return async (source) => {
    const file = await recognized(source)
    if ('records' in file) return file.records
    onCalendar?.(source.name)
    return expandCalendar({ document: file.calendar, ...options })
  }
}

interface CategoryContext {
  readonly location: InputLocation
  /** Key, name or path of the parent category. */
  readonly parent: string | undefined
}

/** A name, `{name: Rock, slug: rock}`, or `Music: [Jazz, Rock]` with its children. */
function* categoryItems(value: Json, { location, parent }: CategoryContext): Iterable<InputItem> {
  const source = { kind: 'categories', location } as const
  const above = parent === undefined ? {} : { parent }
  if (typeof value === 'string')
    return yield { ...source, original: { name: value }, values: { name: value, ...above } }
  if (!isObject(value)) return yield { ...source, original: { value }, errors: [notRecord(value)] }
  const [[first = '', list] = []] = Object.entries(value)
  const isShort = Object.keys(value).length === 1 && (Array.isArray(list) || list === null)
  const record: Values = isShort ? { name: first, children: list } : value
  if (record.disabled === true) return
  const parsed = parseCategory(record)
  if ('errors' in parsed) return yield { ...source, original: record, errors: parsed.errors }
  const { children, disabled: _, ...own } = parsed.values
  yield { ...source, original: own, values: { ...own, ...above } }
  const path = parent === undefined ? String(own.key ?? own.name) : `${parent} > ${own.name}`
  for (const child of children ?? []) yield* categoryItems(child, { location, parent: path })
}

/** The records of a row: `count` of them, numbered by `{n}`. */
function* rowItems(kind: Exclude<Plural, 'categories'>, row: DocumentRow, options: ExpandOptions): Iterable<InputItem> {
  const { document, here, random, window = {}, outside } = options
  const { name } = resources[kind]
  const value: Json = typeof row.value === 'string' ? { [name]: row.value } : row.value
  const source = { kind, location: { file: document.file, line: row.line } }
  if (!isObject(value)) return yield { ...source, original: { value }, errors: [notRecord(value)] }
  const record = { ...defaultsFor(kind, value, document), ...value }
  if (record.disabled === true) return
  const parsed = parseCount(record)
  if ('errors' in parsed) return yield { ...source, original: value, errors: parsed.errors }
  const { count = 1, disabled: _, ...fields } = parsed.values
  const isNumbered = value.count !== undefined
  for (let n = 1; n <= count; n++) {
    const chosen = withNumberedKey(chooseFields(fields, random), isNumbered)
    if (kind === 'events')
      yield* eventItems(chosen, { n, location: source.location, document, here, window, outside, isNumbered })
    else
      yield {
        ...source,
        original: value,
        values: withOwnSlug(
          fillPlaceholders(chosen, { n, language: document.language }),
          String(chosen[name] ?? ''),
          isNumbered ? `-${n}` : '',
        ),
      }
  }
}

/** The records of one row need different keys. */
function withNumberedKey(values: Values, isNumbered: boolean): Values {
  const { key } = values
  return !isNumbered || key === undefined || String(key).includes('{n}') ? values : { ...values, key: `${key}-{n}` }
}

/**
 * The defaults under the name of the kind, and for events also those at the top level. A default duration does not
 * apply to an event with its own end.
 */
function defaultsFor(kind: Plural, value: Values, { defaults }: CalendarDocument): Values {
  const own = defaults[kind] ?? defaults[resources[kind].singular]
  const common =
    kind === 'events'
      ? Object.entries(defaults).filter(([name, one]) => resourceNamed(name) === undefined || !isObject(one))
      : []
  const { duration, ...rest } = { ...Object.fromEntries(common), ...(isObject(own) ? own : {}) }
  return duration === undefined || value.end !== undefined || value.end_date !== undefined
    ? rest
    : { ...rest, duration }
}

function notRecord(value: Json | undefined): InputError {
  return { value, text: t('not a record: {value}', { value: String(value) }) }
}

export interface EventContext {
  /** The number of this record within its row, from 1. */
  readonly n: number
  /** Whether the row has a `count`. */
  readonly isNumbered: boolean
  readonly location: InputLocation
  readonly document: CalendarDocument
  readonly here: EventClock
  readonly window: RepeatWindow
  readonly outside: ((slug: string) => void) | undefined
}

function* eventItems(values: Values, context: EventContext): Iterable<InputItem> {
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
  const zone = event.timezone ?? document.timezone
  const here = zone === undefined ? context.here : { now: context.here.now, zone }
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

/** All starts of the row, also those before the window: `{n}` counts from the first, independent of `--from`. */
function scheduleOf(event: EventKeys, here: EventClock, { until }: RepeatWindow): Schedule | InputError {
  const { repeat, duration, all_day } = event
  const [start, end] = [event.start ?? event.start_date, event.end ?? event.end_date]
  if (here.zone_assumed && isInstant(start)) return unknownZone('start', start)
  if (here.zone_assumed && isInstant(end)) return unknownZone('end', end)
  const first = dateIn(String(start ?? ''), here)
  if (!isDayOrWall(first)) return notDate(start)
  const whole = all_day === true || (all_day === undefined && isDay(first))
  const schedule = { first, end: end === undefined ? undefined : String(end), duration, whole }
  if (all_day === undefined && isDay(first) && (hasTime(schedule.end, here) || !isOfWholeDays(duration)))
    return noTimeOfDay('start', first)
  if (repeat === undefined)
    return [event.skip_months ?? []].flat().length > 0
      ? unusedMonths(event.skip_months)
      : { ...schedule, starts: [first] }
  const starts = datesOfRepeat(repeat, event, { start: whole ? first.slice(0, 10) : first, here, until })
  return 'en' in starts ? wrongRule(repeat, starts) : { ...schedule, starts }
}

function hasTime(end: string | undefined, here: DateContext): boolean {
  return end !== undefined && (/^\d{1,2}:\d\d/.test(end) || !isDay(dateIn(end, here)))
}

/** A day or a wall time; text that is none, or that may mean two days, is returned unchanged. */
function dateIn(text: string, here: DateContext): string {
  const date = recordDate(text, { here })
  return typeof date === 'string' ? date : text
}

function datesIn(value: EventKeys['except'], here: DateContext): readonly string[] {
  return [value ?? []].flat().map((date) => dateIn(String(date), here))
}

/** From the duration, a time of the same day or night, or as many days after the start as at the first event. */
function endAt(start: string, { first, end, duration, whole }: Schedule, here: DateContext): string {
  if (duration !== undefined) return endOf({ start, duration, all_day: whole, zone: here.zone })
  if (end === undefined) return start
  const clock = typed_clock.endOf(end)
  if (clock !== undefined) return endAtTime(start, clock, whole)
  const last = dateIn(whole ? wholeEnd(end) : end, here)
  if (start === first || !isDayOrWall(last)) return last
  return `${daysLater(dayOf(start), daysBetween(dayOf(first), dayOf(last)))}${last.slice(10)}`
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

/** `--from` and `--until` of `cal apply`: only events that start between them are created or changed. */
export interface RepeatWindow {
  readonly from?: WallTime | undefined
  readonly until?: WallTime | undefined
}

/** Whether a start, with or without a time, is in the window. */
export function isInWindow(start: string, { from, until }: RepeatWindow): boolean {
  const wall = start.length === 10 ? `${start} 00:00:00` : start
  return (from === undefined || wall >= from) && (until === undefined || wall <= until)
}

/** The starts in chronological order, or the error in the rule. */
function datesOfRepeat(
  text: string,
  { except, also, skip_months }: EventKeys,
  { start, here, until }: { readonly start: string; readonly here: DateContext; readonly until: WallTime | undefined },
): readonly string[] | Text {
  const whole = isDay(start)
  const rule = parseRule(text.replace(/^RRULE:/i, ''))
  if (!isRule(rule)) return t('repeat "{text}": {rule}', { text, rule })
  if (rule.count === undefined && rule.until === undefined && until === undefined)
    return t('repeat "{text}" never ends: add UNTIL or COUNT, or use --until', { text })
  if (whole && ['HOURLY', 'MINUTELY', 'SECONDLY'].includes(rule.freq))
    return t('repeat "{text}" needs a start with a time', { text })
  const found = seriesDatesOf({
    rule,
    start: whole ? `${start} 00:00:00` : start,
    all_day: whole,
    from: '0001-01-01 00:00:00',
    to: until ?? '9999-12-31 23:59:59',
    until: untilOf(rule, { whole, zone: here.zone }),
    counts_start: false,
    isOnClock: () => true,
  })
  if (!isDates(found)) return t('repeat "{text}": {found}', { text, found })
  const [excepted, others] = [datesIn(except, here), datesIn(also, here)]
  const unread = [...excepted, ...others].find((date) => !isDayOrWall(date))
  if (unread !== undefined)
    return t('except and also need dates such as 2027-03-01, not {shown}', { shown: quoted(unread) })
  const out = new Set(excepted.map((date) => date.slice(0, 16)))
  const skipped = [skip_months ?? []].flat()
  const dates = found.walls.map((wall) => (whole ? wall.slice(0, 10) : wall))
  const included = dates.filter(
    (date) => !out.has(date.slice(0, 10)) && !out.has(date.slice(0, 16)) && !skipped.includes(Number(date.slice(5, 7))),
  )
  const added = others
    .map((date) => (isDay(date) && !whole ? `${date} ${start.slice(11)}` : date))
    .filter((date) => isInWindow(date, { until }))
  return [...new Set([...included, ...added])].sort()
}

/** A day without a time includes the whole day. */
function untilOf(
  { until }: Rule,
  { whole, zone }: { readonly whole: boolean; readonly zone: string },
): WallTime | undefined {
  if (!until) return undefined
  const at = until.utc ? wallAt(instantOfUtc(until.at), zone) : until.at
  return lastMoment(whole ? at.slice(0, 10) : at)
}

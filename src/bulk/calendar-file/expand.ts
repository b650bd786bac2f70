// Expands a calendar file into records: applies defaults, flattens category trees, and expands counts and repeats.
import { datesOf, type EventClock, oneDate, type WrittenDates } from '../input/event-dates.ts'
import { convertedFields } from '../input/parse-entry.ts'
import type { DateContext } from '../../base/dates/written-dates.ts'
import { dayOf, isDay, isDayOrWall, isWall } from '../../base/dates/days.ts'
import { fixedOffset, instantOfUtc, offsetText, wallAt, type WallTime } from '../../base/dates/zoned-time.ts'
import { isObject, type Json } from '../../base/json.ts'
import { t, type Text, warningText } from '../../base/text/language.ts'
import { quoted } from '../../base/text/quoted.ts'
import type { Plural } from '../../spec/model.ts'
import { movedDates } from '../../spec/moved-events.ts'
import type { Values } from '../../spec/read.ts'
import { resourceNamed, resources } from '../../spec/resources.ts'
import { type InputError, type InputItem, type InputLocation, locationText } from '../input/entry.ts'
import type { ExpandFile } from '../input/formats/formats.ts'
import type { InputSource } from '../input/source.ts'
import { isDates, lastMoment, seriesDatesOf } from '../recurrence/dates.ts'
import { isRule, parseRule, type Rule } from '../recurrence/rule.ts'
import { chooseFields, fillPlaceholders, type RandomSource, withOwnSlug } from './computed-values.ts'
import type { CalendarDocument, DocumentRow, RecognizedFile } from './document.ts'
import { category_schema, count_schema, event_schema, type EventKeys, parsedBy } from './schema.ts'

export interface ExpandOptions {
  readonly document: CalendarDocument
  readonly here: EventClock
  readonly random: RandomSource
  readonly note: (text: Text) => void
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
  const parsed = parsedBy(category_schema, record)
  if ('errors' in parsed) return yield { ...source, original: record, errors: parsed.errors }
  const { children, disabled: _, ...own } = parsed.values
  yield { ...source, original: own, values: { ...own, ...above } }
  const path = parent === undefined ? String(own.key ?? own.name) : `${parent} > ${own.name}`
  for (const child of children ?? []) yield* categoryItems(child, { location, parent: path })
}

/** The records of a row: `count` of them, numbered by `{n}`. */
function* rowItems(kind: Exclude<Plural, 'categories'>, row: DocumentRow, options: ExpandOptions): Iterable<InputItem> {
  const { document, random } = options
  const { name } = resources[kind]
  const value: Json = typeof row.value === 'string' ? { [name]: row.value } : row.value
  const source = { kind, location: { file: document.file, line: row.line } }
  if (!isObject(value)) return yield { ...source, original: { value }, errors: [notRecord(value)] }
  const record = { ...defaultsFor(kind, value, document), ...value }
  if (record.disabled === true) return
  const parsed = parsedBy(count_schema, record)
  if ('errors' in parsed) return yield { ...source, original: value, errors: parsed.errors }
  const { count = 1, disabled: _, ...fields } = parsed.values
  const isNumbered = value.count !== undefined
  for (let n = 1; n <= count; n++) {
    const chosen = withNumberedKey(chooseFields(fields, random), isNumbered)
    if (kind === 'events') yield* eventItems(chosen, { ...options, n, location: source.location, isNumbered })
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

interface EventContext extends ExpandOptions {
  /** The number of this record within its row, from 1. */
  readonly n: number
  /** Whether the row has a `count`. */
  readonly isNumbered: boolean
  readonly location: InputLocation
}

function* eventItems(values: Values, context: EventContext): Iterable<InputItem> {
  const { location, document, here, window = {}, outside } = context
  const source = { kind: 'events', location, original: values } as const
  const parsed = parsedBy(event_schema, values)
  if ('errors' in parsed) return yield { ...source, errors: parsed.errors }
  const event = parsed.values
  const row = rowOf(event, document)
  const called = (field: string) => (Object.hasOwn(event, field) ? field : field.replace(/_date$/, ''))
  const rules = { here, note: () => {}, called }
  const { written, errors } = datesOf(convertedFields('events', row), event.duration, rules)
  if (errors.length > 0) return yield { ...source, errors }
  const unmatched = (days: string) =>
    context.note(
      warningText('{location}: the series has no date on these days of except: {days}', {
        location: locationText(location),
        days,
      }),
    )
  const starts = startsOf(event, written, { now: here.now, until: window.until, unmatched })
  if ('text' in starts) return yield { ...source, errors: [starts] }
  const isNamed = (row.timezone ?? '') !== ''
  for (const [i, start] of starts.entries()) {
    const moved = start === written.start ? {} : datesAt(start, written, event.duration)
    const dates = isNamed || written.zone === here.zone ? moved : withOffset(moved, written.zone)
    const record = recordOf(event, { ...row, ...dates }, { ...context, start, i })
    if (isInWindow(start, window)) yield { ...source, values: record }
    else if (typeof record.slug === 'string') outside?.(record.slug)
  }
}

/** The wall times with the offset of the first start, on whose clock the series goes on. */
function withOffset(dates: Values, zone: string): Values {
  const offset = offsetText(fixedOffset(zone) ?? 0)
  return Object.fromEntries(
    Object.entries(dates).map(([name, date]) => [name, isWall(date) ? `${date}${offset}` : date]),
  )
}

/** The fields of the interface, with the dates as they are written. */
function rowOf(event: EventKeys, document: CalendarDocument): Values {
  const { repeat: _r, except: _e, also: _a, skip_months: _s, start, end, ...fields } = event
  const timezone = event.timezone ?? document.timezone
  const [start_date, end_date] = [start ?? event.start_date, end ?? event.end_date]
  return { ...fields, start_date, end_date, ...(timezone === undefined ? {} : { timezone }) }
}

/** The dates of another event of the series: the first one moves there, but a duration counts from each start. */
function datesAt(start: string, { start: first = '', end = first, ...clock }: WrittenDates, duration?: string): Values {
  const { whole: all_day } = clock
  const timed = all_day ? {} : { all_day }
  if (duration !== undefined) return { start_date: start, end_date: undefined, ...timed }
  const [start_date, end_date] = [wallOfDate(first), wallOfDate(end)]
  const moved = movedDates({ start_date, end_date, all_day, timezone: clock.zone }, { to: start })
  const { problem } = moved ?? {}
  // An end that clocks skip stays as it is, to be noted like that of the first event.
  const skipped = problem?.problem === 'skipped' && problem.at !== start ? problem.at : undefined
  const last = skipped ?? moved?.end_date
  return { start_date: start, end_date: all_day && last ? dayOf(last) : last, ...timed }
}

/** A day as its midnight. */
function wallOfDate(date: string): WallTime {
  return isDay(date) ? `${date} 00:00:00` : date
}

interface Occurrence extends EventContext {
  readonly start: string
  /** Its index in the series, from 0. */
  readonly i: number
}

/** With placeholders filled in. Without an end and a duration, an event ends when it starts. */
function recordOf(event: EventKeys, dated: Values, { start, i, n, isNumbered, document }: Occurrence): Values {
  const isRepeated = event.repeat !== undefined
  const isOpen = event.duration === undefined && dated.end_date === undefined
  const values = isOpen ? { ...dated, end_date: dated.start_date } : dated
  const filled = fillPlaceholders(withKeyAsSlug(values, isRepeated), {
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

interface SeriesBounds {
  readonly now: number
  readonly until: WallTime | undefined
  /** Called with the exceptions on days without a date of the series. */
  readonly unmatched: (days: string) => void
}

/** All starts in chronological order, also those before the window: `{n}` counts from the first. */
function startsOf(event: EventKeys, written: WrittenDates, bounds: SeriesBounds): readonly string[] | InputError {
  const { repeat, skip_months } = event
  const { start } = written
  if (start === undefined)
    return {
      field: 'start_date',
      text: t('{name} is missing', { name: 'start' }),
      hint: t('add a date such as 2027-03-01 18:00'),
    }
  if (repeat === undefined)
    return [skip_months ?? []].flat().length > 0
      ? { field: 'skip_months', value: skip_months, text: t('skip_months needs repeat') }
      : [start]
  const starts = datesOfRepeat(repeat, event, { ...written, ...bounds, start })
  return 'en' in starts ? { field: 'repeat', value: repeat, text: starts } : starts
}

interface Repeat extends SeriesBounds, Omit<WrittenDates, 'start' | 'end'> {
  readonly start: string
}

/** The starts in chronological order, or the error in the rule. */
function datesOfRepeat(
  text: string,
  { except, also, skip_months }: EventKeys,
  { start, whole, zone, now, until, unmatched }: Repeat,
): readonly string[] | Text {
  const rule = parseRule(text.replace(/^RRULE:/i, ''))
  if (!isRule(rule)) return t('repeat "{text}": {rule}', { text, rule })
  if (rule.count === undefined && rule.until === undefined && until === undefined)
    return t('repeat "{text}" never ends: add UNTIL or COUNT, or use --until', { text })
  if (whole && ['HOURLY', 'MINUTELY', 'SECONDLY'].includes(rule.freq))
    return t('repeat "{text}" needs a start with a time', { text })
  const found = seriesDatesOf({
    rule,
    start: wallOfDate(start),
    all_day: whole,
    from: '0001-01-01 00:00:00',
    to: until ?? '9999-12-31 23:59:59',
    until: untilOf(rule, { whole, zone }),
    counts_start: false,
    isOnClock: () => true,
  })
  if (!isDates(found)) return t('repeat "{text}": {found}', { text, found })
  const [excepted, others] = [datesIn(except, { now, zone }), datesIn(also, { now, zone })]
  const unread = [...excepted, ...others].find((date) => !isDayOrWall(date))
  if (unread !== undefined)
    return t('except and also need dates such as 2027-03-01, not {shown}', { shown: quoted(unread) })
  const dates = found.walls.map((wall) => (whole ? wall.slice(0, 10) : wall))
  const out = new Set(excepted.map((date) => date.slice(0, whole ? 10 : 16)))
  const days = new Map(dates.map((date) => [date.slice(0, 10), date.slice(11, 16)]))
  const moments = new Set(dates.map((date) => date.slice(0, 16)))
  const missed = [...out].find((date) => date.length > 10 && !moments.has(date) && days.has(dayOf(date)))
  if (missed !== undefined)
    return t('except {shown}: that day, the series starts at {time}', {
      shown: quoted(missed),
      time: days.get(dayOf(missed)) ?? '',
    })
  const unused = [...out].filter((date) => !days.has(dayOf(date)) && isInWindow(date, { until }))
  if (unused.length > 0) unmatched(unused.join(', '))
  const skipped = [skip_months ?? []].flat()
  const included = dates.filter(
    (date) => !out.has(date.slice(0, 10)) && !out.has(date.slice(0, 16)) && !skipped.includes(Number(date.slice(5, 7))),
  )
  const added = others
    .map((date) => (whole ? date.slice(0, 10) : isDay(date) ? `${date} ${start.slice(11)}` : date))
    .filter((date) => isInWindow(date, { until }))
  return [...new Set([...included, ...added])].sort()
}

/** Days or wall times; text that is no date, or that may mean two days, is returned unchanged. */
function datesIn(dates: EventKeys['except'], here: DateContext): readonly string[] {
  return [dates ?? []].flat().map((date) => oneDate('except', date, { here })?.text ?? String(date))
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

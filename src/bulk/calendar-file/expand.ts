// A calendar file as the records it stands for: defaults filled in, trees laid out, repeats and counts expanded.
import { isDay } from '../../base/dates/days.ts'
import { day_ms } from '../../base/dates/zoned-time.ts'
import { durationOf, endOf } from '../../base/dates/durations.ts'
import { isObject } from '../../base/json.ts'
import type { Text } from '../../base/text/language.ts'
import { type DateContext, parseDate, timeOf } from '../../base/dates/date-parser.ts'
import { slugWordsOf } from '../matching/keys.ts'
import type { Plural } from '../../spec/model.ts'
import { resourceNamed, resources } from '../../spec/resources.ts'
import type { Values } from '../../spec/read.ts'
import type { InputError, InputItem } from '../input/entry.ts'
import { type RandomSource, chooseFrom } from './seeded-choice.ts'
import type { CalendarDocument, DocumentRow } from './document.ts'
import { type PatternValues, fillPattern } from './pattern.ts'
import { datesOfRepeat, isInWindow, type RepeatWindow } from './repeat.ts'

export interface ExpandOptions {
  readonly document: CalendarDocument
  readonly here: DateContext
  readonly chance: RandomSource
  /** Only events that start in it become records. */
  readonly window?: RepeatWindow
  /** Told of the slug of each event outside the window. */
  readonly outside?: (slug: string) => void
}

export function* expandCalendar(expanding: ExpandOptions): Iterable<InputItem> {
  const { document } = expanding
  for (const row of document.rows.categories) yield* categoryItems(row, undefined, document)
  for (const kind of ['tags', 'venues', 'organizers'] as const) {
    for (const row of document.rows[kind]) yield* countedItems(kind, row, expanding)
  }
  for (const row of document.rows.events) yield* countedItems('events', row, expanding)
}

/** `Music: [Jazz, {name: Rock, slug: rock}]` or plain names; children lie below. */
function* categoryItems(
  { value, line }: DocumentRow,
  parent: string | undefined,
  document: CalendarDocument,
): Iterable<InputItem> {
  const place = { file: document.file, line }
  const below = parent === undefined ? {} : { parent }
  if (typeof value === 'string')
    return yield { kind: 'categories', place, original: { name: value }, values: { name: value, ...below } }
  if (!isObject(value))
    return yield { kind: 'categories', place, original: { value }, flaws: [{ value, text: notRecord(value) }] }
  const [[first = '', list] = []] = Object.entries(value)
  const nested = Object.keys(value).length === 1 && (Array.isArray(list) || list === null)
  const { children, disabled, ...own }: Record<string, unknown> = nested ? { name: first, children: list } : value
  if (disabled === true) return
  if (isNoSwitch(disabled)) return yield { kind: 'categories', place, original: own, flaws: [noSwitch(disabled)] }
  yield { kind: 'categories', place, original: own, values: { ...own, ...below } }
  const path = parent === undefined ? String(own.key ?? own.name) : `${parent} > ${own.name}`
  for (const child of Array.isArray(children) ? children : [])
    yield* categoryItems({ value: child, line }, path, document)
}

function* countedItems(
  kind: Exclude<Plural, 'categories'>,
  row: DocumentRow,
  expanding: ExpandOptions,
): Iterable<InputItem> {
  const { document, here, chance, window = {}, outside } = expanding
  const value = typeof row.value === 'string' ? { [resources[kind].name]: row.value } : row.value
  const place = { file: document.file, line: row.line }
  if (!isObject(value)) return yield { kind, place, original: { value }, flaws: [{ value, text: notRecord(value) }] }
  const { count = 1, disabled, ...rest } = { ...defaultsFor(kind, value, document), ...value }
  if (disabled === true) return
  if (isNoSwitch(disabled)) return yield { kind, place, original: value, flaws: [noSwitch(disabled)] }
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 0)
    return yield {
      kind,
      place,
      original: value,
      flaws: [
        {
          field: 'count',
          value: count,
          text: {
            en: `count needs a whole number, not "${count}"`,
            de: `count braucht eine ganze Zahl, nicht „${count}“`,
          },
        },
      ],
    }
  for (let n = 1; n <= count; n++) {
    const one = chooseFrom(rest, chance) as Values
    const keyed =
      value.count === undefined || one.key === undefined || String(one.key).includes('{n}')
        ? one
        : { ...one, key: `${one.key}-{n}` }
    if (kind === 'events')
      yield* eventItems(keyed, {
        n,
        place,
        document,
        here: { ...here, zone: zoneOf(keyed, document, here) },
        window,
        outside,
        several: value.count !== undefined,
      })
    else
      yield {
        kind,
        place,
        original: value,
        values: withOwnSlug(
          withPlaces(keyed, { n, language: document.language }),
          String(keyed[resources[kind].name] ?? ''),
          value.count === undefined ? '' : `-${n}`,
        ),
      }
  }
}

interface At {
  readonly n: number
  readonly place: InputItem['place']
  readonly document: CalendarDocument
  readonly here: DateContext
  readonly window: RepeatWindow
  readonly outside: ExpandOptions['outside']
  /** Whether the row stands for a number of events. */
  readonly several: boolean
}

/** `start` and `end` are short for the dates; `repeat`, `except`, `also`, `skip_months` and `duration` are ours. */
function* eventItems(values: Values, { n, place, document, here, window, outside, several }: At): Iterable<InputItem> {
  const {
    repeat,
    except,
    also,
    skip_months,
    duration,
    start = values.start_date,
    end = values.end_date,
    start_date: _s,
    end_date: _e,
    ...rest
  } = values
  const flaw = (problem: InputError): InputItem => ({ kind: 'events', place, original: values, flaws: [problem] })
  const first = parseDate(String(start ?? ''), here)
  if (!isDay(first) && !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(first))
    return yield flaw({
      field: 'start_date',
      value: start,
      text: {
        en: `start needs a date such as 2027-03-01 18:00, not "${start ?? ''}"`,
        de: `start braucht ein Datum wie 2027-03-01 18:00, nicht „${start ?? ''}“`,
      },
    })
  const whole = rest.all_day === true || (rest.all_day === undefined && isDay(first))
  if (rest.all_day === undefined && isDay(first) && (hasTime(end, here) || isPartOfDay(duration)))
    return yield flaw(noTimeOfDay(first))
  const skipped = monthsIn(skip_months)
  if (!skipped || (repeat === undefined && skipped.length > 0)) return yield flaw(wrongMonths(skip_months, repeat))
  const starts =
    repeat === undefined
      ? [first]
      : datesOfRepeat({
          rule: String(repeat),
          start: whole ? first.slice(0, 10) : first,
          zone: here.zone,
          except: datesIn(except, here),
          also: datesIn(also, here),
          skip_months: skipped,
          // Counted from the first: {n} says the same whatever --from leaves out.
          window: window.until === undefined ? {} : { until: window.until },
        })
  if ('en' in starts) return yield flaw({ field: 'repeat', value: repeat, text: starts })
  for (const [i, one] of starts.entries()) {
    const length = lengthOf({ start: one, first, end, duration, whole, here })
    if (typeof length !== 'string') return yield flaw(length)
    const timezone = rest.timezone ?? document.timezone
    const dated = {
      ...rest,
      ...(whole ? { all_day: true } : {}),
      start_date: one,
      end_date: length,
      ...(timezone === undefined ? {} : { timezone }),
    }
    const filled = withPlaces(withSlug(dated, repeat !== undefined), {
      n: repeat === undefined ? n : i + 1,
      start: one,
      language: document.language,
    })
    const item = withOwnSlug(
      filled,
      String(filled.title ?? ''),
      `${repeat === undefined ? '' : `-${one.slice(0, 10)}`}${several ? `-${n}` : ''}`,
    )
    if (isInWindow(one, window)) yield { kind: 'events', place, original: values, values: item }
    else if (typeof item.slug === 'string') outside?.(item.slug)
  }
}

function hasTime(end: unknown, here: DateContext): boolean {
  return end !== undefined && (/^\d{1,2}:\d\d/.test(String(end)) || !isDay(parseDate(String(end), here)))
}

function isPartOfDay(duration: unknown): boolean {
  return (durationOf(String(duration ?? '')) ?? 0) % day_ms !== 0
}

/** An event that ends at a time of day starts at one, too. */
function noTimeOfDay(start: string): InputError {
  return {
    field: 'start_date',
    value: start,
    text: {
      en: `start ${start} has no time of day, but the end has`,
      de: `start ${start} hat keine Uhrzeit, das Ende aber schon`,
    },
    hint: {
      en: 'add the time of the start, or leave out that of the end for a whole day',
      de: 'die Uhrzeit des Beginns ergänzen, oder die des Endes weglassen: ein ganzer Tag',
    },
  }
}

interface Length {
  readonly start: string
  readonly first: string
  readonly end: unknown
  readonly duration: unknown
  readonly whole: boolean
  readonly here: DateContext
}

/** The end: so long after the start, at a time of the same day, or as far from it as the first one's. */
function lengthOf({ start, first, end, duration, whole, here }: Length): string | InputError {
  if (duration !== undefined) {
    if (!durationOf(String(duration)))
      return {
        field: 'duration',
        value: duration,
        text: {
          en: `duration needs a length of time such as 90m, 1h30m or 2d, not "${duration}"`,
          de: `duration braucht eine Dauer wie 90m, 1h30m oder 2d, nicht „${duration}“`,
        },
      }
    return endOf({ start, duration: String(duration), all_day: whole, zone: here.zone })
  }
  if (end === undefined) return start
  const clock = timeOf(String(end).trim().toLowerCase())
  if (clock !== undefined) return `${start.slice(0, 10)} ${clock}`
  const last = parseDate(String(end), here)
  return start === first ? last : last.replace(/^\S+/, start.slice(0, 10))
}

function datesIn(value: unknown, here: DateContext): readonly string[] {
  return [value ?? []].flat().map((date) => parseDate(String(date), here))
}

/** `8`, `[7, 8]`; undefined for what is no month. */
function monthsIn(value: unknown): readonly number[] | undefined {
  const months = [value ?? []].flat().map(Number)
  return months.every((month) => Number.isInteger(month) && month >= 1 && month <= 12) ? months : undefined
}

function wrongMonths(value: unknown, repeat: unknown): InputError {
  if (repeat === undefined)
    return { field: 'skip_months', value, text: { en: 'skip_months needs repeat', de: 'skip_months braucht repeat' } }
  const shown = JSON.stringify(value)
  return {
    field: 'skip_months',
    value,
    text: {
      en: `skip_months needs months such as [7, 8], not ${shown}`,
      de: `skip_months braucht Monate wie [7, 8], nicht ${shown}`,
    },
  }
}

function isNoSwitch(disabled: unknown): boolean {
  return disabled !== undefined && disabled !== false
}

function noSwitch(value: unknown): InputError {
  return {
    field: 'disabled',
    value,
    text: {
      en: `disabled is true or false, not "${String(value)}"`,
      de: `disabled ist true oder false, nicht „${String(value)}“`,
    },
  }
}

function zoneOf({ timezone }: Values, document: CalendarDocument, here: DateContext): string {
  return typeof timezone === 'string' ? timezone : (document.timezone ?? here.zone)
}

/**
 * Under a kind's name, or for events at the top of the defaults. A duration that is the default gives way to an end of
 * the event's own.
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

/** What tells the event from others, so that it is found again when its time changes (D-226). */
function withSlug(values: Values, repeated: boolean): Values {
  const { key, slug } = values
  if (key === undefined) return values
  const own = repeated && !String(key).includes('{') ? `${key}-{date}` : String(key)
  return { ...values, key: own, slug: slug ?? own }
}

/** `slug: auto` is made of the title, and of the date where the event is repeated. */
function withOwnSlug(values: Values, title: string, ending: string): Values {
  return values.slug === 'auto' ? { ...values, slug: `${slugWordsOf(title)}${ending}` } : values
}

function withPlaces(values: Values, filling: PatternValues): Values {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, filledValue(value, filling)]))
}

function filledValue(value: unknown, filling: PatternValues): unknown {
  if (typeof value === 'string') return fillPattern(value, filling)
  return Array.isArray(value) ? value.map((item) => filledValue(item, filling)) : value
}

function notRecord(value: unknown): Text {
  return { en: `not a record: ${String(value)}`, de: `kein Eintrag: ${String(value)}` }
}

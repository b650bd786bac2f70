// iCalendar: the events of a file, each occurrence of a series as an event.
import ICAL from 'ical.js'
import { isDay, monthsLater } from '../../../base/dates/days.ts'
import { type Instant, utcWall, type WallTime } from '../../../base/dates/zoned-time.ts'
import { getOrInsert } from '../../../base/collections.ts'
import { itemsOf, type Json } from '../../../base/json.ts'
import { t, type Text } from '../../../base/text/language.ts'
import { isRule, parseRule } from '../../recurrence/rule.ts'
import { type InputBatches, type InputError, type InputItem, locatedText } from '../entry.ts'
import type { InputSource } from '../source.ts'
import {
  type IcsFile,
  isBareDay,
  isTimedDay,
  linesIn,
  readIcsFile,
  rule_property,
  type StoredEvent,
  unsupportedText,
  versionKeyOf,
} from './components.ts'
import { clockOfCalendar } from './event-fields.ts'
import type { IcsReader, OccurrenceBounds } from './occurrences.ts'
import { itemsOfEvent, unreadable, type Version } from './series.ts'

export interface IcsReading {
  /** `--since` and `--until`: only occurrences between them become events. */
  readonly since?: WallTime
  readonly until?: WallTime
  /** A series without an end is taken from one year before this to two years after. */
  readonly now: Instant
  /** Called with a warning for everything that is changed or omitted. `cause`: equal for all warnings of one type. */
  readonly warn: (cause: string, text: Text) => void
}

const months_back = 12
const months_ahead = 24

export async function* readIcs(source: InputSource, reading: IcsReading, isJson: boolean): InputBatches {
  const file = isJson ? await (await import('./calendar-json.ts')).readCalendarJson(source) : await readIcsFile(source)
  yield itemsOfFile(file, source, reading)
}

function* itemsOfFile(file: IcsFile, source: InputSource, reading: IcsReading): Iterable<InputItem> {
  const bounds = boundsOf(reading)
  const readerAt = ({ line, calendar }: StoredEvent): IcsReader => {
    const location = { file: source.name, line }
    const own = file.calendars[calendar] ?? {
      zone: undefined,
      method: undefined,
      zones: new Map(),
      file_zones: new Map(),
    }
    // Each date of a series has the warnings of its event.
    const said = new Set<string>()
    const warn = (cause: string, text: Text) => {
      if (!said.has(text.en)) reading.warn(cause, locatedText(location, text))
      said.add(text.en)
    }
    return { location, calendar: own, bounds, warn }
  }
  warnOfFile(file, source, reading)
  const left = new Map<string, readonly Version[]>()
  for (const [uid, numbers] of file.overrides) {
    const valid: Version[] = []
    for (const n of numbers) {
      const event = file.events.get(n)
      const version = event && (yield* versionIn(event, file, readerAt(event)))
      if (version) valid.push(version)
    }
    left.set(uid, valid)
  }
  for (const event of file.events.values()) {
    if (event.recurrence !== undefined) continue
    const version = yield* versionIn(event, file, readerAt(event))
    if (!version) continue
    yield* itemsOfEvent({ ...version, overrides: left.get(event.uid) ?? [] })
    left.delete(event.uid)
  }
  for (const version of [...left.values()].flat()) yield* itemsOfEvent({ ...version, overrides: [] })
}

/** The event; undefined if there is a newer version, and after an unreadable entry if it has wrong values. */
function* versionIn(event: StoredEvent, file: IcsFile, reader: IcsReader): Generator<InputItem, Version | undefined> {
  if (isOutdated(event, file, reader)) return undefined
  const component = event.jcal && new ICAL.Component([...event.jcal])
  const errors = component ? invalidValuesOf(component, event.text) : [unreadableEvent(event)]
  if (errors.length === 0) {
    warnOfDays(event, reader)
    return component && { component, text: event.text, reader }
  }
  yield unreadable(reader.location, event.text, errors)
  return undefined
}

const rule_hint = t('use a rule such as RRULE:FREQ=WEEKLY;BYDAY=TU;UNTIL=20271231')

/** Usually a text whose further lines do not begin with a space. */
function unreadableEvent({ text, line, of_json }: StoredEvent): InputError {
  const lines = text.split('\r\n')
  const at = lines.findIndex((one) => one !== '' && !/^(?:[ \t]|[\w-]+[;:])/.test(one))
  const broken = lines[at]
  if (broken === undefined) return { text: t('not an iCalendar event') }
  if (of_json)
    return { value: broken, text: t('recurrence "{broken}" is not a rule or date', { broken }), hint: rule_hint }
  return {
    value: broken,
    text: t('line {line} is not a property: "{text}"', { line: line + at, text: broken.slice(0, 60) }),
    hint: t('if it continues the line before, begin it with a space'),
  }
}

function warnOfDays({ text }: StoredEvent, { warn }: IcsReader): void {
  for (const line of linesIn(text)) {
    if (isBareDay(line)) warn('bare_day', t('{line} lacks VALUE=DATE and is read as a date', { line }))
    if (isTimedDay(line)) warn('timed_day', t('{line} has a time despite VALUE=DATE and is read with it', { line }))
  }
}

function boundsOf({ since, until, now }: IcsReading): IcsReader['bounds'] {
  const today = utcWall(now).slice(0, 10)
  const earliest = (days: readonly string[]) => [...days].sort()[0] ?? today
  const back = monthsLater(earliest([today, until?.slice(0, 10) ?? today]), -months_back)
  const ahead = monthsLater([today, since?.slice(0, 10) ?? today].sort().at(-1) ?? today, months_ahead)
  const endless: OccurrenceBounds = { from: since ?? `${back} 00:00:00`, to: until ?? `${ahead} 23:59:59` }
  return { endless, ending: { from: since ?? '0001-01-01 00:00:00', to: until ?? '9999-12-30 23:59:59' } }
}

function warnOfFile({ others, unread, calendars }: IcsFile, source: InputSource, { warn }: IcsReading): void {
  const location = { file: source.name, line: 1 }
  if (others.size > 0) {
    const names = [...others].join(', ')
    warn('others', locatedText(location, t('ignored: {names}; only events are read', { names })))
  }
  if (unread.size > 0) warn('unread', locatedText(location, unsupportedText(unread)))
  for (const calendar of calendars) {
    if (calendar.zone === undefined || clockOfCalendar(calendar)) continue
    const text = t('X-WR-TIMEZONE "{zone}" is not a known time zone and is ignored', { zone: calendar.zone })
    warn(text.en, locatedText(location, text))
  }
}

/** Only the version of an event with the highest SEQUENCE is imported. */
function isOutdated(event: StoredEvent, { newest }: IcsFile, { warn }: IcsReader): boolean {
  const newer = event.uid === '' ? undefined : newest.get(versionKeyOf(event))
  if (!newer || newer.sequence <= event.sequence) return false
  warn('outdated', t('ignored: line {line} has a newer version of this event', { line: newer.line }))
  return true
}

/** Properties with times, and the fields that they set. */
const timed: Readonly<Record<string, string | undefined>> = {
  dtstart: 'start_date',
  dtend: 'end_date',
  'recurrence-id': undefined,
  exdate: undefined,
  rdate: undefined,
}

/** The errors in the times of an event, with each value as the file has it. */
function invalidValuesOf(component: ICAL.Component, text: string): readonly InputError[] {
  const seen = new Map<string, number>()
  const written = new Map<string, readonly string[]>()
  // iCalendar has no offsets, and the library ignores them.
  const has_offsets = offset_form.test(text)
  const isOffset = (asWritten: () => string) => has_offsets && offset_form.test(`:${asWritten()}`)
  return component.getAllProperties().flatMap((property) => {
    const [name = '', , type = '', ...values] = property.toJSON() as readonly [string, object, string, ...Json[]]
    const nth = seen.get(name) ?? 0
    seen.set(name, nth + 1)
    const asWritten = () => getOrInsert(written, name, () => writtenOf(text, name))[nth] ?? ''
    if (Object.hasOwn(timed, name) && (!values.every((value) => isTime(type, value)) || isOffset(asWritten)))
      return [noDate(name, asWritten())]
    if (name === 'duration')
      return values.every((value) => duration.test(String(value))) ? [] : [noDuration(asWritten())]
    if (name === rule_property.rrule || name === rule_property.exrule)
      return ruleErrors(component, name === rule_property.rrule ? 'RRULE' : 'EXRULE', String(values[0] ?? ''))
    return name === 'recurrence-id' ? rangeErrors(property) : []
  })
}

const offset_form = /[:,/]\d{8}T\d{6}[+-]\d/

const clock = /^T([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)Z?$/
/** Limits each unit to a few centuries. */
const duration = /^[+-]?P(?=\w)(\d{1,4}W)?(\d{1,5}D)?(T(?=\d)(\d{1,6}H)?(\d{1,8}M)?(\d{1,9}S)?)?$/

/** A period has an end or a duration, too. */
function isTime(type: string, value: Json | undefined): boolean {
  if (type !== 'period') return isMoment(String(value))
  const [start = '', end = ''] = itemsOf(value).map(String)
  return isMoment(start) && (isMoment(end) || duration.test(end))
}

function isMoment(text: string): boolean {
  return isDay(text.slice(0, 10)) && (text.length === 10 || clock.test(text.slice(10)))
}

/** `THISANDPRIOR` was withdrawn from the standard; there are no others. */
function rangeErrors(property: ICAL.Property): readonly InputError[] {
  const range = property.getFirstParameter('range')
  if (!range || range.toUpperCase() === 'THISANDFUTURE') return []
  return [
    {
      value: range,
      text: t('RECURRENCE-ID: RANGE={range} is not supported', { range }),
    },
  ]
}

function ruleErrors(component: ICAL.Component, line: string, text: string): readonly InputError[] {
  const rule = parseRule(text)
  if (!isRule(rule)) return [noRule(line, text, rule)]
  const isShort = ['HOURLY', 'MINUTELY', 'SECONDLY'].includes(rule.freq)
  const isAllDay = component.getFirstProperty('dtstart')?.type === 'date'
  return isShort && isAllDay
    ? [noRule(line, text, t('FREQ={freq} needs a DTSTART with a time', { freq: rule.freq }))]
    : []
}

/** The unfolded values of all properties of a name, in order. */
function writtenOf(text: string, name: string): readonly string[] {
  const line = new RegExp(`^${name}[^:]*:(.*)$`, 'i')
  return linesIn(text).flatMap((one) => line.exec(one)?.[1]?.trim() ?? [])
}

function noDate(name: string, value: string): InputError {
  const field = timed[name]
  const line = name.toUpperCase()
  return {
    ...(field === undefined ? {} : { field }),
    value,
    text: t('{line}: "{value}" is not a date', { line, value }),
    hint: t('use {line}:20270301T180000 or {line};VALUE=DATE:20270301', { line }),
  }
}

function noDuration(value: string): InputError {
  return {
    field: 'end_date',
    value,
    text: t('DURATION: "{value}" is not a duration', { value }),
    hint: t('use a duration such as DURATION:PT1H30M or DURATION:P1D'),
  }
}

function noRule(line: string, value: string, why: Text): InputError {
  return {
    value,
    text: t('{line} "{value}": {why}', { line, value, why }),
    hint: rule_hint,
  }
}

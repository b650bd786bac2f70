// iCalendar: the events of a file, each occurrence of a series as an event.
import type ICAL from 'ical.js'
import { type Instant, utcWall, type WallTime } from '../../../base/dates/zoned-time.ts'
import { monthsLater } from '../../../base/dates/days.ts'
import type { Text } from '../../../base/text/language.ts'
import type { InputError, InputItem, InputLocation } from '../entry.ts'
import type { InputSource } from '../source.ts'
import {
  icsComponentsOf,
  type IcsOverride,
  type IcsScan,
  icsScanOf,
  versionOf,
  bareDaysIn,
  componentOf,
  unsupportedText,
} from './components.ts'
import { clockOfCalendar } from './event-fields.ts'
import { invalidTextOf, invalidValuesOf } from './invalid-values.ts'
import { itemsOfEvent, type IcsReader } from './series.ts'
import type { OccurrenceBounds } from './occurrences.ts'

export interface IcsReading {
  /** `--since` and `--until`: only occurrences between them become events. */
  readonly since?: WallTime
  readonly until?: WallTime
  /** A series without an end is taken from one year before this to two years after. */
  readonly now: Instant
  /** Called with a warning for everything that is not imported as it is. */
  readonly warn: (warning: Warning) => void
}

export interface Warning {
  readonly location: InputLocation
  /** The same for all warnings of one type. */
  readonly cause: string
  readonly text: Text
}

const months_back = 12
const months_ahead = 24

export async function* readIcs(source: InputSource, reading: IcsReading): AsyncIterable<InputItem> {
  const scan = await icsScanOf(source)
  const bounds = boundsOf(reading)
  const readerAt = (line: number, calendar: number): IcsReader => {
    const location = { file: source.name, line }
    const own = scan.calendars[calendar] ?? { zone: undefined, method: undefined, zones: new Map() }
    return { location, calendar: own, bounds, warn: (cause, text) => reading.warn({ location, cause, text }) }
  }
  warnOfFile(scan, source, reading)
  const left = new Map<string, readonly IcsOverride[]>()
  for (const [uid, overrides] of scan.overrides) {
    const valid: IcsOverride[] = []
    for (const override of overrides) {
      const { component, text, line, calendar } = override
      if (isOutdated(text, line, scan, readerAt(line, calendar))) continue
      if (!(yield* invalid(component, text, readerAt(line, calendar)))) valid.push(override)
    }
    left.set(uid, valid)
  }
  for await (const { text, line, calendar } of icsComponentsOf(source)) {
    const reader = readerAt(line, calendar)
    const component = componentOf(text)
    if (!component) yield unreadable(reader.location, text, [invalidTextOf()])
    else if (!component.getFirstProperty('recurrence-id') && !isOutdated(text, line, scan, reader)) {
      const uid = String(component.getFirstPropertyValue('uid') ?? '')
      if (yield* invalid(component, text, reader)) continue
      yield* itemsOfEvent({ component, text, overrides: left.get(uid) ?? [] }, reader)
      left.delete(uid)
    }
  }
  for (const { component, text, line, calendar } of [...left.values()].flat())
    yield* itemsOfEvent({ component, text, overrides: [] }, readerAt(line, calendar))
}

function boundsOf({ since, until, now }: IcsReading): IcsReader['bounds'] {
  const today = utcWall(now).slice(0, 10)
  const earliest = (days: readonly string[]) => [...days].sort()[0] ?? today
  const back = monthsLater(earliest([today, until?.slice(0, 10) ?? today]), -months_back)
  const ahead = monthsLater([today, since?.slice(0, 10) ?? today].sort().at(-1) ?? today, months_ahead)
  const endless: OccurrenceBounds = { from: since ?? `${back} 00:00:00`, to: until ?? `${ahead} 23:59:59` }
  return { endless, ending: { from: since ?? '0001-01-01 00:00:00', to: until ?? '9999-12-30 23:59:59' } }
}

function warnOfFile({ others, unread, calendars }: IcsScan, source: InputSource, { warn }: IcsReading): void {
  const location = { file: source.name, line: 1 }
  if (others.size > 0) {
    const names = [...others].join(', ')
    warn({
      location,
      cause: 'others',
      text: { en: `left out: ${names}; only events are read`, de: `ausgelassen: ${names}; nur Termine werden gelesen` },
    })
  }
  if (unread.size > 0) warn({ location, cause: 'unread', text: unsupportedText(unread) })
  for (const calendar of calendars) {
    if (calendar.zone === undefined || clockOfCalendar(calendar)) continue
    warn({
      location,
      cause: 'calendar_zone',
      text: {
        en: `X-WR-TIMEZONE "${calendar.zone}" is no known zone and is ignored`,
        de: `X-WR-TIMEZONE „${calendar.zone}“ ist keine bekannte Zone und wird übergangen`,
      },
    })
  }
}

/** Only the version of an event with the highest SEQUENCE is imported. */
function isOutdated(text: string, line: number, { newest }: IcsScan, { warn }: IcsReader): boolean {
  if (newest.size === 0) return false
  const { key, sequence } = versionOf(text)
  const version = key === undefined ? undefined : newest.get(key)
  if (!version || version.sequence <= sequence || version.line === line) return false
  warn('outdated', {
    en: `left out: line ${version.line} has a newer version of this event`,
    de: `ausgelassen: Zeile ${version.line} enthält eine neuere Fassung dieses Termins`,
  })
  return true
}

/** Yields the event as an unreadable entry if its values are wrong, and returns whether they are. */
function* invalid(
  component: ICAL.Component,
  text: string,
  { location, warn }: IcsReader,
): Generator<InputItem, boolean> {
  const errors = invalidValuesOf(component, text)
  if (errors.length > 0) yield unreadable(location, text, errors)
  for (const line of errors.length > 0 ? [] : bareDaysIn(text)) {
    warn('bare_day', {
      en: `${line} lacks VALUE=DATE and is read as a day`,
      de: `${line}: VALUE=DATE fehlt; als Tag gelesen`,
    })
  }
  return errors.length > 0
}

function unreadable(location: InputLocation, original: string, errors: readonly InputError[]): InputItem {
  return { kind: 'events', location, original, errors }
}

// iCalendar: events one after another, repeated ones as the single events they stand for.
import type ICAL from 'ical.js'
import { instantOfUtc, utcWall, type Wall } from '../../base/datetime.ts'
import type { Item, Place } from '../entry.ts'
import type { Source } from '../source.ts'
import { blocksOf, componentOf, type Override, surveyOf } from './ics-blocks.ts'
import { datesOf, fieldsOf, type Span, spanOf, timeNamed } from './ics-event.ts'
import { flawOfText, flawsOf } from './ics-flaws.ts'
import { startsOf } from './ics-occurrences.ts'
import { wallIn, type Zones } from './ics-zones.ts'

export interface IcsReading {
  /** Repeated events are expanded up to here. */
  readonly until: Wall
}

export async function* readIcs(source: Source, { until }: IcsReading): AsyncIterable<Item> {
  const survey = await surveyOf(source)
  const zones: Zones = { calendar: survey.calendar_zone, by_tzid: survey.zones }
  const left = new Map<string, readonly Override[]>()
  for (const [uid, overrides] of survey.overrides) {
    const sound: Override[] = []
    for (const override of overrides) {
      const { component, text, line } = override
      if (!(yield* flawed(component, { text, place: { file: source.name, line } }))) sound.push(override)
    }
    left.set(uid, sound)
  }
  for await (const { text, line } of blocksOf(source)) {
    const place = { file: source.name, line }
    const component = componentOf(text)
    if (!component) yield { kind: 'events', place, original: text, flaws: [flawOfText(text)] }
    else if (!component.getFirstProperty('recurrence-id')) {
      const uid = uidOf(component)
      if (yield* flawed(component, { text, place })) continue
      yield* itemsOf({ component, text, place, zones, until, overrides: left.get(uid) ?? [] })
      left.delete(uid)
    }
  }
  for (const { component, text, line } of [...left.values()].flat()) {
    yield* itemsOf({ component, text, place: { file: source.name, line }, zones, until, overrides: [] })
  }
}

/** The event as one that cannot be read, where its times are wrong; returns whether they are. */
function* flawed(component: ICAL.Component, { text, place }: { readonly text: string; readonly place: Place }): Generator<Item, boolean> {
  const flaws = flawsOf(component, text)
  if (flaws.length > 0) yield { kind: 'events', place, original: text, flaws }
  return flaws.length > 0
}

interface Master {
  readonly component: ICAL.Component
  readonly text: string
  readonly place: Place
  readonly zones: Zones
  readonly until: Wall
  readonly overrides: readonly { readonly component: ICAL.Component; readonly text: string }[]
}

function* itemsOf({ component, text, place, zones, until, overrides }: Master): Iterable<Item> {
  const span = spanOf(component, zones)
  if (!span || 'unknown_zone' in span) {
    yield { kind: 'events', place, original: text, flaws: [span ? unknownZone(span.unknown_zone) : noStart] }
    return
  }
  const repeats = ['rrule', 'rdate'].some((name) => component.getFirstProperty(name))
  const own = timeNamed(component, 'recurrence-id')
  const starts = repeats ? startsOf({ component, ...span, zones, until }) : [span.start]
  const length_ms = instantOfUtc(span.end) - instantOfUtc(span.start)
  for (const start of starts) {
    const override = overrides.find((one) => startNamed(one.component, span, zones) === start)
    const recurrence = repeats ? start : own && wallIn(own, span.zone, zones)
    const moved: Span = { ...span, start, end: utcWall(instantOfUtc(start) + length_ms) }
    yield override
      ? itemOf({ ...override, fallback: moved, place, zones, key: keyOf(component, recurrence) })
      : { kind: 'events', place, original: text, values: { ...fieldsOf(component), ...datesOf(moved), ...keyOf(component, recurrence) } }
  }
}

function startNamed(component: ICAL.Component, { zone }: Span, zones: Zones): Wall | undefined {
  const named = timeNamed(component, 'recurrence-id')
  return named && wallIn(named, zone, zones)
}

interface Moved {
  readonly component: ICAL.Component
  readonly text: string
  readonly fallback: Span
  readonly place: Place
  readonly zones: Zones
  readonly key: Readonly<Record<string, unknown>>
}

/** One date of a series that was changed by hand. */
function itemOf({ component, text, fallback, place, zones, key }: Moved): Item {
  const span = spanOf(component, zones)
  const known = span && !('unknown_zone' in span) ? span : fallback
  return { kind: 'events', place, original: text, values: { ...fieldsOf(component), ...datesOf(known), ...key } }
}

/** Each date of a series is an event of its own: the series' id with the date it stands for. What `cal` wrote is known by its slug (D-328). */
function keyOf(component: ICAL.Component, recurrence: Wall | undefined): Readonly<Record<string, unknown>> {
  const [uid, slug] = [uidOf(component), component.getFirstPropertyValue('x-cal-slug')]
  if (recurrence === undefined && typeof slug === 'string' && slug !== '') return { slug }
  if (uid === '') return {}
  return { uid: recurrence === undefined ? uid : `${uid}#${recurrence.replace(/\D/g, '')}` }
}

function uidOf(component: ICAL.Component): string {
  return String(component.getFirstPropertyValue('uid') ?? '')
}

const noStart = {
  field: 'start_date', text: { en: 'the event has no DTSTART', de: 'dem Termin fehlt DTSTART' },
  hint: { en: 'add when it starts, such as DTSTART:20270301T180000', de: 'den Beginn ergänzen, etwa DTSTART:20270301T180000' },
} as const

function unknownZone(tzid: string) {
  return {
    field: 'timezone', value: tzid,
    text: { en: `the time zone "${tzid}" is unknown, and the file does not describe it`, de: `die Zeitzone „${tzid}“ ist unbekannt, und die Datei beschreibt sie nicht` },
    hint: { en: 'name a zone such as Europe/Berlin in TZID', de: 'in TZID eine Zone wie Europe/Berlin nennen' },
  }
}

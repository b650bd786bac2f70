// Cuts a calendar file into its events, and finds beforehand what any of them may need: zones, and dates changed by hand.
import ICAL from 'ical.js'
import { Failure } from '../../base/failure.ts'
import { linesOf, type Source } from '../source.ts'
import { isYearly } from './ics-rule.ts'

export interface Block {
  readonly text: string
  readonly line: number
}

export interface Override extends Block {
  readonly component: ICAL.Component
}

export interface Survey {
  readonly calendar_zone: string | undefined
  readonly zones: ReadonlyMap<string, ICAL.Component>
  /** By the series' UID. */
  readonly overrides: ReadonlyMap<string, readonly Override[]>
}

/** The events of a file, each as text. */
export function blocksOf(source: Source): AsyncIterable<Block> {
  return componentsOf(source, 'VEVENT')
}

async function* componentsOf(source: Source, name: string, others?: (line: string) => void): AsyncIterable<Block> {
  let lines: string[] | undefined
  let line = 0
  for await (const { number, text } of linesOf(source)) {
    const word = text.trim().toUpperCase()
    if (!lines && word === `BEGIN:${name}`) [lines, line] = [[], number]
    if (!lines) others?.(text)
    lines?.push(text)
    if (lines && word === `END:${name}`) {
      yield { text: lines.join('\r\n'), line }
      lines = undefined
    }
  }
  if (!lines) return
  throw new Failure('usage', { en: `${source.name}:${line}: this ${name} never ends`, de: `${source.name}:${line}: dieses ${name} endet nicht` })
}

/** One reading of the whole file that keeps only what other parts refer to. */
export async function surveyOf(source: Source): Promise<Survey> {
  const zones = new Map<string, ICAL.Component>()
  const overrides = new Map<string, Override[]>()
  let calendar_zone: string | undefined
  let isCalendar = false
  const others = (text: string) => {
    if (/^BEGIN:VCALENDAR/i.test(text.trim())) isCalendar = true
    calendar_zone ??= /^X-WR-TIMEZONE:(.+)$/i.exec(text)?.[1]?.trim()
  }
  for await (const block of componentsOf(source, 'VEVENT', others)) {
    if (!/^RECURRENCE-ID/im.test(block.text)) continue
    const component = componentOf(block.text)
    const uid = String(component?.getFirstPropertyValue('uid') ?? '')
    if (component) overrides.set(uid, [...(overrides.get(uid) ?? []), { ...block, component }])
  }
  for await (const { text } of componentsOf(source, 'VTIMEZONE')) {
    const component = componentOf(text)
    const tzid = component?.getFirstPropertyValue('tzid')
    if (component && typeof tzid === 'string') zones.set(tzid, withoutFastRules(component))
  }
  if (isCalendar) return { calendar_zone, zones, overrides }
  throw new Failure('usage', { en: `${source.name}: no BEGIN:VCALENDAR in it`, de: `${source.name}: enthält kein BEGIN:VCALENDAR` })
}

/** No clock is changed every second, and going through all of them would never end. */
function withoutFastRules(zone: ICAL.Component): ICAL.Component {
  for (const change of zone.getAllSubcomponents()) {
    for (const rule of change.getAllProperties('rrule')) if (!isYearly(rule.getFirstValue())) change.removeProperty(rule)
  }
  return zone
}

export function componentOf(text: string): ICAL.Component | undefined {
  try {
    return new ICAL.Component(ICAL.parse(text))
  } catch (error) {
    if (error instanceof Error) return undefined
    throw error
  }
}

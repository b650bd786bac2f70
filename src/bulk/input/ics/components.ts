// Cuts a calendar file into its events, and finds beforehand what any of them may need: zones, newer versions, dates
// changed by hand.
import type ICAL from 'ical.js'
import { CalError } from '../../../base/errors.ts'
import { linesOf, type InputSource } from '../source.ts'
import { componentOf, unfolded } from './component-text.ts'
import { countUnsupported } from './unsupported.ts'

export interface IcsComponent {
  readonly text: string
  readonly line: number
  /** Which VCALENDAR of the file it stands in, from 0. */
  readonly calendar: number
}

export interface IcsOverride extends IcsComponent {
  readonly component: ICAL.Component
}

/** What one VCALENDAR says of all its events. */
export interface IcsCalendar {
  /** `X-WR-TIMEZONE` */
  readonly zone: string | undefined
  readonly method: string | undefined
  readonly zones: ReadonlyMap<string, ICAL.Component>
}

export interface IcsScan {
  readonly calendars: readonly IcsCalendar[]
  /** By the series' UID. */
  readonly overrides: ReadonlyMap<string, readonly IcsOverride[]>
  /** The highest SEQUENCE of an event that has several, and its line. */
  readonly newest: ReadonlyMap<string, Version>
  /** Components of other sorts, such as VTODO. */
  readonly others: ReadonlySet<string>
  /** Properties and components of events that become nothing here. */
  readonly unread: ReadonlySet<string>
}

export interface Version {
  readonly sequence: number
  readonly line: number
}

/** The events of a file, each as text. */
export function icsComponentsOf(source: InputSource): AsyncIterable<IcsComponent> {
  return componentsOf(source, ['VEVENT'])
}

interface Found extends IcsComponent {
  readonly name: string
}

async function* componentsOf(
  source: InputSource,
  names: readonly string[],
  others?: (line: string, calendar: number) => void,
): AsyncIterable<Found> {
  let open: { readonly name: string; readonly lines: string[]; readonly line: number } | undefined
  let calendar = -1
  for await (const { number, text } of linesOf(source)) {
    const [, edge = '', name = ''] = /^(BEGIN|END):(\S+)\s*$/i.exec(text)?.map((part) => part.toUpperCase()) ?? []
    if (edge === 'BEGIN' && name === 'VCALENDAR' && !open) calendar++
    if (edge === 'BEGIN' && !open && names.includes(name)) open = { name, lines: [], line: number }
    if (!open) others?.(text, Math.max(calendar, 0))
    open?.lines.push(text)
    if (open && edge === 'END' && name === open.name) {
      yield { name, text: open.lines.join('\r\n'), line: open.line, calendar: Math.max(calendar, 0) }
      open = undefined
    }
  }
  if (!open) return
  throw new CalError('usage', {
    en: `${source.name}:${open.line}: this ${open.name} never ends`,
    de: `${source.name}:${open.line}: dieses ${open.name} endet nicht`,
  })
}

/** One reading of the whole file that keeps only what other parts refer to. */
export async function icsScanOf(source: InputSource): Promise<IcsScan> {
  const calendars: { zone: string | undefined; method: string | undefined; zones: Map<string, ICAL.Component> }[] = []
  const overrides = new Map<string, IcsOverride[]>()
  const newest = new Map<string, Version>()
  const others = new Set<string>()
  const unread = new Set<string>()
  const heading = (text: string, calendar: number) => {
    const line = text.trimEnd()
    if (/^BEGIN:VCALENDAR$/i.test(line)) calendars.push({ zone: undefined, method: undefined, zones: new Map() })
    const own = calendars[calendar]
    if (own) own.zone ??= /^X-WR-TIMEZONE(?:;[^:]*)?:(.+)$/i.exec(line)?.[1]?.trim()
    if (own) own.method ??= /^METHOD:(\w+)$/i.exec(line)?.[1]?.toUpperCase()
    const other = /^BEGIN:(VTODO|VJOURNAL|VFREEBUSY)$/i.exec(line)?.[1]
    if (other !== undefined) others.add(other.toUpperCase())
  }
  for await (const block of componentsOf(source, ['VEVENT', 'VTIMEZONE'], heading)) {
    if (block.name === 'VTIMEZONE') {
      const component = componentOf(block.text)
      const tzid = component?.getFirstPropertyValue('tzid')
      if (component && typeof tzid === 'string') calendars[block.calendar]?.zones.set(tzid, component)
      continue
    }
    countUnsupported(block.text, unread)
    const { key, sequence, recurrence } = versionOf(block.text)
    if (key !== undefined && sequence > (newest.get(key)?.sequence ?? 0))
      newest.set(key, { sequence, line: block.line })
    const component = recurrence === undefined ? undefined : componentOf(block.text)
    if (!component) continue
    const uid = String(component.getFirstPropertyValue('uid') ?? '')
    overrides.set(uid, [...(overrides.get(uid) ?? []), { ...block, component }])
  }
  if (calendars.length > 0) return { calendars, overrides, newest, others, unread }
  throw new CalError('usage', {
    en: `${source.name}: no BEGIN:VCALENDAR in it`,
    de: `${source.name}: enthält kein BEGIN:VCALENDAR`,
  })
}

const version_lines = [
  /^UID(?:;[^:\n]*)?:(.*)$/im,
  /^RECURRENCE-ID(?:;[^:\n]*)?:(.*)$/im,
  /^SEQUENCE(?:;[^:\n]*)?:(.*)$/im,
]

/** What tells the versions of an event from those of others, and from one another. Alarms have a UID of their own. */
export function versionOf(text: string): {
  readonly key: string | undefined
  readonly sequence: number
  readonly recurrence: string | undefined
} {
  const lines = unfolded(text).replace(/^BEGIN:VALARM\s*$[\s\S]*?^END:VALARM\s*$/gim, '')
  const [uid, recurrence, number] = version_lines.map((line) => line.exec(lines)?.[1]?.trim())
  const sequence = Number(number ?? 0)
  return {
    key: uid ? `${uid}\n${recurrence ?? ''}` : undefined,
    sequence: Number.isInteger(sequence) ? sequence : 0,
    recurrence,
  }
}

// Reads an iCalendar file: its events, and what they refer to: zones, newer versions, overrides.
import { CalError } from '../../../base/errors.ts'
import { type InputSource, linesOf, record_characters_max, recordTooLong } from '../source.ts'
import ICAL from 'ical.js'
import { getOrInsert } from '../../../base/collections.ts'
import { TemporaryValues } from '../../../base/files/temporary-values.ts'
import { replacedRuns } from '../../../base/text/untrusted-text.ts'
import { t, type Text } from '../../../base/text/language.ts'

export interface IcsComponent {
  readonly text: string
  readonly line: number
  /** The number of its VCALENDAR in the file, from 0. */
  readonly calendar: number
}

/** A VEVENT, and what tells it from others and from its other versions. */
export interface StoredEvent extends IcsComponent {
  readonly uid: string
  /** Of an override of a series. */
  readonly recurrence?: string
  readonly sequence: number
}

/** The properties of a VCALENDAR that apply to its events. */
export interface IcsCalendar {
  /** `X-WR-TIMEZONE` */
  readonly zone: string | undefined
  readonly method: string | undefined
  readonly zones: ReadonlyMap<string, ICAL.Component>
}

export interface IcsFile {
  readonly calendars: readonly IcsCalendar[]
  /** In order. What they refer to may follow them, so they are kept. */
  readonly events: TemporaryValues<StoredEvent>
  /** The numbers of overrides, by the UID of their series. */
  readonly overrides: ReadonlyMap<string, readonly number[]>
  /** By `versionKeyOf`, the highest SEQUENCE of an event that has one, and its line. */
  readonly newest: ReadonlyMap<string, Pick<StoredEvent, 'sequence' | 'line'>>
  /** Other components, such as VTODO. */
  readonly others: ReadonlySet<string>
  /** Properties and components of events that are not imported. */
  readonly unread: ReadonlySet<string>
}

interface Found extends IcsComponent {
  readonly name: string
}

async function* componentsOf(
  source: InputSource,
  names: readonly string[],
  others: (line: string, calendar: number) => void,
): AsyncIterable<Found> {
  let open: { readonly name: string; readonly lines: string[]; readonly line: number; characters: number } | undefined
  let calendar = -1
  for await (const lines of linesOf(withWholeCharacters(source)))
    for (const { number, text } of lines) {
      const [, edge = '', name = ''] = /^(BEGIN|END):(\S+)\s*$/i.exec(text)?.map((part) => part.toUpperCase()) ?? []
      if (edge === 'BEGIN' && name === 'VCALENDAR' && !open) calendar++
      if (edge === 'BEGIN' && !open && names.includes(name)) open = { name, lines: [], line: number, characters: 0 }
      if (!open) others(text, Math.max(calendar, 0))
      if (open) {
        open.lines.push(text)
        open.characters += text.length
        if (open.characters > record_characters_max) throw recordTooLong(source.name, open.line)
      }
      if (open && edge === 'END' && name === open.name) {
        yield { name, text: open.lines.join('\r\n'), line: open.line, calendar: Math.max(calendar, 0) }
        open = undefined
      }
    }
  if (!open) return
  throw new CalError(
    'usage',
    t('{name}:{line}: this {name_2} is never closed', { name: source.name, line: open.line, name_2: open.name }),
  )
}

/** Errors: `usage` for a file that is not iCalendar, and for a component that is never closed or too long. */
export async function readIcsFile(source: InputSource): Promise<IcsFile> {
  const calendars: { zone: string | undefined; method: string | undefined; zones: Map<string, ICAL.Component> }[] = []
  const events = new TemporaryValues<StoredEvent>()
  const overrides = new Map<string, number[]>()
  const newest = new Map<string, Pick<StoredEvent, 'sequence' | 'line'>>()
  const others = new Set<string>()
  const unread = new Set<string>()
  let count = 0
  const heading = (text: string, calendar: number) => {
    const line = text.trimEnd()
    if (/^BEGIN:VCALENDAR$/i.test(line)) calendars.push({ zone: undefined, method: undefined, zones: new Map() })
    const own = calendars[calendar]
    if (own) own.zone ??= /^X-WR-TIMEZONE(?:;[^:]*)?:(.+)$/i.exec(line)?.[1]?.trim()
    if (own) own.method ??= /^METHOD:(\w+)$/i.exec(line)?.[1]?.toUpperCase()
    const other = /^BEGIN:(VTODO|VJOURNAL|VFREEBUSY)$/i.exec(line)?.[1]
    if (other !== undefined) others.add(other.toUpperCase())
  }
  for await (const { name, ...block } of componentsOf(source, ['VEVENT', 'VTIMEZONE'], heading)) {
    if (name === 'VTIMEZONE') {
      const component = readComponent(block.text)?.component
      const tzid = component?.getFirstPropertyValue('tzid')
      if (component && typeof tzid === 'string') calendars[block.calendar]?.zones.set(tzid, component)
      continue
    }
    if (quoted_printable.test(block.text)) throw quotedPrintable(source.name, block.line)
    countUnsupported(block.text, unread)
    const event: StoredEvent = { ...block, ...identityOf(block.text) }
    const { uid, recurrence, sequence, line } = event
    const key = versionKeyOf(event)
    if (uid !== '' && sequence > (newest.get(key)?.sequence ?? 0)) newest.set(key, { sequence, line })
    if (recurrence !== undefined) getOrInsert(overrides, uid, () => []).push(count)
    events.set(count++, event)
  }
  if (calendars.length > 0) return { calendars, events, overrides, newest, others, unread }
  throw new CalError('usage', t('{name}: not an iCalendar file: BEGIN:VCALENDAR is missing', { name: source.name }))
}

const quoted_printable = /^[A-Z-]+(?:;[^:\n]*)?;(?:ENCODING=)?"?QUOTED-PRINTABLE/im

/** `SUMMARY;ENCODING=QUOTED-PRINTABLE:F=C3=BChling`, which would become the title. */
function quotedPrintable(name: string, line: number): CalError {
  return new CalError(
    'usage',
    t('{name}:{line}: this event has quoted-printable texts, as in vCalendar 1.0', { name, line }),
    {
      hint: t('export it as iCalendar 2.0'),
    },
  )
}

const version_lines = [
  /^UID(?:;[^:\n]*)?:(.*)$/im,
  /^RECURRENCE-ID(?:;[^:\n]*)?:(.*)$/im,
  /^SEQUENCE(?:;[^:\n]*)?:(.*)$/im,
]

/** Alarms, which have a UID of their own, are ignored. */
function identityOf(text: string): Pick<StoredEvent, 'uid' | 'recurrence' | 'sequence'> {
  const lines = replacedRuns(unfolded(text), [/^BEGIN:VALARM[^\S\n]*$/gim, /^END:VALARM[^\S\n]*$/gim], '')
  const [uid = '', recurrence, number] = version_lines.map((line) => line.exec(lines)?.[1]?.trim())
  const sequence = Number(number ?? 0)
  return {
    uid,
    ...(recurrence === undefined ? {} : { recurrence }),
    sequence: Number.isInteger(sequence) ? sequence : 0,
  }
}

/** Equal for the versions of one event. */
export function versionKeyOf({ uid, recurrence = '' }: StoredEvent): string {
  return `${uid}\n${recurrence}`
}

/** Rules are renamed so that the library does not parse them: it misreads some. */
export const rule_property = { rrule: 'x-cal-rrule', exrule: 'x-cal-exrule' } as const

const date_lines = /^(DTSTART|DTEND|RECURRENCE-ID|EXDATE|RDATE)((?:;[^:]*)?):(\d{8}(?:,\d{8})*)$/i

/** Exchange writes `TZID=tzone://Microsoft/Utc` and `TZID=(UTC+01:00) Amsterdam\\, Berlin` without quotes. */
const unquoted_zone =
  /^((?:DTSTART|DTEND|RECURRENCE-ID|EXDATE|RDATE)(?:;VALUE=[\w-]+)?;TZID=)([^":]*:[^"]*)(:\d{8}T\d{6}[^:"]*)$/i

function unescaped(zone: string): string {
  return zone.replaceAll('\\', '')
}

/** A component, and its lines that are read otherwise than the standard says. */
export interface ReadComponent {
  readonly component: ICAL.Component
  /** Lines such as `DTSTART:20270301`, which lack `VALUE=DATE`. */
  readonly bare_days: readonly string[]
  /** Lines such as `DTSTART;VALUE=DATE:20270301T180000`, of which the library would drop the time. */
  readonly timed_days: readonly string[]
}

/** undefined for a text that is not an iCalendar component. */
export function readComponent(text: string): ReadComponent | undefined {
  const lines = unfolded(text).split('\n')
  const written = lines
    .filter((line) => line !== '')
    .map((line) => (isBareDay(line) ? asDay(line) : line.replace(/^(RRULE|EXRULE)(?=[;:])/i, 'X-CAL-$1')))
    .map((line) => (isTimedDay(line) ? line.replace(day_type, '') : line))
    .map((line) => line.replace(unquoted_zone, (_, name, zone, times) => `${name}"${unescaped(zone)}"${times}`))
  try {
    const component = new ICAL.Component(ICAL.parse(written.join('\r\n')))
    return { component, bare_days: lines.filter(isBareDay), timed_days: lines.filter(isTimedDay) }
  } catch (error) {
    if (error instanceof Error) return undefined
    throw error
  }
}

/** Unfolded lines, separated by line feeds. */
function unfolded(text: string): string {
  return text.replace(/\r?\n[ \t]/g, '').replaceAll('\r\n', '\n')
}

function isBareDay(line: string): boolean {
  const [, , parameters = ''] = date_lines.exec(line) ?? []
  return date_lines.test(line) && !/;VALUE=DATE(;|$)/i.test(parameters)
}

const day_type = /;VALUE="?DATE"?(?=[;:])/i

function isTimedDay(line: string): boolean {
  return /^(?:DTSTART|DTEND|RECURRENCE-ID|EXDATE|RDATE)(?:;[^:]*)?:.*\dT\d/i.test(line) && day_type.test(line)
}

function asDay(line: string): string {
  return line.replace(
    date_lines,
    (_, name: string, parameters: string, days: string) =>
      `${name}${parameters.replace(/;(VALUE|TZID)=("[^"]*"|[^;]*)/gi, '')};VALUE=DATE:${days}`,
  )
}

/** Properties that are imported, and those that describe the file rather than the event. */
const read = new Set([
  'BEGIN',
  'END',
  'UID',
  'DTSTAMP',
  'CREATED',
  'LAST-MODIFIED',
  'SEQUENCE',
  'RECURRENCE-ID',
  'REQUEST-STATUS',
  'DTSTART',
  'DTEND',
  'DURATION',
  'RRULE',
  'RDATE',
  'EXDATE',
  'EXRULE',
  'TRANSP',
  'SUMMARY',
  'DESCRIPTION',
  'LOCATION',
  'URL',
  'STATUS',
  'CLASS',
  'ORGANIZER',
  'CATEGORIES',
  'X-MICROSOFT-CDO-ALLDAYEVENT',
])
/** Further names are only counted. */
const names_max = 8

/** Adds the names of the properties and components of an event that are not imported. */
function countUnsupported(event: string, names: Set<string>): void {
  let depth = 0
  for (const [, text = ''] of event.matchAll(/^([A-Za-z][A-Za-z0-9-]*[:;]\w*)/gm)) {
    const [name = '', value = ''] = text.toUpperCase().split(/[:;]/)
    if (name === 'END') depth--
    if (depth === 1 && name === 'BEGIN') names.add(value)
    else if (depth === 1 && !read.has(name) && !name.startsWith('X-CAL-')) names.add(name)
    if (name === 'BEGIN') depth++
  }
}

/** `ATTACH, ATTENDEE, GEO`: standard properties first, those of single programs after them. */
export function unsupportedText(names: ReadonlySet<string>): Text {
  const isOwn = (name: string) => Number(name.startsWith('X-'))
  const sorted = [...names].sort((a, b) => isOwn(a) - isOwn(b) || (a < b ? -1 : 1))
  const shown = sorted.slice(0, names_max).join(', ')
  const more = sorted.length - names_max
  if (more > 0) return t('ignored: {shown} and {more} more; events have no field for them', { shown, more })
  return t('ignored: {shown}; events have no field for {count|it|them}', { shown, count: sorted.length })
}

/** The source with such folds moved behind the character, so that its text can be decoded. Lines keep their numbers. */
function withWholeCharacters(source: InputSource): InputSource {
  return { ...source, bytes: () => repaired(source.bytes()) }
}

/** In UTF-8 a continuation byte never follows a space. In Windows-1252 the fold is removed with all others. */
const split_character = /([\x80-\xff])(\r?\n[ \t])([\x80-\xbf]{1,3})/g

async function* repaired(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let rest: Uint8Array = new Uint8Array()
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    // No split character contains a visible ASCII character.
    const end = bytes.findLastIndex((byte) => byte > 0x20 && byte < 0x80) + 1
    yield withMovedFolds(bytes.subarray(0, end))
    rest = bytes.subarray(end)
  }
  yield withMovedFolds(rest)
}

function withMovedFolds(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const moved = text.replace(split_character, '$1$3$2')
  return moved === text ? bytes : Buffer.from(moved, 'latin1')
}

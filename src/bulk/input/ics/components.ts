// Reads an iCalendar file: its events, and what they refer to: zones, newer versions, overrides.
import { CalError } from '../../../base/errors.ts'
import { type InputSource, linesOf, record_characters_max, recordTooLong } from '../source.ts'
import ICAL from 'ical.js'
import { getOrInsert } from '../../../base/collections.ts'
import { TemporaryValues } from '../../../base/files/temporary-values.ts'
import { isShallow, type Json } from '../../../base/json.ts'
import { t, type Text } from '../../../base/text/language.ts'
import { firstItems } from '../../../base/text/quoted.ts'

/** jCal (RFC 7265), with rules as texts. */
export type Jcal = readonly Json[]

/** A component where it is in its file. */
export interface PlacedComponent {
  readonly text: string
  readonly line: number
  /** The number of its VCALENDAR in the file, from 0. */
  readonly calendar: number
  /** undefined for a text that is not an iCalendar component. */
  readonly jcal: Jcal | undefined
  /** The text was made from JSON, so that its lines are not those of the file. */
  readonly of_json?: true
}

/** A VEVENT, and what tells it from others and from its other versions. */
export interface StoredEvent extends PlacedComponent {
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
  readonly zones: Zones
  /** Of all calendars of the file: often only the first one of a concatenated file describes its zone. */
  readonly file_zones: Zones
}

type Zones = ReadonlyMap<string, ICAL.Component>

/** The events of a file, and what they refer to, which may follow them. */
export class IcsFile {
  readonly calendars: (IcsCalendar & {
    zone: string | undefined
    method: string | undefined
    zones: Map<string, ICAL.Component>
  })[] = []
  readonly #zones = new Map<string, ICAL.Component>()
  /** In order. */
  readonly events = new TemporaryValues<StoredEvent>()
  /** The numbers of overrides, by the UID of their series. */
  readonly overrides = new Map<string, number[]>()
  /** By `versionKeyOf`, the highest SEQUENCE of an event that has one, and its line. */
  readonly newest = new Map<string, Pick<StoredEvent, 'sequence' | 'line'>>()
  /** Other components, such as VTODO. */
  readonly others = new Set<string>()
  /** Properties and components of events that are not imported. */
  readonly unread = new Set<string>()
  #count = 0

  addCalendar(zone: string | undefined, method: string | undefined): void {
    this.calendars.push({
      zone: zone?.trim(),
      method: method?.toUpperCase(),
      zones: new Map(),
      file_zones: this.#zones,
    })
  }

  /** Adds an event or a zone; of other components, only the names are noted. */
  add(name: string, placed: PlacedComponent): void {
    const component = placed.jcal && new ICAL.Component([...placed.jcal])
    if (name === 'VEVENT') this.#addEvent(placed, component)
    else if (name === 'VTIMEZONE') this.#addZone(placed, component)
    else this.noteOther(name)
  }

  noteOther(name: string): void {
    if (/^(VTODO|VJOURNAL|VFREEBUSY)$/.test(name)) this.others.add(name)
  }

  #addZone({ calendar }: PlacedComponent, component: ICAL.Component | undefined): void {
    const tzid = component?.getFirstPropertyValue('tzid')
    if (!component || typeof tzid !== 'string') return
    this.calendars[calendar]?.zones.set(tzid, component)
    // Two different zones of one name are none, as one without rules.
    const isSame = String(this.#zones.get(tzid) ?? component) === String(component)
    this.#zones.set(tzid, isSame ? component : new ICAL.Component('vtimezone'))
  }

  #addEvent(placed: PlacedComponent, component: ICAL.Component | undefined): void {
    const event: StoredEvent = { ...placed, ...identityOf(component) }
    const { uid, recurrence, sequence, line } = event
    const key = versionKeyOf(event)
    if (uid !== '' && sequence > (this.newest.get(key)?.sequence ?? 0)) this.newest.set(key, { sequence, line })
    if (recurrence !== undefined) getOrInsert(this.overrides, uid, () => []).push(this.#count)
    for (const unread of component ? unreadIn(component) : []) this.unread.add(unread)
    this.events.set(this.#count++, event)
  }
}

interface Block {
  readonly name: string
  readonly lines: string[]
  readonly line: number
  characters: number
}

/** The events and zones as text. Every other line is passed to `onOther`. */
async function* blocksOf(source: InputSource, onOther: (line: string) => void): AsyncIterable<Block> {
  let open: Block | undefined
  for await (const lines of linesOf({ ...source, bytes: () => repaired(source.bytes()) }))
    for (const { number, text } of lines) {
      const [, edge = '', name = ''] = /^(BEGIN|END):(\S+)\s*$/i.exec(text)?.map((part) => part.toUpperCase()) ?? []
      if (edge === 'BEGIN' && (name === 'VEVENT' || name === 'VTIMEZONE'))
        open ??= { name, lines: [], line: number, characters: 0 }
      if (!open) {
        onOther(text.trimEnd())
        continue
      }
      open.lines.push(text)
      open.characters += text.length
      if (open.characters > record_characters_max) throw recordTooLong(source.name, open.line)
      if (edge !== 'END' || name !== open.name) continue
      yield open
      open = undefined
    }
  if (!open) return
  const { name, line } = open
  throw new CalError(
    'usage',
    t('{name}:{line}: this {name_2} is never closed', { name: source.name, line, name_2: name }),
  )
}

/** Errors: `usage` for a file that is not iCalendar, and for a component that is never closed or too long. */
export async function readIcsFile(source: InputSource): Promise<IcsFile> {
  const file = new IcsFile()
  for await (const { name, lines, line } of blocksOf(source, (other) => noteLine(other, file))) {
    const text = lines.join('\r\n')
    if (name === 'VEVENT' && quoted_printable.test(text)) throw quotedPrintable(source.name, line)
    file.add(name, { text, line, calendar: Math.max(file.calendars.length - 1, 0), jcal: jcalOf(text) })
  }
  if (file.calendars.length > 0) return file
  throw new CalError('usage', t('{name}: not an iCalendar file: BEGIN:VCALENDAR is missing', { name: source.name }))
}

function noteLine(line: string, file: IcsFile): void {
  const begins = /^BEGIN:(\w+)$/i.exec(line)?.[1]?.toUpperCase()
  if (begins === 'VCALENDAR') file.addCalendar(undefined, undefined)
  else if (begins !== undefined) file.noteOther(begins)
  const own = file.calendars.at(-1)
  if (own) own.zone ??= /^X-WR-TIMEZONE(?:;[^:]*)?:(.+)$/i.exec(line)?.[1]?.trim()
  if (own) own.method ??= /^METHOD:(\w+)$/i.exec(line)?.[1]?.toUpperCase()
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

function identityOf(component: ICAL.Component | undefined): Pick<StoredEvent, 'uid' | 'recurrence' | 'sequence'> {
  const textOf = (name: string) => component?.getFirstProperty(name)?.toJSON()[3]
  const [uid, recurrence, sequence] = [textOf('uid'), textOf('recurrence-id'), Number(textOf('sequence') ?? 0)]
  return {
    uid: String(uid ?? '').trim(),
    ...(recurrence === undefined ? {} : { recurrence: String(recurrence) }),
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

/** undefined for a text that is not an iCalendar component, and for one that is nested too deeply. */
export function jcalOf(text: string): Jcal | undefined {
  const written = linesIn(text)
    .filter((line) => line !== '')
    .map((line) => (isBareDay(line) ? asDay(line) : line.replace(/^(RRULE|EXRULE)(?=[;:])/i, 'X-CAL-$1')))
    .map((line) => (isTimedDay(line) ? line.replace(day_type, '') : line))
    .map((line) =>
      line.replace(unquoted_zone, (_, name, zone, times) => `${name}"${zone.replaceAll('\\', '')}"${times}`),
    )
  const jcal = ifReadable(() => ICAL.parse(written.join('\r\n')))
  return isShallow(jcal) ? jcal : undefined
}

/** undefined if the library throws, which it does when a missing or wrong part is used. */
export function ifReadable<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof Error) return undefined
    throw error
  }
}

/** The lines of a component, unfolded. */
export function linesIn(text: string): readonly string[] {
  return text
    .replace(/\r?\n[ \t]/g, '')
    .replaceAll('\r\n', '\n')
    .split('\n')
}

/** A line such as `DTSTART:20270301`, which lacks `VALUE=DATE`. */
export function isBareDay(line: string): boolean {
  const [, , parameters = ''] = date_lines.exec(line) ?? []
  return date_lines.test(line) && !/;VALUE=DATE(;|$)/i.test(parameters)
}

const day_type = /;VALUE="?DATE"?(?=[;:])/i

/** A line such as `DTSTART;VALUE=DATE:20270301T180000`, of which the library would drop the time. */
export function isTimedDay(line: string): boolean {
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
const read_names = new Set(
  `UID DTSTAMP CREATED LAST-MODIFIED SEQUENCE RECURRENCE-ID REQUEST-STATUS DTSTART DTEND DURATION RDATE EXDATE TRANSP
  SUMMARY DESCRIPTION LOCATION URL STATUS CLASS ORGANIZER CATEGORIES X-MICROSOFT-CDO-ALLDAYEVENT`.split(/\s+/),
)

/** The names of the properties and components of an event that are not imported. */
function unreadIn(event: ICAL.Component): readonly string[] {
  const properties = event.getAllProperties().map(({ name }) => name.toUpperCase())
  const parts = event.getAllSubcomponents().map(({ name }) => name.toUpperCase())
  return [...properties.filter((name) => !read_names.has(name) && !name.startsWith('X-CAL-')), ...parts]
}

/** Further names are only counted. */
const names_max = 8

/** `ATTACH, ATTENDEE, GEO`: standard properties first, those of single programs after them. */
export function unsupportedText(names: ReadonlySet<string>): Text {
  const sorted = [...names].sort()
  const isOwn = (name: string) => name.startsWith('X-')
  const list = firstItems([...sorted.filter((name) => !isOwn(name)), ...sorted.filter(isOwn)], names_max)
  return t('ignored: {list}; events have no field for {count|it|them}', { list, count: sorted.length })
}

/** In UTF-8 a continuation byte never follows a space. In Windows-1252 the fold is removed with all others. */
const split_character = /([\x80-\xff])(\r?\n[ \t])([\x80-\xbf]{1,3})/g

/** With such folds moved behind the character, so that the text can be decoded. Lines keep their numbers. */
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

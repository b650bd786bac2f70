// Assumptions that an import makes about its input, and the notes about them before anything is written.
import { TextDecoder } from 'node:util'
import { addOne } from '../../base/collections.ts'
import { firstItems } from '../../base/text/quoted.ts'
import { type DateOrder, hasWallForm } from '../../base/dates/days.ts'
import { isoMomentOf } from '../../base/dates/machine-dates.ts'
import type { DateContext } from '../../base/dates/written-dates.ts'
import { instantOf, isZone } from '../../base/dates/zoned-time.ts'
import { CalError } from '../../base/errors.ts'
import type { Json } from '../../base/json.ts'
import { t, type Text, type Note, asWarning, warningText } from '../../base/text/language.ts'
import { shownOtherwise } from '../../spec/cost.ts'
import { common_statuses } from '../../spec/lists.ts'
import { type InputLocation, locationText } from './entry.ts'
import type { ParsedRecord } from './parse-entry.ts'

/** Texts about single records: the first one of each cause, and the number of the others. */
export class FirstTexts {
  readonly #seen = new Map<string, { readonly first: Text; more: number }>()

  see(cause: string, text: Text): void {
    const seen = this.#seen.get(cause)
    if (seen) seen.more++
    else this.#seen.set(cause, { first: text, more: 0 })
  }

  texts(): readonly Text[] {
    return [...this.#seen.values()].map(({ first: text, more }) =>
      more > 0 ? t('{text}; and {more} more', { text, more }) : text,
    )
  }

  warnings(): readonly Note[] {
    return this.texts().map(asWarning)
  }
}

/** What is assumed about the records of an input. */
export class InputAssumptions {
  /** Events that are all-day because their dates have no time. */
  #whole_days = 0
  readonly #converted = new FirstTexts()
  readonly #warnings = new FirstTexts()
  readonly #statuses = new Set<string>()

  see({ values, entry, whole_assumed, zone_follows }: ParsedRecord): void {
    const { cost, status, start_date: start = '', timezone } = values
    if (typeof status === 'string') this.#statuses.add(status)
    if (whole_assumed) this.#whole_days++
    const location = locationText(entry.location)
    const title = String(values.title ?? '')
    const date = String(entry.values.start_date)
    const { wall = start } = isoMomentOf(date) ?? {}
    const converted = { location, date, start: String(start), zone: String(timezone) }
    if (zone_follows && wall !== start && hasWallForm(String(start)))
      this.#converted.see(
        'zone',
        t('{location}: "{date}" is {start} ({zone}); for another time zone, add a field timezone', converted),
      )
    if (entry.hidden)
      this.#warnings.see('cancelled', t('{location}: "{title}" is cancelled: it becomes a draft', { location, title }))
    const word = garbledWord(values)
    if (word !== undefined)
      this.#warnings.see(
        'garbled',
        t('{location}: "{word}" is text in a wrong encoding: save the file as UTF-8 in the program it comes from', {
          location,
          word,
        }),
      )
    const shown = typeof cost === 'string' ? shownOtherwise(cost) : undefined
    if (typeof cost === 'string' && shown !== undefined)
      this.#warnings.see(
        'cost',
        t('{location}: services show the cost "{cost}" as "{shown}"', { location, cost, shown }),
      )
  }

  /** The first date with an offset that is converted to another clock. */
  convertedTexts(): readonly Text[] {
    return this.#converted.texts()
  }

  /** `shows_days`: a preview shows which events are all-day. */
  texts(shows_days: boolean): readonly (Text | undefined)[] {
    const made_whole = this.#whole_days
    return [
      made_whole === 0 || shows_days
        ? undefined
        : t('{made_whole} {made_whole|event has|events have} a date without a time: all day', { made_whole }),
      ...this.convertedTexts(),
      ...this.#warnings.warnings(),
      statusesText(this.#statuses),
    ]
  }
}

/** Services that do not have the extension of a status refuse the record. */
export function statusesText(statuses: Iterable<string>): Text | undefined {
  const others = new Set([...statuses].filter((status) => !common_statuses.includes(status)))
  if (others.size === 0) return undefined
  const list = firstItems(others, statuses_shown_max)
  return warningText('services refuse these statuses unless an extension adds them: {list}', { list })
}

const statuses_shown_max = 5

/**
 * The time zone of an export's site: that of most events, unless a published record would then be in the future. Only
 * exports have publication dates, which are in the zone of their site.
 */
export class SiteZoneAssumption {
  readonly #counts = new Map<string, number>()
  #last_published = ''

  see({ values: { date, date_utc = date, timezone, status = 'publish' } }: Pick<ParsedRecord, 'values'>): void {
    if (
      typeof date === 'string' &&
      hasWallForm(date) &&
      (status === 'publish' || status === 'private') &&
      date > this.#last_published
    )
      this.#last_published = date
    if (typeof date_utc === 'string' && typeof timezone === 'string' && isZone(timezone)) addOne(this.#counts, timezone)
  }

  /** The zone of `here` is the default of a new calendar; undefined if no event has a zone. */
  zone({ now, zone: own }: DateContext): string | undefined {
    if (this.#counts.size === 0) return undefined
    const named = [...this.#counts].sort(([, a], [, b]) => b - a).map(([zone]) => zone)
    return (
      [...named, own].find((zone) => this.#last_published === '' || instantOf(this.#last_published, zone) <= now) ?? own
    )
  }
}

interface PlacedDate {
  readonly text: string
  readonly location: InputLocation
}

/**
 * Every date of a cell in which the order matters, also those of ranges. Without groups: `2027-5-6`, whose year is not
 * that of `6 May 2027-5-6-27`.
 */
const dates_in_digits = new RegExp(
  String.raw`(?<![\d:])(?:(?<![.\p{L}] ?)\d{4}([/-])\s*\d\d?\1\s*\d\d?|` +
    String.raw`(?<first>\d\d?)([/-])\s*(?<second>\d\d?)\3\s*(?:\d{4}|\d\d(?!\3\s*\d{4}(?!\d|[/-]))))(?!\d)`,
  'gu',
)

const year_first = /^\d{4}-\d\d-\d\d(?:[ T][\d:]+)?$/

/**
 * Collects dates while the order of day and month is assumed. A table whose dates can all be read in the other order
 * only is read in that one.
 */
export class DateOrderEvidence {
  #isDayFirst: boolean
  #open: PlacedDate | undefined
  /** The first date that can be read in the other order only. */
  #other: PlacedDate | undefined
  #settled = false

  constructor(order: DateOrder = 'mdy') {
    this.#isDayFirst = order === 'dmy'
  }

  /** Of the dates seen so far. */
  get order(): DateOrder {
    return this.#isDayFirst ? 'dmy' : 'mdy'
  }

  /**
   * To be called for every cell that can have dates, before the dates of its row are read.
   * Errors: `usage` for dates in both orders, or in the other one beside dates that can be read in both.
   */
  see(cell: string, location: InputLocation): void {
    // Most cells, without the time that the search takes.
    if (year_first.test(cell)) return
    for (const { index, groups: { first, second } = {} } of cell.matchAll(dates_in_digits))
      if (first !== undefined)
        this.#seeDate(Number(first), Number(second), { text: cell.slice(index).trim(), location })
  }

  #seeDate(first: number, second: number, seen: PlacedDate): void {
    const [month, day] = this.#isDayFirst ? [second, first] : [first, second]
    if (month > 12 && month <= 31 && day >= 1 && day <= 12) {
      if (this.#settled || this.#open) throw otherOrder(seen, this.#isDayFirst)
      this.#isDayFirst = !this.#isDayFirst
      this.#other = seen
      this.#settled = true
    } else if (day > 12) this.#settled = true
    else if (month !== day) {
      if (this.#other) throw otherOrder(this.#other, !this.#isDayFirst)
      this.#open ??= seen
    }
  }

  /** The warning if the dates of the table do not determine which number is the month. */
  warning(): Text | undefined {
    if (this.#settled || !this.#open) return undefined
    const { text } = this.#open
    const location = locationText(this.#open.location)
    return this.#isDayFirst
      ? t('{location}: "{text}" is read day first; to read the month first, use cal import --date-order mdy', {
          location,
          text,
        })
      : t('{location}: "{text}" is read month first; to read the day first, use cal import --date-order dmy', {
          location,
          text,
        })
  }
}

function otherOrder({ text, location }: PlacedDate, isDayFirst: boolean): CalError {
  const part = isDayFirst ? t('month') : t('day')
  const [written, assumed] = isDayFirst ? ['mdy', 'dmy'] : ['dmy', 'mdy']
  return new CalError(
    'usage',
    t('{location}: "{text}" starts with the {part}', { location: locationText(location), text, part }),
    {
      hint: t(
        'to read all dates this way, use cal import --date-order {written}; to reject only such rows, use --date-order {assumed}',
        { written, assumed },
      ),
    },
  )
}

/** The note on publication dates without a zone: a new calendar reads them in its own zone. */
export function publicationZoneText(zone: string): Text {
  return t('publication dates are read in {zone}, the time zone of the new calendar (to change it, set CAL_TZ)', {
    zone,
  })
}

/**
 * First letters of UTF-8 that a program read as Windows-1252, Mac OS Roman or DOS and saved again (`MÃ¼ller`), and the
 * character for lost ones.
 */
const garbled = /(?:[ÂÃÄÅ]|â[€‚„†])\P{ASCII}|[√├┬]\S|‚Ä\S|\ufffd/u

const bytes_of = new Map(
  [...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, i) => i))].map(
    (letter, byte) => [letter, byte] as const,
  ),
)

/** The first word of a value that is certainly such text. */
function garbledWord(value: Json | undefined): string | undefined {
  if (typeof value === 'object' && value !== null)
    return Object.values(value)
      .map(garbledWord)
      .find((word) => word !== undefined)
  if (typeof value !== 'string' || !garbled.test(value)) return undefined
  return value.split(/[ \t\r\n]/).find((word) => garbled.test(word) && isGarbled(word))
}

/**
 * Words such as `CHÄ…` have one of the letters, too. Those of Windows-1252 are UTF-8 if they are garbled; in capitals
 * they may be right all the same: `PÅ…`, `AMANHû`.
 */
function isGarbled(word: string): boolean {
  if (!/[ÂÃÄÅâ]/.test(word) || /[√├┬\ufffd]|‚Ä/u.test(word)) return /\P{ASCII}{2}|\ufffd/u.test(word)
  if (!/\p{Ll}/u.test(word)) return false
  try {
    const bytes = [...word].map((letter) => bytes_of.get(letter) ?? 0xff)
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes)) !== word
  } catch {
    return false
  }
}

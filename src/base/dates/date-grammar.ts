// The grammar of written dates. A form is a pattern with named groups, of which `written-days.ts` makes a day. A
// dialect says which forms and words are read, and how days, times and ranges are combined: the table `dialects` has
// all of them.
import {
  cell_clock,
  type ClockReader,
  type ClockTime,
  deployedTime,
  interfaceTime,
  night_hours_max,
  type ReadTime,
  typed_clock,
} from './clock-times.ts'
import {
  count_words,
  monthNamed,
  monthOfEnglishName,
  monthOfPrefix,
  ordinal_words,
  relative_days,
  time_units,
  weekdayNamed,
  weekdayOfPrefix,
  weekdaysBeginning,
  which_words,
} from './date-words.ts'
import { type Day, dayOf } from './days.ts'
import { type DayForms, dayMatches, dayMeant, elapsedOf, wallOn } from './written-days.ts'
import { type Instant, isZone, wallAt, type WallTime } from './zoned-time.ts'

const extended_days = /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)/
const basic_days = /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)(?=T|$)/i

/**
 * ISO 8601: `extended` is `2026-12-06`, `basic` also `20261206`; `all` adds `2026-12` for its first day, `2026-W49` for
 * its Monday, `2026-W49-7` and `2026-340`.
 */
export const iso_days = {
  extended: { forms: [extended_days] },
  basic: { forms: [extended_days, basic_days] },
  all: {
    forms: [
      extended_days,
      basic_days,
      /^(?<year>\d{4})-(?<month>\d\d)$/,
      /^(?<year>\d{4})-?W(?<week>\d\d)(?:-?(?<week_day>[1-7]))?(?=T|$)/i,
      /^(?<year>\d{4})-?(?<day_of_year>\d{3})(?=T|$)/i,
    ],
  },
} as const satisfies Readonly<Record<string, DayForms>>

const interface_units = time_units.filter((unit) => unit !== 'year')

/** The words of the interface: `tomorrow`, `+2 weeks`. Source: interface Q33. */
const interface_days: DayForms = {
  forms: [
    /^(?<now>now)(?=\s|$)/i,
    /^(?<word>[a-z]+)(?=\s|$)/i,
    new RegExp(`^\\+\\s*(?<count>\\d{1,4})\\s*(?<unit>(?:${interface_units.join('|')})s?)(?=\\s|$)`, 'i'),
  ],
  relative_days: relative_days.en,
}

/** What deployed services read besides: dates that do not exist are read too. Source: interface Q33. */
const deployed_days: DayForms = {
  forms: [
    /^(?<year>\d{4})-(?<month>\d\d?)-(?<day>\d\d?)(?!\d)/,
    /^(?<year>\d{4})-(?<day_of_year>\d{3})(?!\d)/,
    /^(?<year>\d{4})-(?<month>\d\d)$/,
    /^(?<year>\d{4})-?W(?<week>\d\d)(?:-?(?<week_day>\d))?(?!\d)/i,
    /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)(?=T)/i,
    // With or without a slash at the end.
    /^(?<year>\d{4})\/(?<month>\d\d?)\/(?<day>\d\d?)(?!\d)\/?/,
    /^(?<month>\d\d?)\/(?<day>\d\d?)\/(?<year>\d{4}|\d\d)(?!\d)/,
    /^(?<month>\d\d?)\/(?<day>\d\d?)(?![\d/])/,
    /^(?<day>\d\d?)[.-](?<month>\d\d?)[.-](?<year>\d{4})/,
    /^(?<name>[a-z]{3,9})[ .-]+(?<day>\d\d?)(?:st|nd|rd|th)?(?:, *|[ .-]+)(?<year>\d{4})/i,
    /^(?<day>\d\d?)(?:st|nd|rd|th)?[ .-]*(?<name>[a-z]{3,9})(?:, *|[ .-]*)(?<year>\d{4})/i,
    new RegExp(
      `^(?<nth>${ordinal_words.slice(0, 5).join('|')}) (?<weekday>[a-z]{3,9}day) of (?<name>[a-z]{3,9}) (?<year>\\d{4})`,
      'i',
    ),
    /^(?<last>last) day of (?<name>[a-z]{3,9}) (?<year>\d{4})/i,
    // Never today.
    /^(?<next>next |)(?<weekday>[a-z]{3,9}day)/i,
    // A time alone is a time of today.
    /^(?<today>)(?=\d\d?(?::|\s*[ap]m))/i,
    // A letter is a zone.
    /^(?<now>\s+|[a-ik-z])$/i,
  ],
  monthNamed: monthOfEnglishName,
  weekdayNamed: weekdayOfPrefix,
}

/** `2 weeks`, `two weeks`, `1 week 2 days`, `eine Woche und zwei Tage` */
const length =
  `(?:(?<count>\\d+) ?|(?<counted>${count_words}) )(?<unit>\\p{L}+)` +
  `(?:,?(?: and| und)? (?:(?<count_2>\\d+) ?|(?<=(?:and|und) )(?<counted_2>${count_words}) )(?<unit_2>\\p{L}+))?`

/** In `monday week 49` it is a week of a number. */
const week_later = '(?<weeks> week(?= |$)(?! \\d\\d?(?: |$)))?'

/** Days from today, in lower case: `tomorrow`, `next fri`, `monday week`, `in 2 weeks`, `vor drei Tagen`, `+2w`. */
const typed_days: DayForms = {
  forms: [
    /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?:t(?=\d)|(?= |$))/,
    /^(?<now>now|jetzt)$/,
    /^(?:the )?(?<word>day after tomorrow|day before yesterday|\p{L}+)(?= |$)/u,
    /^(?<sign>[+-]) ?(?<count>\d+) ?(?<unit>\p{L}+)(?= |$)/u,
    new RegExp(`^(?:in|(?<sign>vor)) ${length}$`, 'u'),
    new RegExp(`^${length} (?:(?<sign>ago)|from now|later)$`, 'u'),
    new RegExp(
      `^(?:(?:(?<this>${which_words.this})|${which_words.coming}|(?<next>${which_words.next})|(?<last>${which_words.last})) )?` +
        `(?<weekday>\\p{L}+)(?= |$)${week_later}`,
      'u',
    ),
  ],
  relative_days: { ...relative_days.en, ...relative_days.de },
  weekdayNamed,
}

/** `24.12.2026`, `12/24/2026`, `2026/12/24`, `24.12.` */
const dates_in_digits: DayForms = {
  forms: [
    /^(?<first>\d{1,4})(?<separator>[-/.]) ?(?<second>\d\d?)\k<separator> ?(?<third>\d{1,4})$/,
    /^(?<day>\d\d?)\. ?(?<month>\d\d?)\.$/,
  ],
}

const name_form = '(?<name>\\p{L}{3,9})\\.?'
const day_form = `(?:(?<day>0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th)?|(?<ordinal>${ordinal_words.join('|')}))`

/** `24 Dec`, `24th of December 2027`, `24.dez.27`, `Dec 24, 2027`, `2027-Dec-24`, `first of May`. */
const typed_dates: DayForms = {
  forms: [
    ...dates_in_digits.forms,
    new RegExp(`^${day_form}(?:[-/]|[. ]*)(?:of )?${name_form}(?:[., ]*(?<year>\\d{4}|(?<=[. ])\\d\\d))?$`, 'u'),
    new RegExp(`^${day_form}(?<separator>[-/])${name_form}\\k<separator>(?<year>\\d{4}|\\d\\d)$`, 'u'),
    new RegExp(`^${name_form}(?:[-/]|[. ]*)(?:the )?${day_form}(?:[., ]+(?<year>\\d{4}|(?<= )\\d\\d))?$`, 'u'),
    new RegExp(`^${name_form}(?<separator>[-/])${day_form}\\k<separator>(?<year>\\d{4})$`, 'u'),
    new RegExp(`^(?<year>\\d{4})[-/ ]${name_form}[-/ ]${day_form}$`, 'u'),
    /^(?<last>last) day of (?<name>\p{L}{3,9}) (?<year>\d{4})$/u,
  ],
  monthNamed,
}

/** The same, and `24/12`, which alone is rather a part of something. */
const dates_after_weekday: DayForms = {
  ...typed_dates,
  forms: [...typed_dates.forms, /^(?<first>\d\d?)(?<separator>\/)(?<second>\d\d?)$/],
}

/** The same, and `20141119`, `apr 19, 2016`, `19-Apr-16`, `19. April`; months in six languages. */
const dates_in_cells: DayForms = {
  forms: [
    /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)$/,
    ...dates_in_digits.forms,
    /^(?<name>\p{L}{3,9})\.?[ -]+(?<day>\d\d?)(?:st|nd|rd|th)?(?:,?[ -]+(?<year>\d{4}))?$/u,
    new RegExp(
      '^(?<day>\\d\\d?)(?:\\.|st|nd|rd|th|er|º|°)?[ -]*(?:de )?(?<name>\\p{L}{3,10})\\.?' +
        '(?:,?[ -]+(?:de )?(?<year>\\d{4}|\\d\\d))?$',
      'u',
    ),
  ],
  monthNamed: monthOfPrefix,
}

/** How dates begin, and what follows the day in the same text. */
interface MomentDialect {
  readonly days: DayForms
  readonly timeOf: ReadTime
  /** Between the day and its time. */
  readonly before_time?: RegExp
  /** A time, and a zone after it. */
  readonly with_zone?: RegExp
  /** Whether dates that do not exist are read: 30 February is 1 or 2 March. */
  readonly rolls?: boolean
  /** Whether `+2 weeks` is this time of day in two weeks. To people it is a day. */
  readonly keeps_time?: boolean
}

/** How people write dates: parts in any combination, which `written-dates.ts` reads. */
export interface PeopleDialect {
  /** Words that depend on today, with a time after them. A table is imported again, and `morgen` can be a morning. */
  readonly relative?: MomentDialect | undefined
  /** Forms of whole texts in lower case, and of those after a weekday. */
  readonly dates: DayForms
  readonly dates_after_weekday: DayForms
  /** Words before a day. In a line of text, `the` is rather part of a title: `The Monday Club tuesday 8pm`. */
  readonly lead: RegExp
  /** What joins the days of a range besides the words that all dialects have. */
  readonly until: RegExp
  /** The weekdays that a word before a date can be. */
  readonly weekdaysNamed: (word: string) => readonly number[]
  readonly clock: ClockReader
  /** What may stand between a day and its time besides a comma. */
  readonly before_time: RegExp
  /** `ranges` are two dates, `periods` also `next week` and `tonight`. A field of a record is one date. */
  readonly spans: 'none' | 'ranges' | 'periods'
  /**
   * Whether a person sees how the text was read: a day without a year is the next such one, `8pm friday` is read, and a
   * date that does not exist is an error. In documents a day without a year needs a second day with one
   * (`30.12.-2.1.2027`), and a range may have the time of one end only: another column can have the other.
   */
  readonly is_typed: boolean
  /** The longest event, in hours, that ends on the next day if only the time of its end is written. */
  readonly night_hours_max: number
}

const relative: MomentDialect = { days: typed_days, timeOf: typed_clock.timeOf }

const of_tables = {
  dates: dates_in_cells,
  dates_after_weekday: dates_in_cells,
  lead: /^(?:on|am|den|der|the|le|du|del|dal) /,
  until: / (?:au|al) (?=[\p{L}\d])/u,
  weekdaysNamed: weekdaysBeginning,
  clock: cell_clock,
  // `- 1930` is rather the end of something.
  before_time: /^(?:[@|]|[-–](?! \d{4}$)) /,
  is_typed: false,
  night_hours_max,
} as const

/** Every way to write a date. */
export const dialects = {
  /** What the service documents. Source: interface Q33. */
  interface: { days: interface_days, timeOf: interfaceTime, keeps_time: true },
  /** What deployed services read besides, in quirks mode. */
  deployed: {
    days: deployed_days,
    timeOf: deployedTime,
    before_time: /^[T,]\s*/i,
    with_zone: /^(.*?)\s*(Z|UTC|GMT|[ECMP][SD]T|BST|CES?T|[+-]\d\d(?::?\d\d)?|[a-z]+\/[a-z_/]+)?$/is,
    rolls: true,
  },
  /** Flags, and sentences of `cal add`; the user sees how the text was read. */
  typed: {
    relative,
    dates: typed_dates,
    dates_after_weekday,
    lead: /^(?:on|am|den) /,
    until: / ?\.\. ?/,
    weekdaysNamed: (word: string) => [weekdayNamed(word) ?? []].flat(),
    clock: typed_clock,
    before_time: /^/,
    spans: 'periods',
    is_typed: true,
    night_hours_max: 24,
  },
  /** JSON, YAML, calendar files, and the cells of a table when its dates are known. */
  records: { relative, ...of_tables, spans: 'none' },
  cells: { ...of_tables, spans: 'ranges' },
} as const satisfies Readonly<Record<string, MomentDialect | PeopleDialect>>

/** Longer texts are not dates; trying each way to read one with thousands of spaces would take minutes. */
export const length_max = 300

/** A local time, with the zone or offset that is written after it, or a number of hours or minutes from now. */
export type WrittenMoment =
  | { readonly instant: Instant }
  | { readonly wall: WallTime; readonly isDay: boolean; readonly zone?: string }

/**
 * The moment that a whole text means; undefined for other texts. A day without a time is its midnight. Hour 24 is that
 * of the next day. Days are counted from `today`, or from that of `now`; `time` is that of the day, if it is not in the
 * text.
 */
export function momentOf(
  text: string,
  { days, timeOf, before_time = /^/, with_zone = /^(.*)$/s, rolls = false, keeps_time = false }: MomentDialect,
  {
    now,
    zone: here,
    today,
    time: other_time,
  }: { readonly now: Instant; readonly zone: string; readonly today?: Day; readonly time?: ClockTime | undefined },
): WrittenMoment | undefined {
  if (text.length > length_max) return undefined
  for (const { groups, rest } of dayMatches(text, days)) {
    const [, clock = '', zone_text] = with_zone.exec(rest.trim()) ?? []
    const time_text = clock.replace(before_time, '')
    const time = time_text === '' ? undefined : timeOf(time_text)
    const zone = zone_text === undefined ? undefined : zoneWritten(zone_text)
    if ((time_text !== '' && time === undefined) || (zone !== undefined && !isZone(zone))) continue
    const elapsed_ms = elapsedOf(groups)
    if (elapsed_ms !== undefined && time === undefined) return { instant: now + elapsed_ms }
    // As people write it, `+2h 11:00` is two times.
    if (elapsed_ms !== undefined && !keeps_time) continue
    const from = wallAt(now + (elapsed_ms ?? 0), here)
    const first_day = today ?? dayOf(from)
    const begins = time ?? other_time
    // Deployed services count today.
    const is_over = !rolls && begins !== undefined && wallOn(first_day, begins) < from
    const day = elapsed_ms === undefined ? dayMeant(groups, days, { today: first_day, rolls, is_over }) : dayOf(from)
    if (day === undefined) continue
    const kept_time = keeps_time && (groups.count ?? groups.now) !== undefined ? from.slice(-8) : undefined
    const wall = wallOn(day, time ?? kept_time)
    return { wall, isDay: time === undefined && kept_time === undefined, ...(zone !== undefined && { zone }) }
  }
  return undefined
}

function zoneWritten(text: string): string {
  if (/^CET$/i.test(text)) return '+01:00'
  return text.includes('/') ? text : text.toUpperCase()
}

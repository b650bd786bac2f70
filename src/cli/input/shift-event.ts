// `--shift`: moves the start and the end of an event by the same duration.
import { type Shift, type ShiftProblem, shiftedWall, shiftOf } from '../../base/dates/durations.ts'
import { day_ms, instantOf, isZone } from '../../base/dates/zoned-time.ts'
import { CalError } from '../../base/errors.ts'
import type { Json, JsonObject } from '../../base/json.ts'
import type { Text } from '../../base/text/language.ts'

/** Errors: `usage` for a text that isn't a duration. */
export function shiftTyped(text: string): Shift {
  const shift = shiftOf(text)
  if (shift) return shift
  throw new CalError(
    'usage',
    {
      en: `--shift needs a duration such as +1h, -2d or +1w, not "${text}"`,
      de: `--shift erwartet eine Zeitspanne wie +1h, -2d oder +1w, nicht „${text}“`,
    },
    {
      hint: {
        en: 'units: w weeks, d days, h hours, m minutes; +1d12h combines them',
        de: 'Einheiten: w Wochen, d Tage, h Stunden, m Minuten; +1d12h kombiniert sie',
      },
    },
  )
}

export interface ShiftedDates {
  readonly start_date: string
  readonly end_date: string
  /** Effects of daylight saving time. */
  readonly notes: readonly Text[]
}

/** The dates after the shift, in the event's own zone. Errors: `refused` if services could not store the new time. */
export function shiftedDates(event: JsonObject, shift: Shift): ShiftedDates {
  const [start, end] = [wallOf(event, 'start_date'), wallOf(event, 'end_date')]
  const named = { en: `event ${event.id}`, de: `Termin ${event.id}` }
  if (event.all_day === true && shift.elapsed_ms > 0)
    throw new CalError('refused', {
      en: `${named.en} is an all-day event and cannot move by ${shift.text}: --shift needs days or weeks here`,
      de: `${named.de} ist ganztägig und lässt sich nicht um ${shift.text} verschieben: --shift erwartet hier Tage oder Wochen`,
    })
  const zone = zoneOf(event, shift)
  const [start_date, end_date] = [moved(start, shift, { zone, named }), moved(end, shift, { zone, named })]
  const notes = event.all_day === true ? [] : clockNotes({ start, end, start_date, end_date }, shift, { zone, named })
  return { start_date, end_date, notes }
}

function wallOf({ id, ...event }: JsonObject, name: 'start_date' | 'end_date'): string {
  const value = event[name]
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value) && !value.startsWith('0000'))
    return value
  throw new CalError('refused', {
    en: `event ${id} has no ${name} to move`,
    de: `Termin ${id} hat kein ${name}, das sich verschieben ließe`,
  })
}

/** Shifting by days doesn't depend on the zone: if it is unknown, UTC is used. */
function zoneOf({ id, timezone }: JsonObject, { elapsed_ms }: Shift): string {
  if (typeof timezone === 'string' && isZone(timezone)) return timezone
  if (elapsed_ms === 0) return 'UTC'
  throw new CalError('refused', {
    en: `event ${id} has the unknown time zone "${textOf(timezone)}": --shift needs days or weeks here`,
    de: `Termin ${id} hat die hier unbekannte Zeitzone „${textOf(timezone)}“: --shift erwartet Tage oder Wochen`,
  })
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}

interface Moving {
  readonly zone: string
  readonly named: Text
}

function moved(wall: string, shift: Shift, { zone, named }: Moving): string {
  const found = shiftedWall(wall, shift, zone)
  if (typeof found === 'string') return found
  throw new CalError('refused', problemText(found, { zone, named }), {
    hint: {
      en: 'use another duration, or specify --start-date and --end-date',
      de: 'eine andere Zeitspanne wählen oder --start-date und --end-date angeben',
    },
  })
}

function problemText({ problem, at }: ShiftProblem, { zone, named }: Moving): Text {
  const time = at.slice(0, -3)
  switch (problem) {
    case 'skipped':
      return {
        en: `${named.en} would move to ${time}, which clocks in ${zone} skip that day`,
        de: `${named.de} fiele auf ${time}, diese Uhrzeit entfällt an dem Tag aber in ${zone}`,
      }
    case 'repeated':
      return {
        en: `${named.en} would move to the second ${time}, and services store the first: clocks in ${zone} show it twice`,
        de:
          `${named.de} fiele auf das zweite ${time}, Dienste speichern aber das erste: ` +
          `die Uhrzeit kommt in ${zone} zweimal vor`,
      }
    case 'year':
      return {
        en: `${named.en} would move out of the years 0 to 9999`,
        de: `${named.de} läge außerhalb der Jahre 0 bis 9999`,
      }
  }
}

type Times = Readonly<Record<'start' | 'end' | 'start_date' | 'end_date', string>>

/**
 * Across a clock change, shifting by days keeps the time of day and may change the duration; shifting by hours does the
 * opposite.
 */
function clockNotes(
  { start, end, start_date, end_date }: Times,
  { sign, days, elapsed_ms }: Shift,
  { zone, named }: Moving,
): readonly Text[] {
  if (elapsed_ms === 0) {
    const [was, is] = [elapsedBetween(start, end, zone), elapsedBetween(start_date, end_date, zone)]
    if (was === is) return []
    return [
      {
        en: `${named.en} lasts ${lengthText(is)} instead of ${lengthText(was)}: clocks in ${zone} change during it`,
        de:
          `${named.de} dauert ${lengthText(is)} statt ${lengthText(was)}: ` +
          `währenddessen werden die Uhren in ${zone} umgestellt`,
      },
    ]
  }
  const wanted_ms = sign * (days * day_ms + elapsed_ms)
  const pairs = [
    ['start_date', start, start_date],
    ['end_date', end, end_date],
  ] as const
  return pairs
    .filter(([, from, to]) => elapsedBetween(from, to, 'UTC') !== wanted_ms)
    .slice(0, 1)
    .map(([field, from, to]) => ({
      en: `${named.en}: clocks in ${zone} change in between, so ${field} ${from.slice(0, -3)} becomes ${to.slice(0, -3)}`,
      de:
        `${named.de}: die Uhren in ${zone} werden dazwischen umgestellt, ` +
        `aus ${field} ${from.slice(0, -3)} wird daher ${to.slice(0, -3)}`,
    }))
}

function elapsedBetween(from: string, to: string, zone: string): number {
  return instantOf(to, zone) - instantOf(from, zone)
}

/** `1 h 30 min` */
function lengthText(duration_ms: number): string {
  const minutes = Math.round(duration_ms / 60_000)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [...(hours > 0 ? [`${hours} h`] : []), ...(rest > 0 || hours === 0 ? [`${rest} min`] : [])].join(' ')
}

// Dates of a command as the interface takes them: words and offsets become wall clocks, a duration becomes an end.
import { endOf } from '../../base/dates/durations.ts'
import { CalError } from '../../base/errors.ts'
import { carriesOffset, parseDate, nonexistent } from '../../base/dates/date-parser.ts'
import { flagOf } from '../../spec/derive.ts'
import type { Parameters } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'

export interface InputClock {
  readonly now: number
  /** Where words such as `tomorrow` are read. */
  readonly zone: string
  /** The zone of the event that is written, where it is known; deployed services drop offsets. */
  readonly event_zone: string | undefined
}

export interface DateReading {
  readonly writes: boolean
  /** Fields whose text stays as it is. */
  readonly except?: ReadonlySet<string>
}

/**
 * Every date in the interface's own form; what is no date of ours is left to the service.
 * Fails:  `usage` for a day or a time that no calendar has: deployed services read 2026-02-30 as 2 March.
 */
export function withDates(
  values: Values,
  parameters: Parameters,
  clocks: InputClock,
  { writes, except }: DateReading,
): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (parameters[name]?.form !== 'datetime' || typeof value !== 'string' || except?.has(name)) return [name, value]
      const missing = nonexistent(value)
      if (missing)
        throw new CalError(
          'usage',
          {
            en: `${flagOf(name)}: there is no ${missing.en} in "${value}"`,
            de: `${flagOf(name)}: ${missing.de} gibt es nicht: „${value}“`,
          },
          {
            hint: {
              en: 'write year-month-day, such as 2026-12-31 or "2026-12-31 18:00"; see cal help dates',
              de: 'Jahr-Monat-Tag angeben, zum Beispiel 2026-12-31 oder „2026-12-31 18:00“; siehe cal help dates',
            },
          },
        )
      return [name, parseDate(value, { now: clocks.now, zone: zoneOf(name, value, clocks, writes) })]
    }),
  )
}

/**
 * `start_date` and what `--duration` says give the end. Fails with `usage` without a start, and if `--end-date` is
 * given too.
 */
export function withDuration(values: Values, duration: string, { event_zone }: InputClock): Values {
  const { start_date, end_date, all_day } = values
  if (end_date !== undefined) throw excluding()
  if (typeof start_date !== 'string')
    throw new CalError('usage', {
      en: '--duration counts from --start-date, which is missing',
      de: '--duration zählt ab --start-date, das fehlt',
    })
  return {
    ...values,
    end_date: endOf({
      start: start_date,
      duration,
      all_day: all_day === true || all_day === 'true',
      ...(event_zone === undefined ? {} : { zone: event_zone }),
    }),
  }
}

export function excluding(): CalError {
  return new CalError('usage', {
    en: '--duration and --end-date exclude each other',
    de: '--duration und --end-date schließen einander aus',
  })
}

function zoneOf(name: string, value: string, { zone, event_zone }: InputClock, writes: boolean): string {
  if (name.endsWith('_utc')) return 'UTC'
  if (!writes || !carriesOffset(value)) return event_zone ?? zone
  if (event_zone !== undefined) return event_zone
  throw new CalError(
    'usage',
    {
      en: `${value} has an offset, and the event's zone is not known: services would drop the offset`,
      de: `${value} hat einen Zeitversatz, und die Zone des Termins ist nicht bekannt: Dienste ließen den Versatz fallen`,
    },
    {
      hint: {
        en: 'give --timezone, or set one: cal config set timezone Europe/Berlin',
        de: '--timezone angeben, oder eine festlegen: cal config set timezone Europe/Berlin',
      },
    },
  )
}

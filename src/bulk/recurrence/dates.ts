// The dates of a series as a list of limited length, by COUNT and UNTIL: a longer series is rejected, not truncated.
import { instantOfUtc, utcWall, type WallTime } from '../../base/dates/zoned-time.ts'
import { t, type Text } from '../../base/text/language.ts'
import type { Rule } from './rule.ts'
import { timesOf } from './times.ts'

export interface Series {
  readonly rule: Rule
  readonly start: WallTime
  readonly all_day: boolean
  /** Only dates between these are wanted. */
  readonly from: WallTime
  readonly to: WallTime
  /** `UNTIL` on the series' own clock. */
  readonly until: WallTime | undefined
  /** The first start counts as the first of COUNT, whether the rule names it or not: RFC 5545, 3.8.5.3. */
  readonly counts_start: boolean
  /** Times that the clock skips are not occurrences and are not counted: RFC 5545, 3.3.10. */
  readonly isOnClock: (wall: WallTime) => boolean
}

export interface SeriesDates {
  readonly walls: readonly WallTime[]
  /** Whether the rule names the first start. */
  readonly names_start: boolean
  /** Times omitted because the clock skips them. */
  readonly skipped: readonly WallTime[]
}

/** A series of more dates is usually a mistake. */
const dates_max = 5_000

/** The dates in chronological order, or the reason why they cannot be listed. */
export function seriesDatesOf(series: Series): SeriesDates | Text {
  const { rule, start, from, until } = series
  const names_start = isNamed(series)
  const walls: WallTime[] = []
  const skipped: WallTime[] = []
  const to = until !== undefined && until < series.to ? until : series.to
  const left = rule.count === undefined ? Infinity : rule.count - (series.counts_start && !names_start ? 1 : 0)
  let counted = 0
  const walk = timesOf({ rule, start, all_day: series.all_day, from: rule.count === undefined ? from : start, to })
  for (let next = walk.next(); counted < left; next = walk.next()) {
    if (next.done) {
      if (next.value === 'not_found') return t('it has no further dates')
      if (left < Infinity && series.to > '9999-12-30')
        return tooFew(rule.count ?? 0, rule.count === undefined ? 0 : rule.count - left + counted)
      break
    }
    if (!series.isOnClock(next.value)) {
      if (next.value >= from) skipped.push(next.value)
      if (skipped.length > dates_max) return tooMany
      continue
    }
    counted++
    if (next.value >= from) walls.push(next.value)
    if (walls.length > dates_max || counted > counted_max) return tooMany
  }
  return { walls, names_start, skipped }
}

/** Maximum number of dates that are counted: a series with COUNT is counted from its start, even before `from`. */
const counted_max = 200_000

export function isDates(dates: SeriesDates | Text): dates is SeriesDates {
  return 'walls' in dates
}

function isNamed({ rule, start, all_day }: Series): boolean {
  const [first] = timesOf({ rule, start, all_day, from: start, to: start })
  return first === start
}

/** The last moment of a day, or the moment itself. */
export function lastMoment(at: string): WallTime {
  return at.length === 10 ? `${at} 23:59:59` : at
}

/** The time `seconds` later on the same clock. */
export function shifted(wall: WallTime, seconds: number): WallTime {
  return utcWall(instantOfUtc(wall) + seconds * 1000)
}

function tooFew(count: number, found: number): Text {
  return t('it has {found} of {count} dates before the year 10000', { found, count })
}

const tooMany: Text = t('it expands to more than {dates_max} events', { dates_max })

// A month on a terminal that is too narrow for titles in a grid: a dot for each event.
import { type Day, daysLater, weekdayOf, weekOf } from '../../base/dates/days.ts'
import { shortDay, weekdaysFrom } from '../../base/dates/day-names.ts'
import { fitted } from '../output/text-width.ts'
import { type CalendarEntry, isBar, touches } from './calendar-entry.ts'
import type { ViewOptions } from './view-options.ts'

const margin = 4
const cell = 5
const dots_max = 3

/** The weeks that begin on these days, two lines each. */
export function narrowWeeks(
  month: string,
  weeks: readonly Day[],
  entries: readonly CalendarEntry[],
  look: ViewOptions,
): readonly string[] {
  const { palette, language, week_start } = look
  const head = weekdaysFrom(week_start).map((weekday) => fitted(` ${shortDay(weekday, language)}`, cell))
  return [
    palette.faint(fitted(language === 'de' ? 'KW' : 'Wk', margin)) + head.join(''),
    ...weeks.flatMap((week) => {
      const days = Array.from({ length: 7 }, (_, i) => daysLater(week, i))
      const number = String(weekOf(days.find((day) => weekdayOf(day) === 4) ?? week)).padStart(2)
      return [
        palette.faint(fitted(number, margin)) + days.map((day) => numberCell(day, month, look)).join(''),
        ' '.repeat(margin) + days.map((day) => dotsCell(day, entries, look)).join(''),
      ]
    }),
  ].map((line) => line.trimEnd())
}

function numberCell(day: Day, month: string, { palette, today }: ViewOptions): string {
  const number = String(Number(day.slice(8))).padStart(2)
  if (day === today) return (palette.colored ? palette.today(` ${number} `) : `[${number}]`) + ' '.repeat(cell - 4)
  const text = fitted(` ${number}`, cell)
  return day.startsWith(month) ? text : palette.faint(text)
}

/** As many dots as fit, then a plus. */
function dotsCell(day: Day, entries: readonly CalendarEntry[], { palette }: ViewOptions): string {
  // A night counts where it began.
  const here = entries.filter((one) => (isBar(one) ? touches(one, day, day) : one.first_day === day))
  const dots = here.slice(0, dots_max).map((entry) => palette.dot(entry))
  const more = here.length > dots_max ? '+' : ''
  return ` ${dots.join('')}${more}${' '.repeat(cell - 1 - dots.length - more.length)}`
}

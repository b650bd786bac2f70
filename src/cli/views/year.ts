// Twelve small months; days with events have a dot.
import { type Day, daysLater, daysOfMonth } from '../../base/dates/days.ts'
import { fitted } from '../output/text-width.ts'
import { weekStartBefore } from './grid.ts'
import { footerOf } from './footer.ts'
import type { ViewOptions } from './view-options.ts'
import { monthName, shortDay, weekdaysFrom } from '../../base/dates/day-names.ts'
import { type CalendarEntry, touches } from './calendar-entry.ts'

const month_width = 21
const gap = '   '

export function yearPicture(year: string, entries: readonly CalendarEntry[], look: ViewOptions): string {
  const months = Array.from({ length: 12 }, (_, i) =>
    monthLines(`${year}-${String(i + 1).padStart(2, '0')}`, entries, look),
  )
  const across = [6, 4, 3, 2].find((count) => count * (month_width + gap.length) - gap.length <= look.columns) ?? 1
  const lines = [look.palette.title(year)]
  for (let first = 0; first < 12; first += across) lines.push('', ...sideBySide(months.slice(first, first + across)))
  const span = { from: `${year}-01-01`, to: `${year}-12-31` }
  return `${lines.join('\n')}\n\n${footerOf(span, entries, look)}\n`
}

function sideBySide(months: readonly (readonly string[])[]): readonly string[] {
  const height = Math.max(...months.map((lines) => lines.length))
  return Array.from({ length: height }, (_, i) =>
    months
      .map((lines) => lines[i] ?? ' '.repeat(month_width))
      .join(gap)
      .trimEnd(),
  )
}

function monthLines(month: string, entries: readonly CalendarEntry[], look: ViewOptions): readonly string[] {
  const { language, palette, week_start } = look
  const last = `${month}-${daysOfMonth(month)}`
  const head = weekdaysFrom(week_start)
    .map((weekday) => ` ${shortDay(weekday, language).slice(0, 2)}`)
    .join('')
  const lines = [palette.title(fitted(` ${monthName(month, language)}`, month_width)), palette.faint(head)]
  for (let week = weekStartBefore(`${month}-01`, week_start); week <= last; week = daysLater(week, 7))
    lines.push(
      Array.from({ length: 7 }, (_, i) => daysLater(week, i))
        .map((day) => (day.startsWith(month) ? dayCell(day, entries, look) : '   '))
        .join(''),
    )
  return lines
}

function dayCell(day: Day, entries: readonly CalendarEntry[], { palette, today }: ViewOptions): string {
  const number = String(Number(day.slice(8))).padStart(2)
  const first = entries.find((entry) => touches(entry, day, day))
  const mark = first ? palette.dot(first) : ' '
  if (day === today) return palette.colored ? mark + palette.today(number) : `>${number}`
  return mark + number
}

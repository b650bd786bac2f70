// The last lines of a view: the number of events, the days, the zone, and the legend of the colors.
import { type Day, weekdayOf } from '../../base/dates/days.ts'
import { shortDate, shortDay } from '../../base/dates/day-names.ts'
import type { DaySpan } from '../../base/dates/periods.ts'
import type { Language } from '../../base/text/language.ts'
import { counted, resources } from '../../spec/resources.ts'
import { isolated } from '../output/terminal.ts'
import { wrapped } from '../output/text-width.ts'
import type { CalendarEntry } from './calendar-entry.ts'
import type { ViewOptions } from './view-options.ts'

/** Without a line feed at the end. */
export function footerOf({ from, to }: DaySpan, shown: readonly CalendarEntry[], options: ViewOptions): string {
  const { language, palette, columns, zone } = options
  const parts = [
    counted(shown.length, resources.events, language),
    from === to
      ? dayText(from, language, true)
      : `${dayText(from, language, from.slice(0, 4) !== to.slice(0, 4))} – ${dayText(to, language, true)}`,
    ...(zone === undefined ? [] : [zone]),
  ]
  // Lines are broken only between parts.
  const summary = wrapped(parts.map((part) => part.replaceAll(' ', '\u00a0')).join(' · '), columns, 3)
  return [...summary.map((line) => palette.faint(line.replaceAll('\u00a0', ' '))), ...legendLines(shown, options)].join(
    '\n',
  )
}

/** `Sat 21 Nov 2026`, `Sa 21. Nov. 2026` */
function dayText(day: Day, language: Language, with_year: boolean): string {
  const text = `${shortDay(weekdayOf(day), language)} ${shortDate(day, language)}`
  return with_year ? `${text} ${day.slice(0, 4)}` : text
}

/** `• Music  • Film, Theatre`: categories that share a color share a dot. None without colors. */
function legendLines(shown: readonly CalendarEntry[], { palette, columns }: ViewOptions): readonly string[] {
  if (!palette.colored) return []
  const colors = new Map<string, { readonly dot: string; readonly names: Set<string> }>()
  for (const entry of shown) {
    if (entry.category === '') continue
    const dot = palette.dot(entry)
    const color = colors.get(dot) ?? { dot, names: new Set<string>() }
    colors.set(dot, color)
    color.names.add(entry.category_name)
  }
  const entries = [...colors.values()].map(({ dot, names }) => ({ dot, text: [...names].sort().join(', ') }))
  const lines: string[] = []
  let width = columns
  for (const { dot, text } of entries) {
    const [shown = ''] = wrapped(text, columns - 2, 1)
    const needs = shown.length + 4
    if (width + needs > columns) {
      lines.push('')
      width = -2
    }
    const gap = width < 0 ? '' : '  '
    lines.push(`${lines.pop() ?? ''}${gap}${dot} ${isolated(shown)}`)
    width += needs
  }
  return lines
}

// `cal agenda`: a list of days with their events, including events that began earlier.
import { type Day, daysBetween, daysLater } from '../../base/dates/days.ts'
import { longDay } from '../../base/dates/day-names.ts'
import { type DaySpan, daysOf } from '../../base/dates/periods.ts'
import { type Language, t } from '../../base/text/language.ts'
import { escapeControlsInLine } from '../../base/text/untrusted-text.ts'
import { isListedOn, lastsDays, statusText, timeOnDay } from '../../spec/event-parts.ts'
import { cellsOf } from '../output/fields.ts'
import { isolated } from '../output/terminal.ts'
import { blanksAfter, cut, widthOf, wrapped } from '../output/text-width.ts'
import type { CalendarEntry } from './calendar-entry.ts'
import { footerOf, type ViewOptions } from './view-options.ts'

/** The minimum width for columns; on narrower terminals, other fields are printed below the title. */
const columns_min = 60
const cell_min = 8
const cell_lines_max = 4

interface AgendaOptions {
  /** They replace title, venue and id. */
  readonly fields?: readonly string[] | undefined
  /** Events that last days are listed on their first day only. */
  readonly once?: boolean
}

/** The days with events, or a line that there are none. */
export function agendaText(
  { from, to }: DaySpan,
  entries: readonly CalendarEntry[],
  options: ViewOptions,
  { fields, once = false }: AgendaOptions = {},
): string {
  const days = daysOf({ from, to })
    .map((day) => {
      const here = entries
        .filter((entry) => isListedOn(entry, day, from) && (!once || day === from || day === entry.first_day))
        .toSorted((a, b) => Number(b.all_day) - Number(a.all_day))
      return { day, rows: here.map((entry) => rowOf(entry, day, { options, fields })) }
    })
    .filter(({ rows }) => rows.length > 0)
  if (days.length === 0) return `${noEventsText(from, to, options.language)}\n`
  const all_rows = days.flatMap(({ rows }) => rows)
  const layout = layoutOf(all_rows, options)
  const blocks = days.map(({ day, rows }) =>
    [cut(headOf(day, options), options.columns), ...rows.flatMap((row) => rowLines(row, layout, options))].join('\n'),
  )
  return `${blocks.join('\n\n')}\n\n${footerOf({ from, to }, entries, options)}\n`
}

function headOf(day: Day, { language, palette, today }: ViewOptions): string {
  const words = {
    [today]: t('today'),
    [daysLater(today, 1)]: t('tomorrow'),
    [daysLater(today, -1)]: t('yesterday'),
  }[day]
  const title = palette.title(longDay(day, language))
  return words ? `${title} ${palette.faint(`· ${words[language]}`)}` : title
}

interface Row {
  readonly entry: CalendarEntry
  readonly time: string
  /** The title, the venue and the id, or the chosen fields. */
  readonly cells: readonly string[]
}

function rowOf(
  entry: CalendarEntry,
  day: Day,
  { options: { language }, fields }: { readonly options: ViewOptions; readonly fields: readonly string[] | undefined },
): Row {
  const cells = fields
    ? cellsOf(entry.item, fields, ', ').map((text) => escapeControlsInLine(text.replace(/\s+/g, ' ')))
    : [titleOf(entry, day, language), entry.venues[0]?.name ?? '', `#${entry.id}`]
  return { entry, time: timeOnDay(entry, day, language), cells }
}

interface AgendaLayout {
  readonly time: number
  readonly cells: readonly number[]
  readonly stacked: boolean
}

/** Columns are as wide as their widest text; the widest column is reduced until a line fits. */
function layoutOf(rows: readonly Row[], { columns }: ViewOptions): AgendaLayout {
  const time = Math.max(...rows.map((row) => widthOf(row.time)))
  const widths = (rows[0]?.cells ?? []).map((_, i) => Math.max(...rows.map(({ cells }) => widthOf(cells[i] ?? ''))))
  const room = columns - indentOf(time) - 2 * (widths.length - 1)
  if (columns < columns_min) return { time, cells: widths.map(() => columns - indentOf(time)), stacked: true }
  for (let over = widths.reduce((sum, width) => sum + width, 0) - room; over > 0; over -= 1) {
    const widest = widths.indexOf(Math.max(...widths))
    if ((widths[widest] ?? 0) <= cell_min) break
    widths[widest] = (widths[widest] ?? 0) - 1
  }
  return { time, cells: widths, stacked: false }
}

/** The column of the title. */
function indentOf(time: number): number {
  return 2 + time + 3
}

function rowLines({ entry, time, cells }: Row, layout: AgendaLayout, options: ViewOptions): readonly string[] {
  const { palette } = options
  const parts = layout.stacked
    ? [stackedLines(cells, layout.cells[0] ?? cell_min, options)]
    : cells.map((cell, i) => wrapped(cell, layout.cells[i] ?? cell_min, cell_lines_max))
  const height = Math.max(1, ...parts.map((lines) => lines.length))
  const first = `  ${time}${blanksAfter(time, layout.time)} ${palette.dot(entry)} `
  return Array.from({ length: height }, (_, k) => {
    const texts = parts.map((lines, i) => {
      const text = lines[k] ?? ''
      const shown = isolated(text)
      return (text.startsWith('#') && i > 0 ? palette.faint(shown) : shown) + blanksAfter(text, layout.cells[i] ?? 0)
    })
    return ((k === 0 ? first : ' '.repeat(indentOf(layout.time))) + texts.join('  ')).trimEnd()
  })
}

/** The title, with the other fields below. */
function stackedLines(
  [title = '', ...others]: readonly string[],
  width: number,
  options: ViewOptions,
): readonly string[] {
  const rest = others.filter((text) => text !== '').join(' · ')
  return [
    ...wrapped(title, width, cell_lines_max),
    ...wrapped(rest, width, 2).map((line) => options.palette.faint(line)),
  ]
}

function titleOf(entry: CalendarEntry, day: Day, language: Language): string {
  const { title, first_day, last_day } = entry
  const status = statusText(entry.status, language)
  const lasts = daysBetween(first_day, last_day) + 1
  const nth = daysBetween(first_day, day) + 1
  const part = lasts === 1 || !lastsDays(entry) ? '' : t(' (day {nth} of {lasts})', { nth, lasts })[language]
  return `${title}${part}${status === '' ? '' : ` [${status}]`}`
}

export function noEventsText(from: Day, to: Day, language: Language): string {
  if (from === to) return t('No events on {day}.', { day: longDay(from, language) })[language]
  const span = t('{day} to {day_2}', { day: longDay(from, language), day_2: longDay(to, language) })[language]
  return t('No events: {span}.', { span })[language]
}

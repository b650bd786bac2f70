// The options of calendar views, and the lines below them.
import { Chalk, type ChalkInstance } from 'chalk'
import { spanText, type Weekday } from '../../base/dates/day-names.ts'
import type { Day } from '../../base/dates/days.ts'
import type { DaySpan } from '../../base/dates/periods.ts'
import { type Language, nameOrder } from '../../base/text/language.ts'
import { dayText } from '../../spec/event-parts.ts'
import { resources } from '../../spec/resources.ts'
import { isolated, markSequence } from '../output/terminal.ts'
import { wrapped } from '../output/text-width.ts'
import type { CalendarEntry } from './calendar-entry.ts'

export interface ViewOptions {
  readonly language: Language
  readonly palette: Palette
  readonly columns: number
  /** Height of the terminal; undefined if the output isn't a terminal. */
  readonly lines?: number | undefined
  readonly week_start: Weekday
  readonly today: Day
  /** The zone of all times; undefined for the zone of each event. */
  readonly zone?: string | undefined
}

export interface Palette {
  bar(entry: CalendarEntry, text: string): string
  /** The dot before timed events. */
  dot(entry: CalendarEntry): string
  title(text: string): string
  today(text: string): string
  faint(text: string): string
  readonly colored: boolean
}

export function paletteOf({ color }: { readonly color: boolean }): Palette {
  const chalk = new Chalk({ level: color ? 1 : 0 })
  const bars = [
    chalk.bgCyan.black,
    chalk.bgMagenta.black,
    chalk.bgGreen.black,
    chalk.bgBlue.whiteBright,
    chalk.bgRed.whiteBright,
    chalk.bgMagentaBright.black,
    chalk.bgBlueBright.black,
    chalk.bgRedBright.black,
  ].map(marked)
  const dots = [
    chalk.cyan,
    chalk.magenta,
    chalk.green,
    chalk.blue,
    chalk.red,
    chalk.magentaBright,
    chalk.blueBright,
    chalk.redBright,
  ].map(marked)
  const none = { bar: marked(chalk.inverse), dot: marked(chalk) }
  const pick = (colors: readonly Style[], { categories: [category] }: CalendarEntry, otherwise: Style) =>
    (category && colors[category.color]) ?? otherwise
  return {
    bar: (entry, text) => pick(bars, entry, none.bar)(text),
    dot: (entry) => pick(dots, entry, none.dot)('•'),
    title: marked(chalk.bold),
    today: marked(chalk.bold.inverse),
    faint: marked(chalk.dim),
    colored: color,
  }
}

type Style = (text: string) => string

/** A style whose control sequences are marked as our own. */
function marked(style: ChalkInstance): Style {
  const [open = '', close = ''] = style('\0')
    .split('\0')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the colors.
    .map((codes) => codes.replace(/\u001b\[[\d;]*m/g, markSequence))
  return (text) => `${open}${text}${close}`
}

/** Without a line feed at the end. */
export function footerOf({ from, to }: DaySpan, shown: readonly CalendarEntry[], options: ViewOptions): string {
  const { language, palette, columns, zone } = options
  const parts = [
    resources.events.counted(shown.length)[language],
    from === to ? dayText(from, { language }) : spanText({ from, to }, language),
    ...(zone === undefined ? [] : [zone]),
  ]
  // Lines are broken only between parts.
  const summary = wrapped(parts.map((part) => part.replaceAll(' ', '\u00a0')).join(' · '), columns, 3)
  return [...summary.map((line) => palette.faint(line.replaceAll('\u00a0', ' '))), ...legendLines(shown, options)].join(
    '\n',
  )
}

/** `• Music  • Film, Theatre`: categories that share a color share a dot. None without colors. */
function legendLines(shown: readonly CalendarEntry[], { palette, columns, language }: ViewOptions): readonly string[] {
  if (!palette.colored) return []
  const colors = new Map<string, { readonly dot: string; readonly names: Set<string> }>()
  for (const entry of shown) {
    const [category] = entry.categories
    if (category === undefined) continue
    const dot = palette.dot(entry)
    const color = colors.get(dot) ?? { dot, names: new Set<string>() }
    colors.set(dot, color)
    color.names.add(category.name)
  }
  const compareNames = nameOrder(language)
  const entries = [...colors.values()].map(({ dot, names }) => ({
    dot,
    text: [...names].sort(compareNames).join(', '),
  }))
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

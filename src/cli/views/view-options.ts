// The options of a view, and its colors: those of the categories, as numbered by `colorOfCategory`.
import { Chalk, type ChalkInstance } from 'chalk'
import type { Weekday } from '../../base/dates/day-names.ts'
import type { Day } from '../../base/dates/days.ts'
import type { Language } from '../../base/text/language.ts'
import { markSequence } from '../output/terminal.ts'
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
  const pick = (colors: readonly Style[], { color }: CalendarEntry, otherwise: Style) =>
    (color === undefined ? undefined : colors[color]) ?? otherwise
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

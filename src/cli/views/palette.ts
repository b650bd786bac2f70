// Colours of a calendar view: one for each category, readable on light and dark grounds; yellow is not on light ones.
import { Chalk, type ChalkInstance } from 'chalk'
import type { Occasion } from './occasion.ts'

export interface Palette {
  bar(occasion: Occasion, text: string): string
  /** The dot before what has a time. */
  dot(occasion: Occasion): string
  title(text: string): string
  today(text: string): string
  faint(text: string): string
  readonly colored: boolean
}

export function paletteOf({ color }: { readonly color: boolean }): Palette {
  const chalk = new Chalk({ level: color ? 1 : 0 })
  const bars = [chalk.bgCyan.black, chalk.bgMagenta.black, chalk.bgGreen.black, chalk.bgBlue.whiteBright, chalk.bgRed.whiteBright]
  const dots = [chalk.cyan, chalk.magenta, chalk.green, chalk.blue, chalk.red]
  const none = { bar: chalk.inverse, dot: chalk }
  const pick = (colors: readonly ChalkInstance[], { category }: Occasion, otherwise: ChalkInstance) =>
    category === '' ? otherwise : (colors[slotOf(category) % colors.length] ?? otherwise)
  return {
    bar: (occasion, text) => pick(bars, occasion, none.bar)(text),
    dot: (occasion) => pick(dots, occasion, none.dot)('•'),
    title: chalk.bold,
    today: color ? chalk.bold.inverse : (text) => text,
    faint: chalk.dim,
    colored: color,
  }
}

/** The same category has the same colour on every screen and every day. */
function slotOf(category: string): number {
  return [...category].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521, 7)
}

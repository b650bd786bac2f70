// Lines that need no splitting: words alone, and `--help` among them. Commander is half of what such a start would
// load: D-310.
import type { SplitArguments } from './split.ts'

/** The same as `split` gives for these words; undefined where it takes the flags of the command to tell. */
export function plainLine(words: readonly string[]): SplitArguments | undefined {
  const operands = words.filter((word) => word !== '--help' && word !== '-h')
  if (operands.some((word) => word.length > 1 && word.startsWith('-'))) return undefined
  return { said: new Map(operands.length < words.length ? [['help', true]] : []), operands, after: [] }
}

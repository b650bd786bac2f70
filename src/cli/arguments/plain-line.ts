// Command lines without flags other than `--help`, which need no parser: loading commander takes 7 of 110 ms of CPU of
// `cal events get 1`, and 6 of 73 of `cal --help`.
import type { SplitArguments } from './split.ts'

/** The same result as `splitArguments`; undefined if the line has flags. */
export function plainLine(words: readonly string[]): SplitArguments | undefined {
  const operands = words.filter((word) => word !== '--help' && word !== '-h')
  if (operands.some((word) => word.length > 1 && word.startsWith('-'))) return undefined
  return { typed: new Map(operands.length < words.length ? [['help', true]] : []), operands, after: [] }
}

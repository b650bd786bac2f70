// Which flag was meant by one that a command does not have: a misspelled one, or what other tools call the same.
import { closest } from '../../base/text/closest.ts'

/** By the words people try first; only flags that the command has are named. */
const called_elsewhere: Readonly<Record<string, readonly string[]>> = {
  '--starts-after': ['--from', '--since', '--after', '--von', '--ab'],
  '--starts-before': ['--to', '--until', '--before', '--bis'],
  '--start-date': ['--date', '--day', '--when', '--datum', '--beginn'],
  '--end-date': ['--ende'],
  '--search': ['--query', '--filter', '--find', '--suche'],
  '--venue': ['--place', '--location', '--ort'],
  '--title': ['--name'],
  '--sort': ['--order', '--order-by', '--sortby'],
  '--limit': ['--count', '--max', '--top'],
  '--yes': ['--force'],
  '--api-root': ['--url', '--server'],
  '--debug': ['--verbose', '-v'],
  '--dry-run': ['--simulate', '--test'],
}

/** Undefined where nothing is near. */
export function suggestFlag(typed: string, known: readonly string[]): string | undefined {
  const [same] =
    Object.entries(called_elsewhere).find(([flag, others]) => others.includes(typed) && known.includes(flag)) ?? []
  return same ?? closest(typed, known)
}

/** A command that shows what a flag was meant to select. */
export function suggestCommand(typed: string): string | undefined {
  return /^--(today|tomorrow|weekend)$/.exec(typed)?.[1]
}

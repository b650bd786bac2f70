// A line of cal with the flags of the command: what an answer proposes.
import { typedTimes } from '../../../base/dates/clock-times.ts'
import { resourceNamed } from '../../../spec/resources.ts'
import type { UnknownWordError } from '../../arguments/command-line.ts'
import { type Flag, flagsOf } from '../../arguments/flags.ts'
import type { Command } from '../../types/command.ts'
import { commands } from '../commands.ts'
import { meaningOf, type SplitLine, type TypedFlag } from './flag-words.ts'
import type { Trial } from './trial.ts'

/** A line, which is still to be checked; or what has no place in the command of this path. */
export type Answer =
  | {
      readonly line: readonly string[]
      /** For each typed flag that is replaced, the flags that replace it. */
      readonly changed: readonly (readonly TypedFlag[])[]
    }
  | {
      readonly left: readonly string[]
      readonly path: readonly string[]
      /** They name no record. */
      readonly isMissing?: true
    }

export type Proposed = Extract<Answer, { line: readonly string[] }>

/** The words and flags to answer, and the calendar on which lines are tried. */
export interface Typed extends SplitLine {
  readonly trial: Trial
}

/** What was typed, and what is known of it. */
export interface Context {
  readonly error: UnknownWordError
  readonly typed: Typed
  /** The command that was recognized. */
  readonly own: Command | undefined
  /** As typed, without global flags. */
  readonly argv: readonly string[]
  readonly globals: readonly string[]
}

export function commandAt(path: readonly string[]): Command | undefined {
  const last = path.at(-1) ?? ''
  return commands.find(
    ({ path: own, aliases = [] }) =>
      own.length === path.length &&
      path.slice(0, -1).every((word, i) => word === own[i]) &&
      (own.at(-1) === last || aliases.includes(last)),
  )
}

/** Translates the flags to those of the command; the line has these words before them. */
export function lineOf(path: readonly string[], words: readonly string[], flags: readonly TypedFlag[]): Answer {
  const command = commandAt(path)
  if (!command) return { left: words, path: [] }
  const known = flagsOf(command)
  const kind = command.resource ?? resourceNamed(path[0] ?? '')?.plural
  const meant = startFlags(path, flags).map((flag) => ({ flag, as: meaningOf(flag, spellingsIn(known), { kind }) }))
  // `--force --yes` is `--yes` once.
  const translated = meant
    .flatMap(({ as = [] }) => as)
    .filter(({ name, value }, i, all) => all.findIndex((one) => one.name === name && one.value === value) === i)
  const timed = withTime(translated)
  if (timed.some((one) => words.includes(one.name) || isRepeated(one, timed, known))) return { left: [], path }
  const unknown = meant.filter(({ as }) => as === undefined)
  if (unknown.length > 0) return { left: unknown.map(({ flag }) => flag.name), path }
  const replaced = meant.flatMap(({ flag, as = [] }) => (as.length === 1 && as[0]?.name === flag.name ? [] : [as]))
  return {
    line: [...path, ...words, ...flagWords(timed)],
    changed: timed === translated ? replaced : [...replaced, timed],
  }
}

/** In a new event, `--date` alone is the date of the event, not that of its publication. */
function startFlags([, verb = '']: readonly string[], flags: readonly TypedFlag[]): readonly TypedFlag[] {
  const hasStart = flags.some(({ name }) => /^--(start|time|at|when|from|shift)/.test(name))
  if (hasStart || !/^(create|copy)$/.test(verb)) return flags
  return flags.map((flag) => (flag.name === '--date' ? { ...flag, name: '--start-date' } : flag))
}

/** `--from` and `--after` may mean the same flag: one of the values would be lost. */
function isRepeated({ name }: TypedFlag, flags: readonly TypedFlag[], known: readonly Flag[]): boolean {
  const [own] = known.filter(({ positive, negative, short }) => [positive, negative, short].includes(name))
  const values = new Set(flags.flatMap((flag) => (flag.name === name ? [flag.value] : [])))
  return own?.repeats === false && values.size > 1
}

export function spellingsIn(flags: readonly Flag[]): readonly string[] {
  return flags
    .flatMap(({ positive, negative, short }) => [positive, negative, short])
    .filter((one) => one !== undefined)
}

export function flagWords(flags: readonly TypedFlag[]): readonly string[] {
  return flags.flatMap(({ name, value }) => (value === undefined ? [name] : [name, value]))
}

/** `--date 2026-12-10 --time 19:00` is one date. */
function withTime(flags: readonly TypedFlag[]): readonly TypedFlag[] {
  const starts = flags.filter(({ name }) => name === '--start-date')
  const time = starts.find(({ value = '' }) => typedTimes(value) !== undefined)
  const day = starts.find((one) => one !== time) ?? flags.find(({ name }) => name === '--date')
  const times = typedTimes(time?.value ?? '')
  if (times === undefined || day === undefined) return flags
  const start = times.start.slice(0, 5)
  const ends = times.end === undefined ? [] : [{ name: '--end-date', value: times.end.slice(0, 5) }]
  return flags.flatMap((one) =>
    one === time ? [] : one === day ? [{ name: '--start-date', value: `${day.value} ${start}` }, ...ends] : [one],
  )
}

/** A flag that says how to print, not what to change. */
export function isOutputFlag(name: string): boolean {
  return /^(-o|--(json|output|fields|jq|template|web))$/.test(name)
}

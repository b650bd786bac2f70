// A line of cal with the flags of the command: what an answer proposes.
import { resourceNamed } from '../../../spec/resources.ts'
import { type Flag, flagsOf } from '../../arguments/flags.ts'
import type { Command } from '../../types/command.ts'
import { meaningOf, type SplitLine, type TypedFlag } from './flag-words.ts'

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

export type Find = (path: readonly string[]) => Command | undefined

export interface Typed extends SplitLine {
  readonly find: Find
}

/** Translates the flags to those of the command; the line has these words before them. */
export function lineOf(
  path: readonly string[],
  words: readonly string[],
  { flags, find }: Pick<Typed, 'flags' | 'find'>,
): Answer {
  const command = find(path)
  if (!command) return { left: words, path: [] }
  const known = flagsOf(command)
  const spelled = spellingsIn(known)
  const kind = command.resource ?? resourceNamed(path[0] ?? '')?.plural
  const meant = flags.map((flag) => ({ flag, as: meaningOf(flag, spelled, { kind }) }))
  // `--force --yes` is `--yes` once.
  const translated = meant
    .flatMap(({ as = [] }) => as)
    .filter(({ name, value }, i, all) => all.findIndex((one) => one.name === name && one.value === value) === i)
  const timed = withTime(translated)
  const unknown = meant.filter(({ as }) => as === undefined || as.some((one) => isRepeated(one, timed, known)))
  if (unknown.length > 0) return { left: unknown.map(({ flag }) => flag.name), path }
  const same = (flag: TypedFlag, as: readonly TypedFlag[] = []) => as.length === 1 && as[0]?.name === flag.name
  return {
    line: [...path, ...words, ...flagWords(timed)],
    changed: [
      ...meant.flatMap(({ flag, as }) => (as === undefined || same(flag, as) ? [] : [as])),
      ...(timed === translated ? [] : [timed]),
    ],
  }
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

const clock = String.raw`\d{1,2}(?:[:.]\d\d)?(?: ?(?:[ap]m|uhr|h))?`
const time_of_day = new RegExp(`^(${clock})(?: ?(?:-|–|to|bis) ?(${clock}))?$`, 'i')

/** `--date 2026-12-10 --time 19:00` is one date. */
function withTime(flags: readonly TypedFlag[]): readonly TypedFlag[] {
  const starts = flags.filter(({ name }) => name === '--start-date')
  const time = starts.find(({ value = '' }) => time_of_day.test(value))
  const day = starts.find((one) => one !== time) ?? flags.find(({ name }) => name === '--date')
  if (time === undefined || day === undefined) return flags
  const [, start = '', end] = time_of_day.exec(time.value ?? '') ?? []
  const ends = end === undefined ? [] : [{ name: '--end-date', value: end }]
  return flags.flatMap((one) =>
    one === time ? [] : one === day ? [{ name: '--start-date', value: `${day.value} ${start}` }, ...ends] : [one],
  )
}

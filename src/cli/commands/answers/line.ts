// A line of cal with the flags of its command: typed flags are translated by a table (those of other programs, German
// ones, typing errors), and the line is tried on the calendar before it is proposed.
import { typedTimes } from '../../../base/dates/clock-times.ts'
import { isOneZone, zoneOfCity } from '../../../base/dates/zoned-time.ts'
import { CalError } from '../../../base/errors.ts'
import { closest, editDistance } from '../../../base/text/closest.ts'
import { type Text, sameText, t } from '../../../base/text/language.ts'
import type { Plural, Resource } from '../../../spec/model.ts'
import { nameOfFlag, resourceNamed, resources } from '../../../spec/resources.ts'
import { type Flag, flagsOf, flagSpelled, spellingsOf, takesValue } from '../../arguments/flags.ts'
import { other_flags, other_values } from '../../arguments/spellings.ts'
import type { Command } from '../../types/command.ts'
import type { TryLine } from '../../types/session.ts'
import { commands } from '../commands.ts'
import { inEnglish } from './words.ts'

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
  // `completion --shell zsh`
  const spelled = known.flatMap(spellingsOf)
  const operands = (command.operands ?? [])
    .map((operand) => `--${operand.name.toLowerCase()}`)
    .filter((name) => !spelled.includes(name))
  const meant = flags.map((flag) => ({ flag, as: meaningOf(flag, [...spelled, ...operands], { kind }) }))
  // `--force --yes` is `--yes` once.
  const translated = meant
    .flatMap(({ as = [] }) => as)
    .filter(({ name, value }, i, all) => all.findIndex((one) => one.name === name && one.value === value) === i)
  const timed = withTime(translated)
  if (timed.some((one) => words.includes(one.name) || isRepeated(one, timed, known))) return { left: [], path }
  const unknown = meant.filter(({ as }) => as === undefined)
  if (unknown.length > 0) return { left: unknown.map(({ flag }) => flag.name), path }
  const replaced = meant.flatMap(({ flag, as = [] }) => (as.length === 1 && as[0]?.name === flag.name ? [] : [as]))
  const named = timed.flatMap(({ name, value }) => (operands.includes(name) && value !== undefined ? [value] : []))
  // `export events --kind events`
  const given = named.filter((word) => !words.includes(word))
  return {
    line: [...path, ...given, ...words, ...flagWords(timed.filter(({ name }) => !operands.includes(name)))],
    // A line with another argument is shown as a whole.
    changed: named.length > 0 ? [] : timed === translated ? replaced : [...replaced, timed],
  }
}

/** `--from` and `--after` may mean the same flag: one of the values would be lost. */
function isRepeated({ name }: TypedFlag, flags: readonly TypedFlag[], known: readonly Flag[]): boolean {
  const values = new Set(flags.flatMap((flag) => (flag.name === name ? [flag.value] : [])))
  return flagSpelled(known, name)?.repeats === false && values.size > 1
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

export interface TypedFlag {
  /** As typed, without a value: `--catgory`. */
  readonly name: string
  readonly value: string | undefined
}

export interface SplitLine {
  readonly words: readonly string[]
  readonly flags: readonly TypedFlag[]
}

function isFlag(word: string): boolean {
  return /^--?[a-z?]/i.test(word)
}

/** Separates flags, with their values, from the other words. `known` are the flags that the line may have. */
export function splitLine(argv: readonly string[], known: readonly Flag[]): SplitLine {
  const words: string[] = []
  const flags: TypedFlag[] = []
  for (let i = 0; i < argv.length; i += 1) {
    const word = argv[i] ?? ''
    // `-n5` is `-n 5`.
    const spelled = word.replace(/^-[a-z](?=\d+$)/i, '$&=')
    const [, name, assigned] = /^(--?[a-z?][^=\s]*)(?:=(.*))?$/is.exec(spelled) ?? []
    if (word === '--') return { words: [...words, ...argv.slice(i)], flags }
    if (name === undefined) {
      words.push(word)
      continue
    }
    const next = argv[i + 1]
    // `--sort-by -start`
    const isValue =
      next !== undefined && (!isFlag(next) || /^--(sort|order)/.test(name)) && takesNext(name, next, known)
    // `--no-venue=true` is `--no-venue`.
    const own = name.startsWith('--no-') && assigned === 'true' ? undefined : assigned
    const value = own ?? (isValue ? next : undefined)
    if (assigned === undefined && value !== undefined) i += 1
    flags.push({ name, value })
  }
  return { words, flags }
}

function takesNext(name: string, next: string, known: readonly Flag[]): boolean {
  if (name === '--json')
    return next.split(',').every((one) => /^[a-z_.]+$/i.test(one) && (next.includes(',') || isField(one)))
  if (name === '-n' && /^\d+$/.test(next)) return true
  const own = known.filter((flag) => spellingsOf(flag).includes(name))
  if (own.length > 0) return own.some(takesValue)
  // `rm -rf 33 34`
  if (/^-(rf?|fr?)$/i.test(name) && /^#?\d/.test(next)) return false
  if (/^-[a-z]{1,3}$/i.test(name) && !/^-[bfiotnLudlpcXsF]$/.test(name)) return /^\d+$/.test(next)
  return !switches.test(name)
}

/** Flags of other programs that take no value. */
const switches =
  /^--(all-?day|ganztägig|ics|ical|csv|excel|xlsx|force|verbose|silent|reverse|desc|asc|today|tomorrow|weekend|week|add|list|daemon|detach|background|no-.+|headers?|short|overwrite|upsert|apply|simulate|preview|plan|test|hilfe|usage|now|headless|wide|details?|usages?|follow|recursive|open|browser|ja|assume-yes|weekly|daily|monthly|featured|published|free|unused|past|upcoming|future|kommende|vergangene|tree|password-stdin|with-token|token-stdin)$/i

export function isField(name: string): boolean {
  return name === 'start' || Object.values<Resource>(resources).some(({ fields }) => Object.hasOwn(fields, name))
}

/** Flags and values of the command that the typed ones mean; undefined for a flag that means none. */
export function meaningOf(
  { name, value }: TypedFlag,
  known: readonly string[],
  { kind = 'events', nears = true }: { readonly kind?: Plural | undefined; readonly nears?: boolean } = {},
): readonly TypedFlag[] | undefined {
  const spelled = inOurSpelling(name)
  // `--alle` is no list.
  const others = other_flags[name] ?? other_flags[spelled] ?? []
  const flagsIn = (target: string) => target.split(/ (?=--)/).map((flag) => filledFlag(flag, value, { known, kind }))
  const firstOf = (targets: readonly string[]) =>
    targets.map(flagsIn).find((flags) => flags.every((flag) => known.includes(flag.name)))
  // `--filter venue=Hall` is `--venue Hall`; `--filter 'start > 2026-12-10'` is no text to search for.
  if (
    others.includes('--where TEXT') &&
    !known.includes(name) &&
    /[<>=:]|&&| (and|contains|like) /i.test(value ?? '')
  ) {
    const named = assignmentIn(value)
    return named && meaningOf({ name: `--${named.name}`, value: named.value }, known, { kind, nears: false })
  }
  const direct = firstOf([...(other_values[name] ?? []), name, spelled, ...others])
  if (direct) return direct
  // `events delete --search jazz`: a filter of lists.
  const isFilter = ({ name: flag }: TypedFlag) =>
    !flag.startsWith('--no-') && Object.hasOwn(resources[kind].query, nameOfFlag(flag))
  const filter = [spelled, ...others].flatMap(flagsIn).find(isFilter)
  if (filter?.value !== undefined && known.includes('--where'))
    return [{ name: '--where', value: `${nameOfFlag(filter.name)}=${filter.value}` }]
  // `--preis` means `--cost`, so it is not a typing error of `--host`.
  const isTranslated = spelled !== name && isField(nameOfFlag(spelled))
  return nears && others.length === 0 && !isTranslated ? firstOf(nearOf(spelled, known)) : undefined
}

interface FormContext {
  readonly known: readonly string[]
  readonly kind: Plural
}

/** A flag of a row with the value that was typed; one without a name if it takes another value. */
function filledFlag(target: string, value: string | undefined, context: FormContext): TypedFlag {
  const [name = '', form] = target.split(' ')
  const kind = resourceNamed(inEnglish(value ?? ''))?.singular ?? ''
  if (form === undefined) return { name, value }
  if (form === '-') return { name: name.replace('KIND', kind), value: undefined }
  const read = forms[form]
  const taken = read ? value && read(value, context) : value === undefined ? form : undefined
  return { name: taken === undefined ? '' : name, value: taken }
}

/** What a flag takes of the value that was typed for another one. */
const forms: Readonly<Record<string, (value: string, context: FormContext) => string | undefined>> = {
  // In a list, `--start-date` alone has no end.
  DAY: (value, { known }) => (known.includes('--starts-after') ? value : undefined),
  // In cal, `--starts-before 2026-12-10` includes that day.
  MIDNIGHT: (value) => (value.includes(':') ? value : `${value} 00:00`),
  // `--date` of cal is the date of the publication.
  START: (value, { known }) => (known.includes('--starts-after') ? undefined : value),
  // Other programs count minutes.
  MINUTES: (value) => value.replace(/^\d+$/, '$&m'),
  FIELDS: (value, { kind }) =>
    value
      .split(',')
      .map((name) => sortField(name, kind) ?? name)
      .join(','),
  BODY: (value) => (/^\s*[{[@]/.test(value) ? value : undefined),
  TEXT: (value) => value,
  FIELD: (value) => (isField(value) ? value : undefined),
  JQ: (value) => (/^[.[]/.test(value) ? value : undefined),
  SORT: (value, { kind }) =>
    /^(asc|desc)$/i.test(value)
      ? `${/^d/i.test(value) ? '-' : ''}${kind === 'events' ? 'start_date' : resources[kind].name}`
      : value.replace(/^(-?)\.?(.*)$/s, (_, sign: string, name: string) => `${sign}${sortField(name, kind) ?? name}`),
  ZONE: (value) => (isOneZone(value) ? value : zoneOfCity(value)),
}

/** `venue=City Hall`, `venue: City Hall` */
export function assignmentIn(text: string | undefined): { readonly name: string; readonly value: string } | undefined {
  const [, name, value] = /^([\p{L}_-]+) ?(?:==?|:) ?"?([^"=/]+)"?$/u.exec(text ?? '') ?? []
  return name === undefined || value === undefined ? undefined : { name, value }
}

function sortField(typed: string, kind: Plural): string | undefined {
  const name = typed.toLowerCase()
  if (kind === 'events' && /^(start|date|time|datum|beginn|zeit|when)$/.test(name)) return 'start_date'
  if (kind === 'events' && /^(end|ende)$/.test(name)) return 'end_date'
  if (/^(name|title|titel)$/.test(name)) return resources[kind].name
  return name === 'id' || Object.hasOwn(resources[kind].fields, name) ? name : undefined
}

/** `--post_title`, `--startDate`, `--preis` → `--title`, `--start-date`, `--cost`. */
export function inOurSpelling(name: string): string {
  // `-limit` is `--limit`, but `-la` is no word.
  if (!/^--|^-[a-z]{4}/i.test(name)) return name
  const words = name.replace(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`).replaceAll('_', '-')
  return `--${inEnglish(words.toLowerCase().replace(/^--?((post|event|set)-)?/, ''))}`
}

/** Of nearly the same spelling: a flag, or the name in another program that was mistyped (`--form` for `--from`). */
function nearOf(name: string, known: readonly string[]): readonly string[] {
  // `--all` of lists is not `--all-day`.
  if (!name.startsWith('--') || name === '--all') return []
  // `feed --port`: a flag of another command is spelled right.
  if (commands.some((command) => flagSpelled(flagsOf(command), name))) return []
  // Compared without the dashes, which would count as equal letters.
  const near = closest(
    name.slice(2),
    known.filter((flag) => flag.startsWith('--')).map((flag) => flag.slice(2)),
  )
  const mistyped = Object.keys(other_flags).filter((one) => one.length > 5 && editDistance(one, name) === 1)
  return [
    ...(near === undefined ? [] : [`--${near}`]),
    ...(name.length < 6 ? [] : mistyped.flatMap((one) => other_flags[one] ?? [])),
  ]
}

/** What the line lacks, or why it is not proposed. */
export type Checked = { readonly note?: Text } | { readonly problem: Text }

/** The calendar of the line that was typed; every answer is `undefined` if it cannot be read. */
export class Trial {
  readonly #tryLine: TryLine | undefined
  readonly #tried = new Map<string, ReturnType<TryLine>>()
  #isReadable: Promise<boolean> | undefined

  constructor(tryLine: TryLine | undefined) {
    this.#tryLine = tryLine
  }

  /** The first of these kinds with a record of this id or name; `none` if there is no such record. */
  async kindOf(target: string, kinds: readonly Plural[]): Promise<Plural | 'none' | undefined> {
    if (!(await this.canRead())) return undefined
    for (const kind of kinds) {
      const { error } = await this.#run([kind, 'get', target, '-o', 'ids'])
      // Several records of this name: the command lists them.
      if (error === undefined || error.problem === 'ambiguous name') return kind
    }
    return 'none'
  }

  /** Whether a list has a record. */
  async finds(line: readonly string[]): Promise<boolean | undefined> {
    if (!(await this.canRead())) return undefined
    const { stdout, error } = await this.#run([...line, '--limit', '1', '-o', 'ids'])
    return error === undefined && stdout.trim() !== ''
  }

  /** Whether a line that writes would be executed; with `--dry-run`, where no flag can take it as its value. */
  async writes(line: readonly string[]): Promise<Checked> {
    const { error } = await this.#run(line.toSpliced(line[0] === 'add' ? 1 : 2, 0, '--dry-run'))
    if (error?.code !== 'usage') return {}
    const { text, hint } = error
    if (error.problem === 'missing fields') return { note: text }
    return { problem: hint ? t('{problem}; {hint}', { problem: text, hint }) : text }
  }

  /** Whether a line that lists would be executed: `--venue luna` names no venue. */
  async reads(line: readonly string[]): Promise<Checked> {
    const lists = line[1] === 'list' || /^(agenda|search)$/.test(line[0] ?? '')
    if (!lists || line.some((word) => /^--(watch|web)$/.test(word)) || !(await this.canRead())) return {}
    const { error } = await this.#run(line.filter((word) => word !== '--all'))
    if (error?.code === 'usage' && line[0] === 'agenda') return { problem: error.text }
    return error && /^(usage|not_found)$/.test(error.code) ? { note: error.text } : {}
  }

  /** Several rows may ask for the same name. */
  #run(line: readonly string[]): ReturnType<TryLine> {
    const key = line.join('\n')
    const none = { stdout: '', error: new CalError('unreachable', sameText('')) }
    const tried = this.#tried.get(key) ?? this.#tryLine?.(line) ?? Promise.resolve(none)
    this.#tried.set(key, tried)
    return tried
  }

  /** Whether the calendar can be read. */
  canRead(): Promise<boolean> {
    this.#isReadable ??= this.#run(['events', 'list', '--limit', '1', '-o', 'ids']).then(
      ({ error }) => error === undefined,
    )
    return this.#isReadable
  }
}

// The error for a flag that a command doesn't have: what it may mean, by the spelling of other programs and in German.
import { series_hint } from '../../base/dates/repetition.ts'
import { CalError } from '../../base/errors.ts'
import { closest, didYouMean, editDistance } from '../../base/text/closest.ts'
import { t, type Text } from '../../base/text/language.ts'
import { shellWord } from '../../base/text/quoted.ts'
import type { Plural, Resource } from '../../spec/model.ts'
import { flagOf, nameOfFlag, resourceNamed, resources } from '../../spec/resources.ts'
import type { Flag } from './flags.ts'
import { sameFor } from './german-words.ts'
import { global_options } from './options.ts'

interface TypedFlag {
  /** As typed, without a value: `--catgory`. */
  readonly name: string
  /** What follows it on the line. */
  readonly value: string | undefined
  /** Of the command; empty if there is none. */
  readonly path: readonly string[]
  /** All arguments of the command. */
  readonly words: readonly string[]
}

export function unknownFlag(typed: TypedFlag, flags: readonly Flag[]): CalError {
  const known = flags.flatMap(({ positive, negative }) => [positive, negative]).filter((one) => one !== undefined)
  const line = ['cal', ...typed.path, '--help'].join(' ')
  const isRepeat = repeat_flags.test(typed.name) || typed.words.some((word) => repeat_flags.test(word))
  if (isRepeat && /^(add|events)$/.test(typed.path[0] ?? ''))
    return new CalError('usage', t('unknown flag {name}', { name: typed.name }), { hint: series_hint })
  return new CalError('usage', t('unknown flag {name}', { name: typed.name }), {
    hint: isFilterOfWhere(typed.name, flags)
      ? didYouMean(`--where ${typed.name.slice(2)}=…`)
      : (wholeLine(typed, flags) ??
        meantHere(typed, known) ??
        meantElsewhere(typed, false) ??
        closeHere(typed, known) ??
        meantElsewhere(typed, true) ??
        t('list all flags: {line}', { line })),
  })
}

const repeat_flags =
  /^--(repeats?|repeating|recurrence|recurring|recur|rrule|every|weekly|daily|monthly|wiederholen|wiederholung|wöchentlich)$/

/** The whole line if more than a flag is to be replaced; undefined if a part of it has no known meaning. */
function wholeLine({ path, words }: TypedFlag, flags: readonly Flag[]): Text | undefined {
  const line = path.join() === 'add' ? addLine(words) : undefined
  if (line !== undefined) return didYouMean(line)
  if (path[0] === 'export') return exportsList(words) ? didYouMean(exportLine(words)) : undefined
  if (!/^(list|create|update|copy)$/.test(path[1] ?? '')) return undefined
  const { operands, typed, unknown, changed } = parsed(words, flags)
  if (unknown.length > 0 || changed.length + (path[1] === 'create' ? operands.length : 0) < 2) return undefined
  return lineHint(repaired(path, operands, typed), words)
}

/** A length that nobody typed makes the line an example. */
function lineHint(line: string, words: readonly string[]): Text {
  const isExample = / --duration \d+[hd]$/.test(line) && !words.includes('--duration')
  return isExample ? t('for example: {line}', { line }) : didYouMean(line)
}

/**
 * The line with the flags of other programs replaced, and what was typed without a flag as `--title`, `--name` or
 * `--search`.
 */
export function repairedLine(path: readonly string[], words: readonly string[], flags: readonly Flag[]): string {
  const { operands, typed } = parsed(words, flags)
  return repaired(path, operands, typed)
}

/** `add Yoga --date tomorrow --time 18:00 --all-day` → `add 'Yoga tomorrow 18:00'`: what these flags hold are words. */
function addLine(words: readonly string[]): string | undefined {
  const title: string[] = []
  const dates: string[] = []
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i] ?? ''
    const [, name = '', assigned] = /^(--[a-z-]+)(?:=(.*))?$/i.exec(word) ?? []
    if (word === '--all-day') continue
    if (name === '') title.push(word)
    else if (/^--(date|day|on|when|time|at|start|start-date|from|end|end-date|to|until|duration|for)$/.test(name)) {
      if (/^--(end|end-date|to|until)$/.test(name)) dates.push('to')
      dates.push(assigned ?? words[i + 1] ?? '')
      if (assigned === undefined) i += 1
    } else return undefined
  }
  const own = /^(event|termin)$/i.test(title[0] ?? '') ? title.slice(1) : title
  return own.length === 0 ? undefined : `cal add ${shellWord([...own, ...dates].join(' '))}`
}

type Typed = readonly [flag: string, value: string | undefined]

function repaired([kind = '', verb = '']: readonly string[], operands: readonly string[], typed: readonly Typed[]) {
  const own = verb === 'list' ? '--search' : kind === 'events' ? '--title' : '--name'
  const takes_own = verb === 'list' || verb === 'create'
  const all = [...(takes_own && operands.length > 0 ? [[own, operands.join(' ')] as const] : []), ...withTime(typed)]
  const has = (pattern: RegExp) => all.some(([flag]) => pattern.test(flag))
  const needs_end =
    kind === 'events' && verb === 'create' && has(/^--start-date$/) && !has(/^(--(end-date|duration|file|data)|-f)$/)
  const end: readonly Typed[] = needs_end ? [['--duration', has(/^--all-day$/) ? '1d' : '2h']] : []
  const line = ['cal', kind, verb, ...(takes_own ? [] : operands.map(shellWord)), ...[...all, ...end].map(flagText)]
  return line.join(' ')
}

function flagText([flag, value]: Typed): string {
  return value === undefined ? flag : `${flag} ${shellWord(value)}`
}

const clock = String.raw`\d{1,2}(?:[:.]\d\d)?(?: ?(?:[ap]m|uhr|h))?`
const time_of_day = new RegExp(`^${clock}( ?(-|–|to|bis) ?${clock})?$`, 'i')

/** `--date 2026-12-10 --time 19:00` is one date. */
function withTime(typed: readonly Typed[]): readonly Typed[] {
  const time = typed.find(([flag, value]) => flag === '--start-date' && time_of_day.test(value ?? ''))
  const day =
    typed.find((one) => one[0] === '--start-date' && one !== time) ?? typed.find(([flag]) => flag === '--date')
  if (time === undefined || day === undefined) return typed
  const [, start = '', end] = new RegExp(`^(${clock})(?: ?(?:-|–|to|bis) ?(${clock}))?$`, 'i').exec(time[1] ?? '') ?? []
  const ends: readonly Typed[] = end === undefined ? [] : [['--end-date', end]]
  return typed.flatMap((one) =>
    one === time ? [] : one === day ? [['--start-date', `${day[1]} ${start}`] as const, ...ends] : [one],
  )
}

/** The arguments of a command with flags of other programs replaced, and the flags that it doesn't have. */
export function acceptedArguments(words: readonly string[], flags: readonly Flag[]) {
  const { operands, typed } = parsed(words, flags)
  const isKnown = ([name, given]: Typed) => {
    const flag = flags.find(({ positive, negative, short }) => [positive, negative, short].includes(name))
    return flag !== undefined && (given !== undefined || flag.value === undefined || flag.preset !== undefined)
  }
  const [kept, dropped] = [typed.filter(isKnown), typed.filter((one) => !isKnown(one)).map(([flag]) => flag)]
  return {
    words: [...operands, ...kept.flatMap(([flag, value]) => (value === undefined ? [flag] : [flag, value]))],
    dropped,
  }
}

/** The operands and flags of a line, with flags of other programs replaced. */
function parsed(words: readonly string[], flags: readonly Flag[]) {
  const known = flags.flatMap(({ positive, negative, short }) => [positive, negative, short]).filter(isText)
  const operands: string[] = []
  const typed: Typed[] = []
  const unknown: string[] = []
  const changed: string[] = []
  for (let i = 0; i < words.length; i += 1) {
    const [, name, assigned] = /^(--?[a-z][^=]*)(?:=(.*))?$/is.exec(words[i] ?? '') ?? []
    if (name === undefined) {
      operands.push(words[i] ?? '')
      continue
    }
    const spelled = inOurSpelling(name)
    const meant = known.includes(name)
      ? name
      : known.includes(spelled)
        ? spelled
        : (meaningOf(spelled, known, assigned ?? words[i + 1]) ??
          closestFlag(spelled, known) ??
          meaningOf(closestName(spelled), known))
    const [, from, to] = /^(--[\w-]+) VALUE\([^)]*\) (--[\w-]+) VALUE/.exec(meant ?? '') ?? []
    if (from !== undefined && to !== undefined) {
      const value = assigned ?? words[i + 1]
      if (assigned === undefined) i += 1
      typed.push([from, value], [to, value])
      changed.push(name)
      continue
    }
    if (meant === undefined || /^cal |[ (]/.test(meant)) unknown.push(name)
    if (meant !== name) changed.push(name)
    const flag = flags.find(({ positive, short }) => positive === meant || short === meant)
    const takes_value = flag ? flag.value !== undefined && flag.preset === undefined : !known.includes(meant ?? '')
    const next = words[i + 1]
    const isValue = assigned === undefined && takes_value && next !== undefined && !/^--?[a-z]/i.test(next)
    if (isValue) i += 1
    const isComplete = !takes_value || isValue || assigned !== undefined
    typed.push([isComplete && meant !== undefined ? meant : name, isValue ? next : assigned])
  }
  return { operands, typed, unknown, changed }
}

function isText(value: string | undefined): value is string {
  return value !== undefined
}

const export_files: Readonly<Record<string, string>> = { excel: 'csv', xlsx: 'csv', ical: 'ics', yml: 'yaml' }

/** Flags that `events list` has and `export` doesn't. */
function exportsList(words: readonly string[]): boolean {
  return words.some((word) => {
    const name = word.replace(/=.*$/s, '')
    return (
      /^--?[a-z]/i.test(name) && !/^(--(to|format|stable|fields|sort)|-o)$/.test(name) && listFlag(name) !== undefined
    )
  })
}

function listFlag(name: string): string | undefined {
  const known = flagsFor('events', 'list')
  const spelled = inOurSpelling(name)
  return known.includes(spelled) && !(nameOfFlag(spelled) in global_options)
    ? spelled
    : meaningOf(spelled, known)?.match(/^--(?!yes|all|fields|output)[\w-]+$/)?.[0]
}

/**
 * The line that exports what was typed after `export`: `events --ics -o a.ics` → `cal export events --to a.ics`; with
 * filters of a list, `cal events list --start-date 2026-12 --all -o ics > a.ics`.
 */
export function exportLine(words: readonly string[]): string {
  const kinds: string[] = []
  const others: string[] = []
  const filters: string[] = []
  let [file, format]: [string?, string?] = []
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i] ?? ''
    const [, name = '', assigned] = /^(--?[a-z][^=]*)(?:=(.*))?$/is.exec(word) ?? []
    const next = words[i + 1]
    const value = assigned ?? (name !== '' && next?.startsWith('-') === false ? next : undefined)
    const skip = () => (i += assigned === undefined && value !== undefined ? 1 : 0)
    const kind = resourceNamed(word)?.plural
    const filter = name === '' ? undefined : listFlag(name)
    if (kind !== undefined) kinds.push(kind)
    else if (/^(--(to|output|file|format)|-[of])$/.test(name) && value !== undefined) {
      skip()
      if (/[./]/.test(value)) file = value
      else format = export_files[value] ?? value
    } else if (/^--(ics|ical|csv|json|yaml|ndjson|xlsx|excel)$/.test(name))
      format = export_files[name.slice(2)] ?? name.slice(2)
    else if (filter !== undefined) {
      skip()
      filters.push(filter, ...(value === undefined ? [] : [value]))
    } else if (name === '' && file === undefined) file = word
    else others.push(word)
  }
  const extension = /\.(\w+)$/.exec(file ?? '')?.[1]
  if (filters.length > 0) {
    const output = format ?? export_files[extension ?? ''] ?? extension ?? 'json'
    const line = ['cal', kinds[0] ?? 'events', 'list', ...filters.map(shellWord), '--all', '-o', output]
    return [...line, ...(file === undefined ? [] : ['>', shellWord(file)])].join(' ')
  }
  const needs_format = format !== undefined && format !== (export_files[extension ?? ''] ?? extension)
  return [
    'cal export',
    ...(kinds.length > 0 ? kinds : format === 'csv' || format === 'ics' ? ['events'] : []),
    ...(needs_format ? ['--format', format] : []),
    ...(file === undefined ? [] : ['--to', shellWord(file)]),
    ...others.map((word) => shellWord(word)),
  ].join(' ')
}

/** `cal wait events --search jazz`: suggests `--where`, which takes the filters of lists. */
function isFilterOfWhere(name: string, flags: readonly Flag[]): boolean {
  const takes_filters =
    flags.some(({ positive }) => positive === '--where') && flags.every(({ group }) => group !== 'filters')
  return takes_filters && Object.values<Resource>(resources).some(({ query }) => nameOfFlag(name) in query)
}

/** The flag of this command, or another command. */
function meantHere(typed: TypedFlag, known: readonly string[]): Text | undefined {
  const { path } = typed
  const name = inOurSpelling(typed.name)
  const first = path.length === 0 && Object.hasOwn(without_command, name) ? without_command[name] : undefined
  if (first !== undefined) return didYouMean(`cal ${filled(first, typed)}`)
  if (file_flags.includes(name) && takes_files.includes(path.join(' ')))
    return didYouMean(filled(`cal ${path.join(' ')} VALUE(events.csv)`, typed))
  if (id_flags.includes(name) && path.length > 1)
    return didYouMean(filled(`cal ${path[0]} ${path[1] === 'list' ? 'get' : path[1]} VALUE(15) …`, typed))
  const fed = path.join() === 'feed' ? resourceNamed(name.slice(2)) : undefined
  if (fed) return didYouMean(filled(`cal feed ${fed.singular} VALUE(…)`, typed))
  if (name === '--next' && ['week', 'month'].includes(path.join())) return didYouMean(`cal next ${path[0]}`)
  if (known.includes(name)) return didYouMean(name)
  const meaning = meaningOf(name, known, typed.value) ?? meaningOfCluster(name, known)
  if (meaning?.startsWith('--where ')) return t('to select records, use a filter such as {meaning}', { meaning })
  return meaning === undefined ? undefined : didYouMean(filled(meaning, typed))
}

/** The flag of this command with nearly this spelling, or with a meaning of nearly this spelling. */
function closeHere(typed: TypedFlag, known: readonly string[]): Text | undefined {
  const name = inOurSpelling(typed.name)
  const meaning = closestFlag(name, known) ?? meaningOf(closestName(name), known)
  return meaning === undefined ? undefined : didYouMean(filled(meaning, typed))
}

/** The command of the same kind of records that has such a flag: `cal search jazz --from friday`. */
function meantElsewhere(typed: TypedFlag, isClose: boolean): Text | undefined {
  const { path, value } = typed
  const other = fullerCommand(path)
  if (other === undefined) return undefined
  const [kind, verb] = other
  const known = flagsFor(kind, verb)
  const name = inOurSpelling(typed.name)
  const close = isClose && verb !== 'list' ? closestFlag(name, known) : undefined
  const meant = known.includes(name) ? name : (meaningOf(name, known) ?? close)
  if (meant === undefined || meant.startsWith('cal ')) return undefined
  const rest = /VALUE|=/.test(meant) || value === undefined ? '' : ` ${shellWord(value)}`
  // `search concert --category music`
  const text = typed.words
    .slice(
      0,
      Math.max(
        0,
        typed.words.findIndex((word) => word.startsWith('-')),
      ),
    )
    .join(' ')
  const searched = path[0] === 'search' && text !== '' ? `--search ${shellWord(text)} ` : ''
  const targets = verb === 'update' ? targetsIn(typed) : searched
  return didYouMean(`cal ${kind} ${verb} ${targets}${filled(meant, typed)}${rest}`)
}

/** The words before the first flag. */
function targetsIn({ words }: TypedFlag): string {
  const at = words.findIndex((word) => word.startsWith('-'))
  return at < 1 ? '… ' : `${words.slice(0, at).map(shellWord).join(' ')} `
}

/** The words of a line with flags of other programs replaced: `--category jazz` → `--categories jazz`. */
export function inOurFlags(words: readonly string[], kind: string | undefined, verb: string): readonly string[] {
  const known = flagsFor(resourceNamed(kind ?? '')?.plural ?? 'events', verb)
  return words.map((word) => {
    const [, name = '', rest = ''] = /^(--?[^=]+)(=.*)?$/s.exec(word) ?? []
    const meant = known.includes(name) ? name : meaningOf(inOurSpelling(name), known)
    return meant === undefined || /[ (]/.test(meant) ? word : `${meant}${rest}`
  })
}

function flagsFor(kind: Plural, verb: string): readonly string[] {
  const { query, fields } = resources[kind]
  const own = verb === 'list' ? { ...query, ...list_names } : { ...fields, ...edit_names }
  return [...Object.keys(own), ...Object.keys(global_options), 'yes'].map(flagOf)
}

const list_names = { all: 1, limit: 1, any_date: 1, where: 1 }
const edit_names = { where: 1, duration: 1, add_categories: 1, remove_categories: 1, add_tags: 1, remove_tags: 1 }

/** The command with the flags that are missed at another one. */
function fullerCommand([word, verb]: readonly string[]): readonly [Plural, string] | undefined {
  if (word === 'add') return ['events', 'create']
  if (verb === undefined) return word === undefined || less_than_list.includes(word) ? ['events', 'list'] : undefined
  const kind = resourceNamed(word ?? '')?.plural
  if (kind === undefined) return undefined
  return verb === 'edit' ? [kind, 'update'] : verb === 'get' ? [kind, 'list'] : undefined
}

const less_than_list = ['search', 'export', 'feed', 'agenda', 'day', 'today', 'tomorrow', 'weekend', 'week', 'month']

/** `--post_title`, `--set-title`, `--startDate` → `--title`, `--title`, `--start-date`. */
function inOurSpelling(name: string): string {
  if (!name.startsWith('--')) return name
  const words = name.replace(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`).replaceAll('_', '-')
  return words.toLowerCase().replace(/^--(post|event|set)-/, '--')
}

/** `-la`: the first of its letters that has a meaning. */
function meaningOfCluster(name: string, known: readonly string[]): string | undefined {
  if (!/^-[a-z]{2,3}$/i.test(name)) return undefined
  return [...name.slice(1)].map((letter) => meaningOf(`-${letter}`, known)).find((one) => one !== undefined)
}

/** `value` is what follows the flag. */
function meaningOf(name: string | undefined, known: readonly string[], value?: string): string | undefined {
  if (name !== undefined && days_of_list.includes(name) && known.includes('--starts-after'))
    return '--start-date VALUE(2026-12-24) --end-date VALUE(2026-12-24)'
  // As in az and aws; a search has no such words.
  if (name === '--query' && known.includes('--jq')) {
    if (/^[.[]/.test(value ?? '')) return '--jq'
    if (Object.values<Resource>(resources).some(({ fields }) => Object.hasOwn(fields, value ?? ''))) return '--fields'
  }
  const meanings = name !== undefined && Object.hasOwn(other_flags, name) ? other_flags[name] : undefined
  return meanings?.find((one) => one.startsWith('cal ') || known.includes(one.split(' ')[0] ?? ''))
}

/** Compared without the dashes, which would count as equal letters. */
function closestFlag(typed: string, known: readonly string[]): string | undefined {
  if (!typed.startsWith('--')) return undefined
  const near = closest(
    typed.slice(2),
    known.filter((flag) => flag.startsWith('--')).map((flag) => flag.slice(2)),
  )
  return near === undefined ? undefined : `--${near}`
}

/** The name in another program that was mistyped: `--form` for `--from`. */
function closestName(typed: string): string | undefined {
  if (typed.length < 6) return undefined
  const names = Object.keys(other_flags).filter(
    (name) => name.length > 5 && !other_flags[name]?.[0]?.startsWith('cal '),
  )
  return names.find((name) => editDistance(name, typed) === 1)
}

/** `VALUE(x)` in a meaning is what was typed after the flag, or x. */
function filled(meaning: string, { value }: TypedFlag): string {
  return meaning
    .replace(/VALUE\(([^)]*)\)/g, (_, standard: string) => (value === undefined ? standard : shellWord(value)))
    .trimEnd()
}

/** Flags for one day; in a list, `--start-date` alone has no end. */
const days_of_list = ['--date', '--day', '--on', '--when', '--wann', '--datum', '--am']

/** Flags for what is an argument of `cal`. */
const file_flags = ['-f', '-i', '--file', '--input']
const takes_files = ['import', 'validate', 'seed']
const id_flags = ['--id', '--ids']

const names = ['--title', '--search', '--venue', '--organizer', '--name']

/** The flags that another program's flag may mean, the likeliest first; `cal …` is a command. */
const other_flags: Readonly<Record<string, readonly string[]>> = {
  ...sameFor(['--starts-after', '--start-date'], '--after', '--min-date', '--starting'),
  ...sameFor(['--starts-before', '--end-date'], '--before', '--max-date'),
  ...sameFor(['--start-date'], '--from', '--since', '--von', '--ab', '--date', '--day', '--when', '--wann', '--datum'),
  ...sameFor(['--start-date'], '--beginn', '--start-time', '--starts-at', '--starts-on', '--dtstart'),
  ...sameFor(['--start-date', '--starts-after'], '--time', '--at', '--start', '--begin', '--uhrzeit', '--on'),
  ...sameFor(['--end-date'], '--to', '--until', '--bis', '--ende', '--end', '--end-time', '--ends-at', '--dtend'),
  ...sameFor(['--search', '--where'], '--query', '--filter', '--find', '--suche', '--grep', '--selector'),
  ...sameFor(['--venue', '--city'], '--place', '--location', '--ort', '--where', '--room'),
  ...sameFor(['--categories'], '--category', '--cat', '--kategorie', '--kategorien', '--type'),
  ...sameFor(['--tags'], '--tag', '--label', '--labels', '--schlagwort'),
  ...sameFor(names, '--name', '--title', '--titel', '-t', '--summary', '--subject'),
  ...sameFor(['--description'], '--desc', '--text', '--body', '--content', '--notes', '--beschreibung'),
  ...sameFor(['--cost'], '--price', '--preis', '--fee'),
  ...sameFor(['--city'], '--town', '--stadt'),
  ...sameFor(['--zip'], '--postcode', '--postal-code', '--plz'),
  ...sameFor(['--duration'], '--dauer', '--length'),
  ...sameFor(['--sort'], '--order', '--order-by', '--orderby', '--sortby', '--sort-by', '--reverse', '--desc', '--asc'),
  ...sameFor(['--limit'], '--count', '--max', '--top', '-L', '-n', '--first', '--head'),
  ...sameFor(['--all'], '-a', '-A'),
  ...sameFor(['--fields'], '--columns', '--select', '--field', '--cols'),
  ...sameFor(['--yes'], '--force', '--no-confirm', '--no-prompt', '--assume-yes', '--apply', '--ja'),
  ...sameFor(['--api-root'], '--url', '--server', '--host', '--endpoint', '--site'),
  ...sameFor(['--port'], '-p'),
  ...sameFor(['--user'], '-u', '--username'),
  ...sameFor(['--watch'], '-w', '--follow'),
  ...sameFor(['--web'], '--browser'),
  ...sameFor(['--debug'], '--verbose', '-v', '--trace'),
  ...sameFor(['--search', '--start-date', '--quiet'], '-s'),
  ...sameFor(['--quiet'], '--silent'),
  ...sameFor(['--help'], '--hilfe', '-?', '--usage', '-help'),
  ...sameFor(['--data'], '-d', '--json-input'),
  ...sameFor(['--dry-run'], '--simulate', '--test', '--preview', '--plan', '--check'),
  ...sameFor(['--on-existing update'], '--overwrite', '--update', '--upsert', '--replace'),
  ...sameFor(['--format ics'], '--ics', '--ical'),
  ...sameFor(['--format csv'], '--csv'),
  ...sameFor(['--profile'], '--calendar', '--context', '--account', '-c'),
  ...sameFor(['--where status=draft', '--any-date'], '--all'),
  ...sameFor(['--file', '--yes', '--output'], '-f'),
  ...sameFor(['cal today'], '--today'),
  ...sameFor(['cal tomorrow'], '--tomorrow'),
  ...sameFor(['cal weekend'], '--weekend'),
  ...sameFor(['--start-date VALUE(2026-12) --end-date VALUE(2026-12)'], '--month', '--monat'),
  ...sameFor(['cal week'], '--week', '--woche'),
  ...sameFor(['cal VALUE(2026)'], '--year', '--jahr'),
  ...sameFor(['cal agenda +VALUE(7)d'], '--next', '--days', '--tage'),
}

/** The commands that flags without a command mean. */
const without_command: Readonly<Record<string, string>> = {
  '-y': 'VALUE(2026)',
  '-m': 'month VALUE(12)',
  '-j': 'month',
  '-w': 'week',
  '--month': 'month VALUE(12)',
  '-l': 'list',
  '--list': 'list',
  '-a': 'list --all',
  '-f': 'import VALUE()',
  '-e': 'add VALUE(…)',
  '--add': 'add VALUE(…)',
}

// The lines that create or export records, and those of commands that take no such arguments.
import { repetitionIn, series_hint } from '../../../base/dates/repetition.ts'
import type { Plural } from '../../../spec/model.ts'
import { flagsOf } from '../../arguments/flags.ts'
import { fieldsIn } from './acting.ts'
import { assignmentIn, type TypedFlag } from './flag-words.ts'
import { type Answer, lineOf, spellingsIn, type Typed } from './line.ts'
import { findDays, other_formats, readQuery } from './read-words.ts'
import { inEnglish, isFiller, kindNamed } from './words.ts'
import { database_extension, withoutDatabasePassword } from '../../../base/database-url.ts'
import { commandLine } from '../../../base/text/closest.ts'
import { t } from '../../../base/text/language.ts'
import { shellWord } from '../../../base/text/quoted.ts'
import { isLocalCalendar } from '../../../client/address/api-root.ts'
import { resourceNamed } from '../../../spec/resources.ts'

/** `add Yoga --date tomorrow --time 18:00 --all-day` → `add 'Yoga tomorrow 18:00'`: what these flags hold are words. */
export async function addAnswer(typed: Typed): Promise<readonly Answer[]> {
  const { words } = typed
  const own = kindNamed(words[0] ?? '') === 'events' ? words.slice(1) : words
  if (repetitionIn([...own, ...typed.flags.map(({ value }) => value ?? '')].join(' ')) !== undefined)
    return [{ advice: series_hint }]
  // Other programs count minutes.
  const flags = typed.flags.map((flag) =>
    flag.name === '--duration' && /^\d+$/.test(flag.value ?? '') ? { ...flag, value: `${flag.value}m` } : flag,
  )
  const dates = flags.filter(({ name, value }) => date_flags.test(name) && value !== undefined)
  const others = flags.filter((flag) => !dates.includes(flag) && flag.name !== '--all-day')
  const texts = dates.flatMap(({ name, value = '' }) => [
    ...(end_flags.test(name) ? [/ende|bis/.test(name) ? 'bis' : 'to'] : []),
    value,
  ])
  // `--ort "Town Library"` → `@ Town Library`
  const marks = others.flatMap((flag) => markFor(flag) ?? [])
  const rest = others.filter((flag) => markFor(flag) === undefined)
  const line = lineOf(['add'], [[...own, ...texts, ...marks].join(' ')], { ...typed, flags: rest })
  const title = own.length === 0 ? [] : [{ name: '--title', value: own.join(' ') }]
  return [
    ...(own.length > 0 ? [line] : []),
    ...(await createAnswer('events', [], { ...typed, flags: [...title, ...flags] })),
  ]
}

function markFor({ name, value = '' }: TypedFlag): string | undefined {
  if (/^--(venue|ort|where|place|location|room|raum)$/.test(name)) return `@ ${value}`
  return /^--(categor(y|ies)|tags?|labels?|kategorien?|schlagw(o|ö)rte?r?)$/.test(name) ? `#${value}` : undefined
}

const date_flags =
  /^--(date|day|on|when|time|at|start|start-date|from|begin|beginn|datum|wann|am|um|uhrzeit|von|end|end-date|to|until|ende|bis|duration|dauer|for)$/
const end_flags = /^--(end|end-date|to|until|ende|bis)$/

/** `venue create 'Town Hall'`, `new event 'Book club' next tuesday 7pm`, `termin anlegen Lesung --ort Hall`. */
export async function createAnswer(kind: Plural, words: readonly string[], typed: Typed): Promise<readonly Answer[]> {
  const { flags } = typed
  const [first = '', ...others] = words
  if (kindNamed(first) === kind && others.length > 0) return createAnswer(kind, others, typed)
  if (repetitionIn(words.join(' ')) !== undefined) return [{ advice: series_hint }]
  // `tag add 44 family`
  if (/^(tags|categories)$/.test(kind) && /^#?\d+$/.test(first) && others.length > 0)
    return [
      lineOf(
        ['events', 'update'],
        [first.replace('#', ''), `--add-${kind}`, others.join(' '), '--create-missing'],
        typed,
      ),
    ]
  const [name_words, fields] = withFields(kind, words, typed)
  if (fields.length > 0) return createAnswer(kind, name_words, { ...typed, flags: [...fields, ...flags] })
  // `tomorrow 18:00 20:00`: a start and an end.
  const named = words.filter((word) => !/^(all-?day|ganztägig|ganztags)$/i.test(word))
  const text = named.join(' ').replace(/(?<![\d:])(\d{1,2}:\d\d) (\d{1,2}:\d\d)(?![\d:])/, '$1-$2')
  const isDated = kind === 'events' && (/\d/.test(text) || (await findDays(text.split(/\s+/))) !== undefined)
  if (isDated && flags.length === 0) return [lineOf(['add'], [text], typed)]
  const name = words.length === 0 ? [] : [kind === 'events' ? '--title' : '--name', text]
  const line = lineOf([kind, 'create'], name, typed, words.length > 0 && flags.length === 0 ? 'use' : undefined)
  if (isDated) return [{ left: words, path: [kind, 'create'] }]
  // `venue "Old Mill" Mill Lane 4`: the quotes end the name. `venue Stadium in Lindenau`
  const at = kind === 'events' ? -1 : words.findIndex((word, i) => i > 0 && /^(in|at|with|from|to|mit|aus)$/.test(word))
  const left = /\s/.test(first) ? others : at === -1 ? [] : words.slice(at)
  if (left.length > 0) return [{ left, path: [kind, 'create'] }]
  return [withEnd(line)]
}

/** The name, and the fields after it: `"Old Mill" address "Mill Lane 4" city=Springfield`. */
function withFields(
  kind: Plural,
  words: readonly string[],
  { find }: Typed,
): readonly [name: readonly string[], fields: readonly TypedFlag[]] {
  const command = find([kind, 'create'])
  const known = command ? spellingsIn(flagsOf(command)) : []
  const at = words.findIndex((word) => assignmentIn(word) !== undefined)
  const [name, rest] =
    at !== -1
      ? [words.slice(0, at), words.slice(at)]
      : words.length > 2 && /\s/.test(words[0] ?? '')
        ? [words.slice(0, 1), words.slice(1)]
        : [words, []]
  const fields = rest.length === 0 ? undefined : fieldsIn(rest, kind, known)
  return fields === undefined ? [words, []] : [name, fields]
}

/** A length that nobody typed makes the line an example. */
function withEnd(answer: Answer): Answer {
  if (!('line' in answer)) return answer
  const { line } = answer
  const has = (...names: readonly string[]) => names.some((name) => line.includes(name))
  if (line[0] !== 'events' || !has('--start-date') || has('--end-date', '--duration', '--file', '-f', '--data'))
    return answer
  return { ...answer, line: [...line, '--duration', has('--all-day') ? '1d' : '2h'], form: 'example' }
}

/**
 * The line that exports what was typed: `events --ics -o a.ics` → `cal export events --to a.ics`; with filters of a
 * list, `cal events list --start-date 2026-12 --all -o ics`.
 */
export async function exportAnswer(words: readonly string[], typed: Typed): Promise<readonly Answer[]> {
  const isFormat = (word: string) => Object.hasOwn(other_formats, word) || /^(ics|csv|json|ndjson|yaml)$/.test(word)
  const format_flag = typed.flags.find(
    ({ name, value }) => isFormat(name.slice(2)) || (/^(--(output|format)|-[of])$/.test(name) && isFormat(value ?? '')),
  )
  const file_flag = typed.flags.find(
    (flag) => flag !== format_flag && /^(--(to|output|file)|-[of])$/.test(flag.name) && isFile(flag.value),
  )
  const file_word = words.find((word) => /[./]/.test(word) && !/^\d|\s/.test(word))
  const format_word = words.find((word) => isFormat(word.toLowerCase()))
  const named =
    format_flag === undefined
      ? format_word
      : isFormat(format_flag.name.slice(2))
        ? format_flag.name.slice(2)
        : format_flag.value
  const file = file_flag?.value ?? file_word
  const extension = /\.(\w+)$/.exec(file ?? '')?.[1]
  const format = named === undefined ? undefined : ours(named.toLowerCase())
  const flags = typed.flags.filter((flag) => flag !== format_flag && flag !== file_flag)
  const rest = words.filter(
    (word) => word !== file_word && word !== format_word && !/^(as|to|als|nach|into|in)$/i.test(word),
  )
  const kinds = [...new Set(rest.flatMap((word) => kindNamed(word) ?? []))]
  const query = await readQuery(rest, kinds[0])
  const { days, filters, text, left } = query
  if (file !== undefined && !isFormat(ours(extension ?? '').toLowerCase()))
    return [{ left: [file_word ?? format_word ?? file], path: ['export'] }]
  const range = days === undefined ? [] : ['--start-date', days, '--end-date', days]
  if (
    left.length > 0 ||
    rest.some(
      (word) =>
        file_word === undefined &&
        word === text &&
        !isFiller(word) &&
        kinds.length === 0 &&
        flags.length === 0 &&
        range.length === 0,
    )
  )
    return [{ left: left.length > 0 ? left : [text], path: ['export'] }]
  const exported = lineOf(['export'], [...kinds, ...exportFlags(kinds, format, file)], { ...typed, flags })
  const exports = range.length === 0 && filters.length === 0 && text === '' && !flags.some(isFilter) ? [exported] : []
  const output = format ?? (extension === undefined ? 'json' : ours(extension))
  const search = text === '' ? [] : ['--search', text]
  const listed = lineOf([kinds[0] ?? 'events', 'list'], [...range, ...filters, ...search], { ...typed, flags })
  if (!('line' in listed) || kinds.length > 1) return [...exports, listed]
  return [
    ...exports,
    {
      ...listed,
      line: [...listed.line, '--all', '-o', output],
      ...(file === undefined ? {} : { file: file.replace(/\.(xlsx?|ods)$/i, '.csv') }),
    },
  ]
}

function isFilter({ name }: TypedFlag): boolean {
  return name === '--since'
}

/** Dates have dots too. */
function isFile(text = ''): boolean {
  return /[./]/.test(text) && !/^\d[\d./-]*$/.test(text)
}

/** `venues.csv` */
function kindOfFile(file = ''): string {
  return kindNamed(/([^/]+)\.\w+$/.exec(file)?.[1] ?? '') ?? 'events'
}

function ours(format: string): string {
  return other_formats[format] ?? format
}

function exportFlags(
  kinds: readonly string[],
  format: string | undefined,
  file: string | undefined,
): readonly string[] {
  const extension = /\.(\w+)$/.exec(file ?? '')?.[1]
  const needs_format = format !== undefined && format !== (extension === undefined ? undefined : ours(extension))
  return [
    ...(kinds.length === 0 && /^(csv|ics)$/.test(format ?? (extension === undefined ? '' : ours(extension)))
      ? [kindOfFile(file)]
      : []),
    ...(needs_format ? ['--format', format] : []),
    ...(file === undefined ? [] : ['--to', file]),
  ]
}

/** `serve start`, `backup to x.db`, `login ada`, `feed --venue Hall`. */
export function special(path: readonly string[], typed: Typed): readonly Answer[] {
  const [name = ''] = path
  const { words, flags } = typed
  const [first = ''] = words
  const line = path.join(' ')
  // `Sicherung erstellen`
  if (name === 'backup' && inEnglish(first) === 'new') return [lineOf(path, ['calendar-backup.db'], typed, 'example')]
  if (/^(serve|mcp|demo)$/.test(name) && /^(start|run|up|serve|server|starten)$/.test(first))
    return forServe(path, { ...typed, words: words.slice(1) })
  if (name === 'serve' && (words.length > 0 || flags.some(isDetached))) return forServe(path, typed)
  if (/^(backup|restore|import)$/.test(name) && words.length === 2 && /^(to|from|nach|von|in|into|aus)$/i.test(first))
    return [lineOf(path, words.slice(1), typed)]
  if (line === 'history undo' && words.every((word) => undo_words.test(word))) return [lineOf(path, [], typed)]
  if (name === 'login' && isUrl(first))
    return [{ advice: t('to connect to a site: cal init {first}', { first: shellWord(first) }) }]
  if (name === 'login' && first !== '')
    return [
      {
        advice: t('for a profile: cal login --profile {first}; as a user: cal login --user {first}', {
          first: shellWord(first),
        }),
      },
    ]
  if (name === 'doctor' && isUrl(first)) return [lineOf(path, ['--api-root', ...words], typed)]
  if (name === 'doc' && first !== '')
    return [lineOf([resourceNamed(first.split('.')[0] ?? '') ? 'explain' : 'help'], words, typed)]
  if (name === 'feed') {
    const kind = flags.find((flag) => resourceNamed(flag.name.slice(2)) && flag.value !== undefined)
    if (kind)
      return [
        lineOf(path, [resourceNamed(kind.name.slice(2))?.singular ?? '', kind.value ?? ''], {
          ...typed,
          flags: flags.filter((one) => one !== kind),
        }),
      ]
  }
  const file = flags.find((flag) => /^(-f|-i|--file|--input)$/.test(flag.name) && flag.value !== undefined)
  if (/^(import|validate|seed)$/.test(line) && file)
    return [lineOf(path, [file.value ?? '', ...words], { ...typed, flags: flags.filter((one) => one !== file) })]
  return []
}

const undo_words = /^(the|my|it|last|latest|change|changes|run|import|die|das|den|letzten?|änderung|lauf|machen)$/i

function isDetached({ name }: TypedFlag): boolean {
  return /^(-d|--daemon|--detach|--background)$/.test(name)
}

function forServe(path: readonly string[], typed: Typed): readonly Answer[] {
  const line = `cal ${path.join(' ')}`
  const { words, flags } = typed
  const [first = ''] = words
  const detached = flags.find((flag) => isDetached(flag) && flag.value === undefined)
  if (detached) {
    const rest = lineOf(path, words, { ...typed, flags: flags.filter((flag) => flag !== detached) })
    const shown = 'line' in rest ? commandLine(rest.line) : line
    return [
      {
        advice: t('cal serve stays in the foreground and has no {flag}: {line}', { flag: detached.name, line: shown }),
      },
    ]
  }
  if (words.length === 0) return [lineOf(path, [], typed)]
  const ports = words.filter((word) => !/^(on|at|port|auf|an)$/i.test(word))
  if (ports.length === 1 && /^\d+$/.test(ports[0] ?? '')) return [lineOf(path, ['--port', ...ports], typed)]
  if (words.length === 1 && (database_extension.test(first) || isLocalCalendar(first)))
    return [lineOf(path, ['--data', withoutDatabasePassword(first)], typed)]
  const command = `${line} … -- ${words.join(' ')}`
  return [{ advice: t('put the command to run after --: {typed}', { typed: command }) }]
}

function isUrl(word: string): boolean {
  return /^https?:|^[\w-]+(\.[\w-]+)+(\/|$)/i.test(word)
}

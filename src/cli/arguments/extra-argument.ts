// Suggests what an argument was meant to be that a command does not take.
import { database_extension, withoutDatabasePassword } from '../../base/database-url.ts'
import { repetitionIn, series_hint } from '../../base/dates/repetition.ts'
import { didYouMean } from '../../base/text/closest.ts'
import { t, type Text } from '../../base/text/language.ts'
import { shellWord } from '../../base/text/quoted.ts'
import { isLocalCalendar } from '../../client/address/api-root.ts'
import { flagOf, resourceNamed } from '../../spec/resources.ts'
import type { Command } from '../types/command.ts'
import { type Flag, flagsOf } from './flags.ts'
import { commandHint } from './other-words.ts'
import { answerOf, isDate } from './sentence.ts'
import { repairedLine } from './unknown-flag.ts'

/** `extra` are the arguments that the command does not take, `words` all arguments after the command. */
export async function extraArgumentHint(
  command: Command,
  extra: readonly string[],
  words: readonly string[],
): Promise<Text | undefined> {
  const [first = ''] = extra
  return (
    typographicHint(first) ??
    (command.path.length === 0 ? await commandHint(extra) : undefined) ??
    namedHint(command, extra) ??
    startHint(command, first) ??
    (await copyHint(command, words)) ??
    (await periodHint(command, extra)) ??
    (await lineHint(command, extra, words)) ??
    (await sentenceHint(command, extra, words)) ??
    (await unquotedHint(first, words, flagsOf(command))) ??
    (command.wrapsCommand ? wrappedHint(command, extra) : ownHint(command, extra, words))
  )
}

/** Editors and chat programs replace `--limit` by `–limit`, and quotes by typographic ones. */
function typographicHint(word: string): Text | undefined {
  if (/^[‐-―−]-?[a-z]/i.test(word)) return didYouMean(word.replace(/^[‐-―−]-?/, '--'))
  if (!/^[“”„«»‘]|[“”«»’]$/.test(word)) return undefined
  return t('use straight quotes: "…"')
}

/** `--title Summer party`: the value of a flag whose quotes are missing. */
async function unquotedHint(
  first: string,
  words: readonly string[],
  flags: readonly Flag[],
): Promise<Text | undefined> {
  const at = words.indexOf(first)
  const [, assigned, start] = /^(--[^=]+)=(.+)$/s.exec(words[at - 1] ?? '') ?? []
  const name = assigned ?? words[at - 2]
  const rest = words.slice(at)
  const end = rest.findIndex((word) => word.startsWith('-'))
  const value = [start ?? words[at - 1] ?? '', ...(end === -1 ? rest : rest.slice(0, end))].join(' ')
  if (words[at - 1] === '-q' || /^\.(\[|[a-z]|$)/i.test(first)) return didYouMean(`--jq ${shellWord(first)}`)
  if (words[at - 1] === '--json') return didYouMean(`--output json --fields ${first}`)
  const flag = flags.find(({ positive }) => positive !== undefined && positive === name)
  if (!flag || !(await takesSpaces(flag, value))) return undefined
  const quoted = `${name} "${value}"`
  return t('put the value in quotes: {quoted}', { quoted })
}

async function takesSpaces({ parameter, record_kind }: Flag, value: string): Promise<boolean> {
  if (parameter?.form === 'datetime') return isDate(value)
  return record_kind !== undefined || (parameter?.type === 'string' && parameter.form === undefined)
}

/** `events list december`: a period is listed by the views. */
async function periodHint({ path: [kind, verb] }: Command, extra: readonly string[]): Promise<Text | undefined> {
  const words = extra.filter((word) => !word.startsWith('-')).join(' ')
  if (kind !== 'events' || verb !== 'list' || !(await isDate(words))) return undefined
  const line = `cal agenda ${words}`
  return t('to list the events of a period: {line}', { line })
}

/** `events create Party friday 8pm`: an event in one line of text. */
async function lineHint(
  { path }: Command,
  extra: readonly string[],
  words: readonly string[],
): Promise<Text | undefined> {
  const own = words.filter((word, i) => word !== '--lang' && words[i - 1] !== '--lang')
  if (path.join(' ') !== 'events create' || extra.length < own.length) return undefined
  if (repetitionIn(extra.join(' ')) !== undefined) return series_hint
  const parts = extra.join(' ').split(/\s+/)
  const ends = await Promise.all(parts.map((_, i) => isDate(parts.slice(i).join(' '))))
  return ends.includes(true) ? didYouMean(`cal add ${shellWord(extra.join(' '))}`) : undefined
}

/** `events list in lindenau`, `list venues in the city` */
async function sentenceHint(
  { path: [kind = '', verb] }: Command,
  extra: readonly string[],
  words: readonly string[],
): Promise<Text | undefined> {
  const plural = resourceNamed(kind)?.plural
  if (verb !== 'list' || plural === undefined || extra.length < words.length) return undefined
  const answer = await answerOf(extra, plural)
  return answer && didYouMean(['cal', ...answer.map(shellWord)].join(' '))
}

/** An extra argument of `serve` is a database file, or the command to run. */
function wrappedHint({ path }: Command, extra: readonly string[]): Text {
  const line = `cal ${path.join(' ')}`
  const [first = ''] = extra
  if (/^\d+$/.test(first)) return didYouMean(`${line} --port ${first}`)
  if (database_extension.test(first) || isLocalCalendar(first))
    return didYouMean(`${line} --data ${withoutDatabasePassword(first)}`)
  const typed = `${line} … -- ${extra.join(' ')}`
  return t('put the command to run after --: {typed}', { typed })
}

/** `serve start`, `mcp run`: what the command does anyway. */
function startHint({ path, operands = [] }: Command, first: string): Text | undefined {
  if (operands.length > 0 || !/^(start|run|up|serve|server)$/.test(first)) return undefined
  return didYouMean(`cal ${path.join(' ')}`)
}

/** What an extra argument of these commands names. */
function namedHint({ path }: Command, [first = '']: readonly string[]): Text | undefined {
  const [name] = path
  if (name === 'login')
    return isUrl(first)
      ? t('to connect to a site: cal init {first}', { first: shellWord(first) })
      : t('for a profile: cal login --profile {first}; as a user: cal login --user {first}', {
          first: shellWord(first),
        })
  if (name === 'doctor' && isUrl(first)) return didYouMean(`cal doctor --api-root ${shellWord(first)}`)
  if (name !== 'doc') return undefined
  const [kind = ''] = first.split('.')
  return didYouMean(`cal ${resourceNamed(kind) ? 'explain' : 'help'} ${shellWord(first)}`)
}

function isUrl(word: string): boolean {
  return /^https?:|^[\w-]+(\.[\w-]+)+(\/|$)/i.test(word)
}

/** `events copy 15 friday` */
async function copyHint({ path }: Command, words: readonly string[]): Promise<Text | undefined> {
  return path.join(' ') === 'events copy' ? commandHint(['clone', ...words]) : undefined
}

/** An extra argument of `list` is usually a search text, of `create` the name. */
function ownHint(command: Command, extra: readonly string[], words: readonly string[]): Text | undefined {
  const { path, parameters = {} } = command
  const [first = '', ...others] = extra
  // `tag add 44 family`
  if (/^(tags|categories) create$/.test(path.join(' ')) && /^\d+$/.test(first) && others.length > 0)
    return didYouMean(`cal events update ${first} --add-${path[0]} ${shellWord(others.join(' '))} --create-missing`)
  if (flagsOf(command).some(({ positive }) => positive === `--${first}`)) return didYouMean(`--${extra.join(' ')}`)
  const [name] =
    path[1] === 'create' ? (Object.entries(parameters).find(([, { required }]) => required) ?? []) : ['search']
  if (name === undefined || !(name in parameters)) return undefined
  const typed =
    path.length === 2
      ? repairedLine(path, words, flagsOf(command))
      : `cal ${path.join(' ')} ${flagOf(name)} ${shellWord(extra.join(' '))}`
  return name === 'search' ? t('to search, use {typed}', { typed }) : t('use {typed}', { typed })
}

// VERB [KIND] TARGET CHANGE: the line that changes the records that are named.
import { shiftOf } from '../../../base/dates/durations.ts'
import type { Plural } from '../../../spec/model.ts'
import { resources } from '../../../spec/resources.ts'
import { flagsOf } from '../../arguments/flags.ts'
import { assignmentIn, meaningOf, type TypedFlag } from './flag-words.ts'
import { acts, isAct, intentOf } from './intents.ts'
import { type Answer, commandAt, lineOf, spellingsIn, type Typed } from './line.ts'
import { dateIn, idOf, inEnglish, isMany, isSentence, joining, kindNamed, plain, separator } from './words.ts'

/** `move 15 +1w`, `rename event 7 to "Jazz"`, `publish 15`, `delete the tag late`; empty for other sentences. */
export async function actLines(words: readonly string[], typed: Typed): Promise<readonly Answer[]> {
  // `trash 15`, `push https://example.org`
  const isPair = kindNamed(words[1] ?? '') !== undefined || /^(#?\d|https?:)/.test(words[1] ?? '')
  const named = intentOf(words.slice(0, isPair ? 2 : 1)) ?? ''
  const act = /^(update|restore)$/.test(named) && (await isMove(words.slice(1))) ? 'move' : named
  const template = acts[act]
  if (template === undefined) return []
  const { kind, ids, name, change } = targetsIn(words.slice(1), /REST|FIELDS/.test(template))
  const targets = ids.length > 0 ? ids : [name]
  const ofEvents = !template.startsWith('KIND')
  if (name === '' && ids.length === 0) return []
  if (change.length > 0 && !/REST|FIELDS/.test(template)) return []
  if (kind && kind !== 'events' && ofEvents) return []
  const looked = await Promise.all(
    targets.map((target) => typed.trial.kindOf(target, kind ? [kind] : ofEvents ? ['events'] : plurals)),
  )
  if (ids.length === 0) {
    // Without a calendar, `move next week` may begin with any word.
    if (looked[0] === undefined && change.length > 0 && !separator.test(change[0] ?? '') && !/\s/.test(name)) return []
    // `show me the jazz nights` asks for a list.
    if (looked[0] === 'none')
      return act === 'get' && words.length > 2
        ? []
        : [{ left: [name], path: [kind ?? 'events', 'list'], isMissing: true }]
  }
  // An id that does not exist shows how the line is written, too.
  const own = looked.find((one) => one !== undefined && one !== 'none') ?? kind ?? 'events'
  const line = await actLine(act, own, [targets, change], typed.flags)
  return line ? [line] : []
}

const plurals = Object.values(resources).map(({ plural }) => plural)

/** `stelle den Termin 15 auf 20 Uhr`, `set 15 to friday` */
async function isMove(words: readonly string[]): Promise<boolean> {
  const [first = '', ...rest] = targetsIn(words, true).change
  const text = rest.join(' ')
  return separator.test(first) && (shiftIn(text) !== undefined || (await isMoment(text)))
}

/** A period, such as next week, is no day. */
async function isMoment(text: string): Promise<boolean> {
  const date = /^\d{1,3}$/.test(text) ? undefined : await dateIn(text)
  return date === 'ambiguous' || (date !== undefined && 'at' in date)
}

interface Targets {
  readonly kind: Plural | undefined
  readonly ids: readonly string[]
  /** The name without ids; empty if the words are no name. */
  readonly name: string
  readonly change: readonly string[]
}

/** `event 7 to friday`, `15 and 16`, `the tag late`, `Jazz night to "Film night"`. */
function targetsIn(words: readonly string[], takesChange: boolean): Targets {
  const rest = withoutArticles(words)
  const kind = kindNamed(rest[0] ?? '')
  const after = kind ? withoutArticles(rest.slice(1)) : rest
  const ids = idsAtStart(after)
  if (ids.length > 0) return { kind, ids: ids.filter((id) => id !== ''), name: '', change: after.slice(ids.length) }
  const end = takesChange ? endOfName(after) : after.length
  const own = after.slice(0, end)
  const isDescribed =
    isSentence(takesChange ? own.filter((word) => !/^(with|mit|as|als)$/i.test(word)) : own) ||
    isMany.test(own[0] ?? '') ||
    own.some(kindNamed)
  return { kind, ids, name: isDescribed ? '' : own.join(' '), change: after.slice(end) }
}

async function actLine(
  act: string,
  kind: Plural,
  [targets, change]: readonly [targets: readonly string[], change: readonly string[]],
  flags: readonly TypedFlag[],
): Promise<Answer | undefined> {
  const template = acts[act] ?? ''
  const [, verb = '', , ...more] = template.split(' ')
  const path = [kind, verb]
  const command = commandAt(path)
  if (!command || (/publish|draft/.test(template) && resources[kind].family !== 'post')) return undefined
  const words = separator.test(change[0] ?? '') ? change.slice(1) : change
  const text = words.join(' ')
  if (act === 'edit' && flags.length > 0) return lineOf([kind, 'update'], targets, flags)
  if (act === 'update') {
    const fields = fieldsIn(change, kind, spellingsIn(flagsOf(command)))
    return fields && fields.length + flags.length > 0 ? lineOf(path, targets, [...fields, ...flags]) : undefined
  }
  if (act === 'copy' && text === '') return flags.length > 0 ? lineOf(path, targets, await copyFlags(flags)) : undefined
  if (template.includes('REST') && (text === '' || change.slice(1).some((word) => joining.test(word)))) return undefined
  // `tag 53 free family` may be one tag or two.
  if (/^(tag|untag)$/.test(act) && words.length > 1) return undefined
  if (act === 'rename' && /^(by|um|on|with|mit|nach)$/i.test(change[0] ?? '')) return undefined
  if (more[0] !== '--shift') {
    const name_flag = kind === 'events' ? '--title' : '--name'
    const filled = more.map((word) => (word === 'REST' ? text : word === '--NAME' ? name_flag : word))
    return lineOf(path, [...targets, ...filled], flags)
  }
  const shift = shiftIn(text)
  if (shift !== undefined) return lineOf(path, [...targets, '--shift', shift], flags)
  return (await isMoment(text))
    ? lineOf(path, [...targets, act === 'copy' ? '--start-date' : '--shift', text], flags)
    : undefined
}

function withoutArticles(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => !articles.test(word))
  return at === -1 ? [] : words.slice(at)
}

const articles =
  /^(the|an?|my|our|this|that|der|die|das|den|dem|eine?[nm]?|mein\w*|diese[nrs]?|please|bitte|me|mir|id|nr\.?|no\.?)$/i

/** `15`, `15,16`, `15 and 16`, `#15` at the start; empty texts for words between. */
function idsAtStart(words: readonly string[]): readonly string[] {
  const found: string[] = []
  for (const [i, word] of words.entries()) {
    // `postpone 51 1 week`
    if (i > 0 && shiftOf(`1${words[i + 1]}`)) break
    const isJoin = i > 0 && /^(and|und|&)$/i.test(word) && idOf(words[i + 1]) !== undefined
    const id = isJoin ? '' : idOf(word)
    // A long number is part of a name.
    if (id === undefined || (i > 0 && !isJoin && found.at(-1) !== '' && id.length > 9)) break
    found.push(id)
  }
  return found
}

/** The name ends before `to`; quotes end it too, and one word may be a name. */
function endOfName(words: readonly string[]): number {
  if (/\s/.test(words[0] ?? '')) return 1
  // `Silent film with piano to 7pm`
  const strong = words.findIndex((word, i) => i > 0 && /^(to|auf|um|by|=|nach|into|zu)$/i.test(word))
  const to = strong === -1 ? words.findIndex((word, i) => i > 0 && separator.test(word)) : strong
  return to === -1 ? 1 : to
}

const numbers = new Map([
  ...['a', 'an', 'one', 'ein', 'eine', 'einen', 'einem'].map((word) => [word, '1'] as const),
  ...['two', 'zwei'].map((word) => [word, '2'] as const),
  ...['three', 'drei'].map((word) => [word, '3'] as const),
  ...['four', 'vier'].map((word) => [word, '4'] as const),
])

/** `+1w`, `1 week`, `eine Woche später` as `--shift` takes them. */
function shiftIn(text: string): string | undefined {
  const digits = text
    .replace(/ (later|nach hinten|später|weiter)$/i, '')
    .replace(/(?<=^[+-]? ?)\p{L}+(?= )/u, (word) => numbers.get(word.toLowerCase()) ?? word)
  const shift = shiftOf(digits)?.text
  return shift?.replace(/^(?=\d)/, '+')
}

/** `title=x price=12`, `title "New name"`; undefined unless each word belongs to a field. */
export function fieldsIn(
  words: readonly string[],
  kind: Plural,
  known: readonly string[],
): readonly TypedFlag[] | undefined {
  const fieldOf = (name: string) =>
    meaningOf({ name: `--${name.toLowerCase()}`, value: 'x' }, known, { kind, nears: false })?.[0]?.name
  const assigned = words.map(assignmentIn)
  if (assigned.every((one) => one !== undefined)) {
    const flags = assigned.map(({ name, value }) => ({ name: fieldOf(name) ?? '', value }))
    return flags.some(({ name }) => name === '') ? undefined : flags
  }
  const [field = '', ...value] = words.filter((word, i) => i !== 1 || !separator.test(word))
  // `City Hall` is a name.
  const isName = /^\p{Lu}/u.test(field) && known.includes(`--${field.toLowerCase()}`)
  const name = isName || separator.test(field) ? undefined : fieldOf(field.replace(/[:=]$/, ''))
  const isOther = value.some((word, i) => joining.test(word) || (i > 0 && fieldOf(word) !== undefined))
  return name === undefined || value.length === 0 || isOther ? undefined : [{ name, value: value.join(' ') }]
}

/** `add tag family to event 7`, `remove category Music from 7`, `tag add 7 family`. */
export function linkLine(words: readonly string[], flags: readonly TypedFlag[]): Answer | undefined {
  const [noun = '', id = '', ...names] = words
  const isAlone = /^(tags|categories)$/.test(kindNamed(noun) ?? '') && kindNamed(noun) !== noun && flags.length === 0
  // `category 50 jazz`, `Schlagwort 50 tanz`
  if (isAlone && idOf(id) !== undefined && names.length === 1 && !names[0]?.includes('='))
    return isAct(intentOf(names)) ? undefined : linkLine(['add', ...words], flags)
  // `Schlagwort late zu 44`
  if (isAlone && words.length === 4 && /^(to|zu)$/i.test(words[2] ?? '') && idOf(words[3]) !== undefined)
    return linkLine(['add', ...words], flags)
  const verb = words
    .slice(0, 2)
    .map((word) => inEnglish(plain(word)))
    .find((word) => /^(add|new|assign|set|put|remove|delete|rm)$/.test(word))
  const kind = words
    .slice(0, 2)
    .map(kindNamed)
    .find((one) => one === 'tags' || one === 'categories')
  if (verb === undefined || kind === undefined) return undefined
  const rest = words.slice(2).filter((word, i, all) => kindNamed(word) !== 'events' || i < all.length - 2)
  const to = rest.findLastIndex((word) => /^(to|from|zu|von|aus)$/i.test(word))
  const ids = (to > 0 ? rest.slice(to + 1) : rest.slice(0, 1)).map(idOf).filter((one) => one !== undefined)
  const name = (to > 0 ? rest.slice(0, to) : rest.slice(1)).join(' ')
  if (name === '' || ids.length === 0 || ids.length < (to > 0 ? rest.length - to - 1 : 1)) return undefined
  const isAdded = /^(add|new|assign|set|put)$/.test(verb)
  const flag = `--${isAdded ? 'add' : 'remove'}-${kind}`
  return lineOf(['events', 'update'], [...ids, flag, name, ...(isAdded ? ['--create-missing'] : [])], flags)
}

/** `copy 41 --to 2026-12-22`: the day of the copy. */
async function copyFlags(flags: readonly TypedFlag[]): Promise<readonly TypedFlag[]> {
  const meant = flags.map(async (flag) =>
    /^--(to|on|auf|am)$/.test(flag.name) && flag.value !== undefined && (await dateIn(flag.value)) !== undefined
      ? { ...flag, name: '--start-date' }
      : flag,
  )
  return startFlags(await Promise.all(meant))
}

/** `--date` alone is the date of the event, not that of its publication. */
export function startFlags(flags: readonly TypedFlag[]): readonly TypedFlag[] {
  const hasStart = flags.some(({ name }) => /^--(start|time|at|when|from|shift)/.test(name))
  return flags.map((flag) => (flag.name === '--date' && !hasStart ? { ...flag, name: '--start-date' } : flag))
}

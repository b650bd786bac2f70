// VERB [KIND] TARGET CHANGE: the line that changes the records that are named.
import { readDate, type TypedDate } from '../../../base/dates/typed-dates.ts'
import { CalError } from '../../../base/errors.ts'
import type { Plural } from '../../../spec/model.ts'
import { resources } from '../../../spec/resources.ts'
import { flagsOf } from '../../arguments/flags.ts'
import { assignmentIn, meaningOf, type TypedFlag } from './flag-words.ts'
import { acts, intentOf } from './intents.ts'
import { type Answer, lineOf, spellingsIn, type Typed } from './line.ts'
import { kinds, type Trial } from './trial.ts'
import { inEnglish, kindNamed, plain } from './words.ts'

/** `move 15 +1w`, `rename event 7 to "Jazz"`, `publish 15`, `delete the tag late`; empty for other sentences. */
export async function actLines(words: readonly string[], typed: Typed, trial: Trial): Promise<readonly Answer[]> {
  const name = intentOf(words.slice(0, 1)) ?? ''
  const template = acts[name]
  if (template === undefined) return []
  const rest = withoutArticles(words.slice(1))
  const kind = kindNamed(rest[0] ?? '')
  const after = kind ? withoutArticles(rest.slice(1)) : rest
  const takesRest = /REST|FIELDS/.test(template)
  const ids = idsAtStart(after)
  const at = ids.length > 0 ? ids.length : takesRest ? endOfName(after) : after.length
  const targets = ids.length > 0 ? ids.map(({ id }) => id).filter((id) => id !== '') : [after.slice(0, at).join(' ')]
  const change = after.slice(at)
  const isDescribed =
    isSentence(after.slice(0, at).filter((word) => !/^(with|mit|as|als)$/i.test(word))) ||
    isMany.test(after[0] ?? '') ||
    after.slice(0, at).some(kindNamed)
  if (targets[0] === '' || targets.length === 0 || (ids.length === 0 && isDescribed)) return []
  if (!takesRest && (change.length > 0 || (ids.length === 0 && isSentence(after)))) return []
  if (kind && kind !== 'events' && !template.startsWith('KIND')) return []
  const possible = kind ? [kind] : template.startsWith('KIND') ? kinds : (['events'] as const)
  const looked = await Promise.all(targets.map((target) => trial.kindOf(target, possible)))
  // Without a calendar, `move next week` may begin with any word.
  const isSplit = takesRest && !separator.test(after[at] ?? '') && !/\s/.test(targets[0] ?? '')
  if (ids.length === 0 && isSplit && looked.includes(undefined)) return []
  // An id that does not exist shows how the line is written, too.
  const found = looked.map((one) => (ids.length > 0 && one === 'none' ? undefined : one))
  // `show me the jazz nights` asks for a list.
  if (name === 'get' && found.includes('none') && words.length > 2) return []
  if (found.includes('none'))
    return [{ left: [targets[found.indexOf('none')] ?? ''], path: [kind ?? 'events', 'list'], isMissing: true }]
  const own = found.find((one) => one !== undefined && one !== 'none') ?? kind ?? 'events'
  const line = await actLine(name, own, { template, targets, change, typed })
  return line ? [line] : []
}

interface Change {
  readonly template: string
  readonly targets: readonly string[]
  readonly change: readonly string[]
  readonly typed: Typed
}

async function actLine(
  name: string,
  kind: Plural,
  { template, targets, change, typed }: Change,
): Promise<Answer | undefined> {
  const [, verb = '', , ...more] = template.split(' ')
  const path = [kind, verb]
  const command = typed.find(path)
  if (!command || (/publish|draft/.test(template) && resources[kind].family !== 'post')) return undefined
  const text = (separator.test(change[0] ?? '') ? change.slice(1) : change).join(' ')
  if (name === 'edit' && typed.flags.length > 0) return lineOf([kind, 'update'], targets, typed)
  if (name === 'update') {
    const fields = fieldsIn(change, kind, spellingsIn(flagsOf(command)))
    const hasFields = typed.flags.length > 0 || (fields?.length ?? 0) > 0
    return fields && hasFields ? lineOf(path, targets, { ...typed, flags: [...fields, ...typed.flags] }) : undefined
  }
  if (name === 'copy' && text === '')
    return typed.flags.length > 0 ? lineOf(path, targets, { ...typed, flags: await copyFlags(typed.flags) }) : undefined
  if (template.includes('REST') && (text === '' || change.slice(1).some((word) => joining.test(word)))) return undefined
  // `tag 53 free family` may be one tag or two.
  const words = separator.test(change[0] ?? '') ? change.slice(1) : change
  if (/^(tag|untag)$/.test(name) && words.length > 1) return undefined
  if (name === 'rename' && /^(by|um|on|with|mit|nach)$/i.test(change[0] ?? '')) return undefined
  const flags = more.map((word) => (word === 'REST' ? text : word === '--NAME' ? nameFlag(kind) : word))
  if (flags[0] !== '--shift') return lineOf(path, [...targets, ...flags], typed)
  const shift = shiftIn(text)
  if (shift !== undefined) return lineOf(path, [...targets, '--shift', shift], typed)
  // A period, such as next week, is no day.
  const date = /^\d{1,3}$/.test(text) ? undefined : await dateIn(text)
  const isDate = date === 'ambiguous' || (date !== undefined && 'at' in date)
  return isDate ? lineOf(path, [...targets, name === 'copy' ? '--start-date' : '--shift', text], typed) : undefined
}

function nameFlag(kind: Plural): string {
  return kind === 'events' ? '--title' : '--name'
}

/** Words that begin what is to happen to the record. */
export const separator = /^(to|into|as|by|on|with|=|zu|in|als|um|auf|nach|mit)$/i
export const joining = /^(and|und|then|dann|but|aber)$/i

export function isSentence(words: readonly string[]): boolean {
  return (
    words.length > 1 && words.some((word) => /\d|@/.test(word) || separator.test(word) || sentence_words.test(word))
  )
}

const sentence_words =
  /^(and|und|then|dann|but|aber|of|von|des|der|for|für|in|at|from|vom|all|alle[nrs]?|every|everything|alles|jede[nrs]?|each)$/i

function withoutArticles(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => !articles.test(word))
  return at === -1 ? [] : words.slice(at)
}

const articles =
  /^(the|an?|my|our|this|that|der|die|das|den|dem|eine?[nm]?|mein\w*|diese[nrs]?|please|bitte|me|mir|id|nr\.?|no\.?)$/i

export const isMany = /^(all|alle[nrs]?|every|everything|alles|jede[nrs]?|each)$/i

/** `15`, `15,16`, `15 and 16`, `#15` at the start; `id` is empty for words between. */
function idsAtStart(words: readonly string[]) {
  const found: { readonly id: string }[] = []
  for (const [i, word] of words.entries()) {
    // `postpone 51 1 week`
    if (i > 0 && units.some(([pattern]) => pattern.test(words[i + 1] ?? ''))) break
    const parts = word.split(',').filter((part) => part !== '')
    const isJoin = i > 0 && /^(and|und|&)$/i.test(word) && /^#?\d+$/.test(words[i + 1] ?? '')
    if (!isJoin && (parts.length !== 1 || !/^#?\d+$/.test(word))) break
    if (i > 0 && !isJoin && found.at(-1)?.id !== '' && !/^#?\d{1,9}$/.test(word)) break
    found.push({ id: isJoin ? '' : word.replace(/^#|,$/g, '') })
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

const units: readonly (readonly [RegExp, string])[] = [
  [/^(w|wks?|weeks?|wochen?)$/i, 'w'],
  [/^(d|days?|tage?n?)$/i, 'd'],
  [/^(h|hrs?|hours?|std|stunden?)$/i, 'h'],
  [/^(m|mins?|minutes?|minuten?)$/i, 'm'],
]

const counts: Readonly<Record<string, number>> = { two: 2, zwei: 2, three: 3, drei: 3, four: 4, vier: 4 }
const shift_form =
  /^([+-]?) ?(\d+|an?|one|eine[nm]?|ein|two|zwei|three|drei|four|vier) ?(\p{L}+?)(?: (?:later|nach hinten|später|weiter))?$/iu

/** `+1w`, `1 week`, `eine Woche` as `--shift` takes them. */
function shiftIn(text: string): string | undefined {
  if (/^[+-]?(\d+(w|d|h|m|min))+$/i.test(text)) return /^\d/.test(text) ? `+${text}` : text
  const [, sign = '', count = '', unit = ''] = shift_form.exec(text) ?? []
  const letter = units.find(([pattern]) => pattern.test(unit))?.[1]
  return letter === undefined
    ? undefined
    : `${sign || '+'}${/^\d/.test(count) ? count : (counts[count.toLowerCase()] ?? 1)}${letter}`
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
  return name === undefined ||
    value.length === 0 ||
    value.some((word, i) => joining.test(word) || (i > 0 && fieldOf(word) !== undefined))
    ? undefined
    : [{ name, value: value.join(' ') }]
}

/** `add tag family to event 7`, `remove category Music from 7`, `tag add 7 family`. */
export function linkLine(words: readonly string[], typed: Typed): Answer | undefined {
  const own = words.map((word) => inEnglish(plain(word)))
  const [noun = '', id = '', ...names] = words
  const named = /^(tags|categories)$/.test(kindNamed(noun) ?? '') && kindNamed(noun) !== noun
  // `category 50 jazz`, `Schlagwort 50 tanz`
  if (named && /^#?\d+$/.test(id) && names.length === 1 && typed.flags.length === 0 && !/=/.test(names[0] ?? ''))
    return Object.hasOwn(acts, intentOf(names) ?? '') ? undefined : linkLine(['add', noun, id, ...names], typed)
  // `Schlagwort late zu 44`
  const isTo = /^(to|zu)$/i.test(words.at(-2) ?? '') && /^#?\d+$/.test(words.at(-1) ?? '')
  if (named && isTo && words.length === 4 && typed.flags.length === 0) return linkLine(['add', ...words], typed)
  const verb = own.find((word, i) => i < 2 && /^(add|new|assign|set|put|remove|delete|rm)$/.test(word))
  const kind = words
    .slice(0, 2)
    .map(kindNamed)
    .find((one) => one === 'tags' || one === 'categories')
  if (verb === undefined || kind === undefined) return undefined
  const rest = words.slice(2).filter((word, i, all) => kindNamed(word) !== 'events' || i < all.length - 2)
  const to = rest.findLastIndex((word) => /^(to|from|zu|von|aus)$/i.test(word))
  const ids = (to > 0 ? rest.slice(to + 1) : rest.slice(0, 1)).map((word) => /^#?(\d+)$/.exec(word)?.[1])
  const name = (to > 0 ? rest.slice(0, to) : rest.slice(1)).join(' ')
  if (name === '' || ids.length === 0 || !ids.every((id) => id !== undefined)) return undefined
  const isAdded = /^(add|new|assign|set|put)$/.test(verb)
  const flag = `--${isAdded ? 'add' : 'remove'}-${kind}`
  return lineOf(['events', 'update'], [...ids, flag, name, ...(isAdded ? ['--create-missing'] : [])], typed)
}

/** `ambiguous` for a date that can be read in two ways. */
export async function dateIn(text: string): Promise<TypedDate | 'ambiguous' | undefined> {
  try {
    return await readDate(text, { now: 0, zone: 'UTC' })
  } catch (error) {
    if (error instanceof CalError) return 'ambiguous'
    throw error
  }
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

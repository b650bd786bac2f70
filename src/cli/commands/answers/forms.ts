// The lines of cal that words and flags may mean, the likeliest first: other spellings, orders and names of commands,
// VERB [KIND] TARGET CHANGE, KIND WORDS, and the text of a new record.
import { keysOf } from '../../../base/collections.ts'
import { closest, editDistance } from '../../../base/text/closest.ts'
import type { Plural } from '../../../spec/model.ts'
import { resourceNamed, resources } from '../../../spec/resources.ts'
import { commands } from '../commands.ts'
import { actLines, linkLine } from './changes.ts'
import {
  apiLines,
  exportLines,
  flagsAlone,
  initLines,
  newLines,
  periodLines,
  specialLines,
  viewLines,
} from './command-words.ts'
import { assignmentIn } from './flag-words.ts'
import { closestWord, intentOf, isAct, isReordered, lineFor } from './intents.ts'
import { type Answer, commandAt, lineOf, type Typed } from './line.ts'
import { countLines, listLines, splitDays } from './lists.ts'
import { idOf, inEnglish, isFiller, isMaking, isMethod, kindNamed, plain, separator, withoutParticle } from './words.ts'

/** The lines for words that name no command. */
export async function linesFor(typed: Typed, depth = 0): Promise<readonly Answer[]> {
  const words = verbFirst(withoutParticle(withoutColons(sentenceOf(typed.words)).flatMap(kindAndId)))
  const { flags } = typed
  const [first = '', second = ''] = words
  const again = (meant: readonly string[]) => (depth > 2 ? [] : linesFor({ ...typed, words: meant }, depth + 1))
  const after = (path: readonly string[], count = path.length) =>
    forCommand(path, { ...typed, words: words.slice(count) })
  if (first === '') return flagsAlone(typed)
  // `label list`: although a label is put on an event.
  const noun = resourceNamed(first) ? undefined : kindNamed(first)
  if (noun && isAct(intentOf([first])) && commandAt([noun, second])) return again([noun, ...words.slice(1)])
  if (/^(cal|calctl|npx|sudo|gh|kubectl|khal|gcalcli|wp|tribe|bulk|bitte|please)$/i.test(first))
    return again(words.slice(1))
  if (isMethod(first) && second.startsWith('/')) return after(['api'], 0)
  if (words.length === 1 && /^\+\d+[a-z]*$/i.test(first))
    return [lineOf(['agenda'], [first.replace(/(?<=\d)$/, 'd')], flags)]
  // `term list category`
  if (noun && kindNamed(words[2] ?? '') && commandAt([noun, second])) return again(words.slice(1))
  const named = lineFor(words)
  const asked = intentOf(words)
  // `trash 15` does not list the trash.
  const isOther = asked === 'sql' || (asked === 'delete' && named?.line.includes('trash'))
  const filled = named && !isOther ? await fill(named, typed) : []
  if (filled.length > 0) return filled
  const linked = linkLine(words, flags)
  if (linked) return [linked]
  if (asked === 'count' && !kindNamed(first)) return countLines(words, typed)
  const english = inEnglish(plain(first))
  const kind = kindNamed(first)
  // `organizer phone 12` shows a field.
  const isField = asked === 'field' && kind !== undefined && words.length === 3
  const isLine = asked === undefined || english === 'undo' || isAct(asked) || isField || asked === 'export'
  if (first.startsWith('-') || !isLine) return []
  // `tag 24.12.`, as in German; `event 7 to friday`
  if (/^tag$/i.test(first) && /\p{L}|\./u.test(second) && (await splitDays(words.slice(1))).others.length === 0)
    return after(['agenda'])
  if (kind && idOf(second) !== undefined && separator.test(words[2] ?? '')) return again(['move', ...words])
  if (asked === 'export') return kind ? exportLines(words, flags) : []
  const listed = kind || asked === 'get' ? await listLines(words, typed) : []
  if (asked === 'get' && listed.some((answer) => 'line' in answer)) return listed
  if (english === 'undo') return after(['history', 'undo'], 1)
  const acted = await actLines(words, typed)
  if (acted.length > 0) return acted
  if (isMaking(plain(first))) return newLines(kindNamed(second), words.slice(1), flags)
  if (kind && isMaking(second)) return newLines(kind, words.slice(2), flags)
  // `copy Jam session to the 27th`: no kinds of records.
  if (asked === 'copy') return []
  const path = kind ? [kind, inEnglish(second)] : [english]
  if (commandAt(path)) return after(path)
  if (english !== first && commandAt([english, inEnglish(second)])) return again([english, ...words.slice(1)])
  const found = kind ? listed : asked === undefined || asked === 'get' ? await listLines(words, typed) : []
  if (found.some((answer) => 'line' in answer) || named || asked !== undefined) return found
  const near = nearWords(words, kind)
  return near ? again(near) : found
}

/** `Termin anlegen: Teambesprechung`, `new: Carol singing` */
function withoutColons(words: readonly string[]): readonly string[] {
  return words.map((word, i) => (i < 2 && /^\p{L}+:$/u.test(word) ? word.slice(0, -1) : word))
}

/** `event/44`, as in kubectl */
function kindAndId(word: string): readonly string[] {
  const [, kind = ''] = /^([^/]+)\/\d+$/.exec(word) ?? []
  return kindNamed(kind) ? word.split('/') : [word]
}

function sentenceOf(words: readonly string[]): readonly string[] {
  const [only = ''] = words
  return words.length === 1 && assignmentIn(only) === undefined ? only.trim().split(/\s+/) : words
}

/** A German verb that follows the record is that of the line: `Termin 7 auf freitag verschieben`, `15 delete`. */
function verbFirst(words: readonly string[]): readonly string[] {
  const [first = '', second = ''] = words
  // `Backup erstellen`
  if (commandAt([first.toLowerCase()])) return [first.toLowerCase(), ...words.slice(1)]
  const isActVerb = (...verb: readonly string[]) => isAct(intentOf(verb))
  const isVerb = (word: string) => /^(new|add|undo)$/.test(inEnglish(word)) || isActVerb(word)
  const isTag = kindNamed(first) === 'tags'
  const isRename = isTag && /^(rename|update)$/.test(intentOf([second]) ?? '')
  if ((isVerb(first) && !isRename) || words.length < 2) return words
  const last = words.at(-1) ?? ''
  if (inEnglish(last) !== last && isVerb(last)) return [last, ...words.slice(0, -1)]
  if (idOf(first) !== undefined && isVerb(second)) return [second, first, ...words.slice(2)]
  // `event 15 delete`, `events delete 15`: the verb comes first.
  const at = idOf(second) !== undefined || /\s/.test(second) ? 2 : 1
  const isMoved = kindNamed(first) !== undefined && (!isTag || isRename) && isActVerb(...words.slice(at, at + 2))
  return isMoved ? [words[at] ?? '', ...words.toSpliced(at, 1)] : words
}

/**
 * The words with the kind and the verb corrected: `evnts list`, `events updat 5`. undefined if they have no such typing
 * error, or list records.
 */
export async function withoutTypos(typed: Typed): Promise<readonly string[] | undefined> {
  const [first = '', second = '', ...rest] = typed.words
  const name = kindNamed(first) ? first : mistyped(first, keysOf(resources))
  const kind = kindNamed(name ?? '')
  if (name === undefined || kind === undefined) return undefined
  const verb = commandAt([kind, second]) ? second : mistyped(second, verbsOf(kind))
  if (verb === undefined || (name === first && verb === second)) return undefined
  const isSearch = name === first && (await areFound(await listLines(typed.words, typed), typed))
  return isSearch ? undefined : [name, verb, ...rest]
}

function verbsOf(kind: Plural): readonly string[] {
  return commands.flatMap(({ path: [group, verb = ''] }) => (group === kind ? [verb] : []))
}

/** Whether the lines that list or show records were tried on the calendar. */
async function areFound(listed: readonly Answer[], { trial }: Typed): Promise<boolean> {
  return listed.some((answer) => 'line' in answer) && (await trial.canRead())
}

/** `events lst` is no search: a letter is left out or added, or two are swapped; `lost` is another word. */
function mistyped(word: string, names: readonly string[]): string | undefined {
  const typed = plain(word)
  const isReplaced = (name: string) => typed.length === name.length && !isReordered(typed, name)
  return names.find((name) => typed.length > 2 && editDistance(typed, name) === 1 && !isReplaced(name))
}

/** The words with the closest verb; `events lost dance` does not search for `dance`. */
function nearWords(words: readonly string[], kind: Plural | undefined): readonly string[] | undefined {
  const [first = '', second = '', ...rest] = words
  if (isFiller(kind ? second : first)) return undefined
  const verbs = kind && [...verbsOf(kind), 'show', 'new', 'add']
  const near = verbs ? (second.length < 3 ? undefined : closest(second, verbs)) : closestWord(first)
  if (near === undefined || (kind && near === 'list' && rest.length > 0)) return undefined
  return kind ? [first, near, ...rest] : [near, ...words.slice(1)]
}

/** The line of the table with the other words, if it has a place for them. */
async function fill(
  { line, rest }: { line: string; rest: readonly string[] },
  { flags, trial }: Typed,
): Promise<readonly Answer[]> {
  const template = line.split(' ')
  if (/^(feed|api)$/.test(template[0] ?? '')) return forCommand(template.slice(0, 1), { words: rest, flags, trial })
  if (template[0] === 'export' && template.includes('…')) return exportLines([...template.slice(1, -1), ...rest], flags)
  const url = rest.find((word) => /^https?:/i.test(word))
  const isFiles = template[0] === 'import'
  const others = rest.filter((word) => (isFiles ? !isFiller(word) : word !== url || !template.includes('URL')))
  // `events import < events.csv`
  if (isFiles && (others.length === 0 || !others.every(isFile))) return []
  if (template[0] === 'init') return initLines(others, flags)
  // `upcoming 3`
  const [count = ''] = others
  const isCount =
    template[1] === 'list' && template.at(-1) !== 'count' && /^\d{1,3}$/.test(count) && others.length === 1
  if (isCount && resourceNamed(template[0] ?? '')) {
    const filters = template
      .slice(2)
      .filter((word, i, all) => word !== '…' && word !== '--limit' && all[i - 1] !== '--limit')
    return [lineOf(template.slice(0, 2), [...filters, '--limit', count], flags)]
  }
  if (!template.includes('…') && !isCount && others.some((word) => !isFiller(word))) return []
  const isDated = flags.some(({ name }) => /^--(start|end|from|since|until|to|date|month|day|von|bis)/.test(name))
  const isUndated = isDated || template[0] !== 'events'
  const words = template.flatMap((word) =>
    word === '…' ? others : word === 'URL' ? (url ?? []) : isUndated && word === '--any-date' ? [] : [word],
  )
  const length = commandAt(words.slice(0, 2)) ? 2 : 1
  return commandAt(words.slice(0, length)) ? [lineOf(words.slice(0, length), words.slice(length), flags)] : []
}

/** The lines for words after a command that does not take them: without `the` and `to`; as a search; as text. */
export async function forCommand(path: readonly string[], typed: Typed): Promise<readonly Answer[]> {
  const [name = '', verb = ''] = path
  const kind = resourceNamed(name)?.plural
  const { words, flags } = typed
  const ids = kind ? flags.filter(({ name: flag, value }) => /^--ids?$/.test(flag) && value !== undefined) : []
  // `events list --id 15,16`
  if (ids.length > 0)
    return forCommand(verb === 'list' && words.length === 0 ? [name, 'get'] : path, {
      ...typed,
      words: [...ids.flatMap(({ value = '' }) => value.split(',')), ...words],
      flags: flags.filter((flag) => !ids.includes(flag)),
    })
  const meant = words.filter((word) => !isFiller(word))
  const lines = [words, ...(meant.length < words.length ? [meant] : [])].map((own) => lineOf(path, own, flags))
  if (kind && verb !== '') return forRecords(kind, verb, typed, lines)
  if (name === 'copy') return [...(await actLines(['copy', ...words], typed)), ...lines]
  if (name === 'add') {
    const added = linkLine(['add', ...words], flags)
    return added ? [added] : [...lines, ...newLines('events', words, flags)]
  }
  if (name === 'export') return exportLines(words, flags)
  if (name === 'api') return apiLines(words, flags)
  if (name === 'search')
    return [...lines, lineOf(['events', 'list'], words.length > 0 ? ['--search', words.join(' ')] : [], flags)]
  if (/^(agenda|day|today|tomorrow|weekend|week|month)$/.test(name))
    return [...periodLines(path, typed), ...lines, ...viewLines(path, typed)]
  if (/^(import|validate)$/.test(name) && words.length > 1 && !words.every(isFile)) return []
  // `backup restore yesterday.db`
  const verb_typed = inEnglish(words[0] ?? '')
  const other = name === 'backup' && verb_typed === 'import' ? 'restore' : verb_typed
  if (words.length > 1 && other !== 'new' && commandAt([other])) lines.push(lineOf([other], words.slice(1), flags))
  const special = await specialLines(path, typed)
  // `undo everything`, `backup zurückspielen`: no names of runs or files.
  const isOther = name === 'history' ? !words.some((word) => /\d/.test(word)) : name === 'backup' && !words.some(isFile)
  return isOther ? special : [...special, ...lines]
}

function isFile(word: string): boolean {
  return /[./*]|^-$/.test(word)
}

/** The lines for words after a command for records; `lines` have the words as they are, and without `the` and `to`. */
async function forRecords(
  kind: Plural,
  verb: string,
  typed: Typed,
  lines: readonly Answer[],
): Promise<readonly Answer[]> {
  const { words, flags } = typed
  // `events list --delete 5`
  const deletes = verb === 'list' ? flags.find(({ name }) => /^(-d|-D|--delete|--rm)$/.test(name)) : undefined
  const deleted = deletes ? [deletes.value ?? '', ...words].filter((word) => word !== '') : []
  if (deleted.length > 0)
    return actLines(['delete', kind, ...deleted], { ...typed, flags: flags.filter((one) => one !== deletes) })
  const linked = verb === 'create' ? linkLine([kind, 'add', ...words], flags) : undefined
  if (linked) return [linked]
  // With a filter, `--all` says that every event is meant: `events update --all --category jazz`.
  const all = isAct(verb) ? flags.find((flag) => /^(-a|--all?e?)$/.test(flag.name)) : undefined
  if (all) return [{ left: [all.name], path: [kind, verb] }]
  if (verb === 'create') return newLines(kind, words, flags)
  if (verb === 'list')
    return [...periodLines([kind, verb], typed), ...lines, ...(await listLines([kind, ...words], typed))]
  // `events show me everything in june`
  const at = words.findIndex((word) => !isFiller(word))
  if (verb === 'get' && at > 0) return listLines(['show', ...words.slice(0, at), kind, ...words.slice(at)], typed)
  const acted = isAct(verb) && words.length > 0 ? await actLines([verb, kind, ...words], typed) : []
  const list = verb === 'get' && words.length === 0 ? [lineOf([kind, 'list'], [], flags)] : []
  // `events delete all in june` is not `events delete june`.
  return [...acted, ...(isAct(verb) && words.some(isFiller) ? [] : lines), ...list]
}

// The lines of cal that words and flags may mean, the likeliest first.
import { database_extension } from '../../../base/database-url.ts'
import { repetitionIn, series_hint } from '../../../base/dates/repetition.ts'
import { closest, commandLine, editDistance } from '../../../base/text/closest.ts'
import { t } from '../../../base/text/language.ts'
import type { Plural } from '../../../spec/model.ts'
import { resourceNamed, resources } from '../../../spec/resources.ts'
import { flagsOf } from '../../arguments/flags.ts'
import { actLines, fieldNamed, fieldsIn, isAll, linkAnswer, settingAnswer } from './acting.ts'
import { addAnswer, createAnswer, exportAnswer, special } from './creating.ts'
import { assignmentIn } from './flag-words.ts'
import { type Answer, flagWords, lineOf, spellingsIn, type Typed } from './line.ts'
import { closestWord, type Meaning, meanings } from './meanings.ts'
import { fixedList, queryAnswers, viewAnswers } from './querying.ts'
import { findDays, idIn, readQuery } from './read-words.ts'
import { inEnglish, isFiller, kindNamed, withoutParticle } from './words.ts'

/** The answer to words that name no command. */
export async function answerTo(typed: Typed, depth = 0): Promise<readonly Answer[]> {
  const words = verbFirst(withoutParticle(sentenceOf(typed.words)))
  const [first = '', second = ''] = words
  if (depth > 3) return []
  if (first === '') return flagsAlone(typed)
  const again = (meant: readonly string[]) => answerTo({ ...typed, words: meant }, depth + 1)
  if (/^(cal|calctl|npx|sudo|gh|kubectl|khal|gcalcli|wp)$/.test(first)) return again(words.slice(1))
  if (/^(GET|POST|PUT|PATCH|DELETE)$/.test(first) && second.startsWith('/')) return forCommand(['api'], typed)
  if (words.length === 1 && /^\+\d+[a-z]*$/i.test(first))
    return [lineOf(['agenda'], [first.replace(/(?<=\d)$/, 'd')], typed)]
  // `is the City Hall free on friday`: what is on tells.
  if (questions.test(first) && words.some((word) => availability.test(word)))
    return again(words.filter((word) => !availability.test(word)))
  const special_form = await formAnswer(words, typed)
  if (special_form) return special_form
  const group = resourceNamed(inEnglish(first))?.plural
  const one = await recordAnswer(words, group, typed, again)
  if (one) return one
  const link = linkAnswer(inEnglish(first.toLowerCase()), words.slice(1), typed)
  if (link) return [link]
  if (group === undefined && words.length > 1 && repetitionIn(words.join(' ')) !== undefined && !isFiller(second))
    return [{ advice: series_hint }]
  const known = await meaningAnswer(words, group, typed)
  if (known.length > 0) return known
  if (group !== undefined) return kindAnswer(group, words.slice(1), typed)
  // `price of 32 to 12`, `price 32 12`
  if (isField(first, typed) && (idIn(second) !== undefined || /^(of|for|von|für)$/i.test(second)))
    return again(idIn(second) === undefined ? ['update', ...words] : ['update', second, first, ...words.slice(2)])
  if (/^(how|wie)$/i.test(first) && !/^(many|viele?)$/i.test(second)) return howAnswer(words.slice(1), typed)
  const english = inEnglish(first)
  if (/^(new|create|add)$/.test(english) && !(english === 'add' && depth > 0 && !kindNamed(second))) {
    const { kind, rest } = afterKind(words.slice(1))
    return createAnswer(kind ?? 'events', rest, typed)
  }
  const command = typed.find([english]) ?? (words.length === 1 ? typed.find([english, 'list']) : undefined)
  if (command) return forCommand(command.path, { ...typed, words: words.slice(1) })
  if (english !== first && english !== 'list') return again([english, ...words.slice(1)])
  if (/^(list|ls)$/.test(english)) {
    const at = words.findIndex((word, i) => i > 0 && !isFiller(word))
    const kind = kindNamed(words[at] ?? '')
    const rest = words.filter((_, i) => i > 0 && (kind === undefined || i !== at))
    return listAnswer(kind ?? 'events', { ...typed, words: rest })
  }
  if (first === 'undo') return forCommand(['history', 'undo'], { ...typed, words: words.slice(1) })
  const start = isFiller(first)
    ? words.findIndex((word) => !isFiller(word) && verbNamed(word, undefined) !== undefined)
    : -1
  const isRequest =
    inEnglish(words[start] ?? '') === 'next' || !words.slice(0, start).some((word) => questions.test(word))
  if (start > 0 && isRequest && words.slice(0, start).every(isFiller)) return again(words.slice(start))
  const query = await readQuery(words)
  const { kind, days, filters } = query
  if (query.isSentence && (isFiller(first) || kind !== undefined || days !== undefined || filters.length > 0)) {
    const answers = queryAnswers(query, undefined, typed)
    const near = closestWord(first)
    return near === undefined || isFiller(first) ? answers : [...(await again([near, ...words.slice(1)])), ...answers]
  }
  const near = closestWord(first)
  return near === undefined ? [] : again([near, ...words.slice(1)])
}

/** The answer to words that name a record: `event 15`, `15 delete`, `tag 15 jazz`, `36 one week later`. */
async function recordAnswer(
  words: readonly string[],
  group: Plural | undefined,
  typed: Typed,
  again: (meant: readonly string[]) => Promise<readonly Answer[]>,
): Promise<readonly Answer[] | undefined> {
  const [first = '', second = ''] = words
  const id = idIn(group ? second : first)
  const after = words.slice(group ? 2 : 1)
  // `event 15`, `15 delete`, `event 15 update --title x`, `tag 15 jazz`
  const isTagging = group === 'tags' && !own_verbs.test(inEnglish(after[0]?.toLowerCase() ?? ''))
  if (id !== undefined && after[0] !== undefined && !isTagging && verbNamed(after[0], group))
    return again([...(group ? [group] : []), after[0], id, ...after.slice(1)])
  if (id !== undefined && group !== undefined) return targetAnswer(group, id, after, typed)
  // `36 one week later`, `alle Jam sessions eine Stunde früher`
  const moved =
    id === undefined
      ? isAll.test(first) && words.length > 2
        ? await movedAnswer(words, typed)
        : []
      : after.length < 2
        ? []
        : await movedAnswer([id, ...after], typed)
  return moved.length > 0 ? moved : undefined
}

const questions = /^(when|where|which|what|who|is|are|any|does|wann|wo|was|welche[nrs]?|wer|ist|gibt|sind)$/i

const availability = /^(free|busy|available|frei|belegt|verfügbar)\??$/i

/** The answer to words of a fixed form, or with a word that says what is asked for wherever it is. */
async function formAnswer(words: readonly string[], typed: Typed): Promise<readonly Answer[] | undefined> {
  const [first = '', second = ''] = words
  // `tag 24.12.`: the day
  if (/^tag$/i.test(first) && second !== '' && idIn(second) === undefined && (await onlyDays(words.slice(1))))
    return forCommand(['agenda'], { ...typed, words: words.slice(1) })
  const said = anywhere.find(([word]) => words.some((one) => word.test(one)) && !words.some(idIn))
  if (said) return meaningLines(meanings[said[1]] ?? '', [], undefined, typed)
  const setting = settingAnswer(words, typed)
  return setting && [setting]
}

/** Words that say what is asked for wherever they are: `send me an email every monday`. */
const anywhere: readonly (readonly [word: RegExp, meaning: string])[] = [
  [/^(e-?mail|remind|reminders?|notify|notifications?|tickets?|rsvp|erinner\p{L}*|benachrichtig\p{L}*)$/iu, 'remind'],
  [/^(poster|flyer|printable|pdf|aushang|plakat)$/i, 'print'],
]

async function onlyDays(words: readonly string[]): Promise<boolean> {
  return (await findDays(words))?.positions.size === words.length
}

function sentenceOf(words: readonly string[]): readonly string[] {
  const [only = ''] = words
  return words.length === 1 && assignmentIn(only) === undefined ? only.trim().split(/\s+/) : words
}

/** `an event`, `a venue called X`: the kind, and what follows it. */
function afterKind(words: readonly string[]) {
  const at = words.findIndex((word) => !isFiller(word) && !/^(new|neue[nrs]?)$/i.test(word))
  const kind = kindNamed(words[at] ?? '')
  if (kind === undefined) return { kind, rest: words }
  const rest = words.slice(at + 1)
  return { kind, rest: /^(called|named|titled|namens)$/i.test(rest[0] ?? '') ? rest.slice(1) : rest }
}

/** `how do I delete an event`: the help of the command. */
async function howAnswer(words: readonly string[], typed: Typed): Promise<readonly Answer[]> {
  const isVerb = (word: string) =>
    verbNamed(word, undefined) !== undefined || typed.find([inEnglish(word)]) !== undefined
  const verb = words.findLast((word) => !isFiller(word) && !/^(kalender|calendar)$/i.test(word) && isVerb(word))
  const kind = words.map(kindNamed).find((one) => one !== undefined) ?? 'events'
  const english = inEnglish(verb ?? '').replace(/^(add|new)$/, 'create')
  const template = meanings[`KIND ${english}`]
  const command =
    typed.find([kind, english]) ??
    typed.find([english]) ??
    typed.find(['history', english]) ??
    (typeof template === 'string' ? typed.find([kind, template.split(' ')[1] ?? '']) : undefined)
  // `how much is the silent film`
  if (/^(much|long|viel|lange)$/i.test(words[0] ?? ''))
    return queryAnswers(await readQuery(words.slice(1)), undefined, typed)
  return command
    ? [{ advice: t('to {summary}: {line}', { summary: command.summary, line: `${commandLine(command.path)} --help` }) }]
    : [{ left: words.slice(0, 1), path: [] }]
}

/** Whether events have a field of this name: `price`, `Titel`. */
function isField(word: string, { find }: Typed): boolean {
  const command = find(['events', 'update'])
  return command !== undefined && fieldNamed(word.toLowerCase(), 'events', spellingsIn(flagsOf(command))) !== undefined
}

/** A German verb that follows the record is that of the line: `Termin 7 auf freitag verschieben`. */
function verbFirst(words: readonly string[]): readonly string[] {
  const [first = ''] = words
  if (inEnglish(first) === 'new')
    return words.length > 2 && inEnglish(words.at(-1) ?? '') === 'new' ? words.slice(0, -1) : words
  if (Object.hasOwn(meanings, twoWords(inEnglish(first), words.slice(1)))) return words
  const hasKind = words.some(kindNamed)
  const isVerb = (word: string) => {
    const verb = inEnglish(word)
    const isKnown = verb === 'undo' || (verb === 'new' ? hasKind : verbNamed(word, undefined) !== undefined)
    return verb !== word && /(n|ig)$/i.test(word) && isKnown
  }
  const at = words.findLastIndex((word, i) => i > 0 && isVerb(word))
  const hasVerb = first.toLowerCase() !== 'alle' && verbNamed(first, undefined) !== undefined
  const [kind, verb] = [kindNamed(first), inEnglish(words[1] ?? '')]
  // `termine suchen jazz`, `Schlagwörter anzeigen`
  const isOrdered = kind !== undefined && at === 1 && /^(list|search|show|new|add|help)$/.test(verb)
  return at === -1 || hasVerb || isOrdered ? words : [words[at] ?? '', ...words.filter((_, i) => i !== at)]
}

/** The verb of cal or of the table. */
function verbNamed(word: string, group: Plural | undefined): string | undefined {
  const name = inEnglish(word.toLowerCase())
  if (group === undefined && kindNamed(word)) return undefined
  const isKnown = [name, `KIND ${name}`, `${name} ID`].some((key) => Object.hasOwn(meanings, key))
  return isKnown || own_verbs.test(name) ? name : undefined
}

const own_verbs =
  /^(list|ls|get|show|view|describe|new|create|add|update|edit|delete|rm|remove|restore|copy|tree|help|find|search|open)$/

/** Flags without a command. */
async function flagsAlone({ flags, find }: Typed): Promise<readonly Answer[]> {
  const [{ name, value } = { name: '', value: undefined }] = flags
  const meant = Object.hasOwn(without_command, name) ? without_command[name] : undefined
  const near = closest(name, ['--version', '--help', '--help-all'])
  if (meant === undefined && near !== undefined && flags.length === 1) return [{ line: [near], changed: [] }]
  if (meant === undefined) return listAnswer('events', { words: [], flags, find })
  const words = meant.split(' ').flatMap((word) => (word === 'VALUE' ? (value === undefined ? [] : [value]) : [word]))
  if (words.length === 0) words.push('2026')
  if (meant === 'month VALUE' && value === undefined) words.push('12')
  return [{ line: [...words, ...flagWords(flags.slice(1))], changed: [] }]
}

/** The commands that flags without a command mean. */
const without_command: Readonly<Record<string, string>> = {
  '-y': 'VALUE',
  '--year': 'VALUE',
  '--jahr': 'VALUE',
  '-m': 'month VALUE',
  '-j': 'month',
  '-w': 'week',
  '--month': 'month VALUE',
  '-l': 'list',
  '--list': 'list',
  '-a': 'list --all',
  '-f': 'import VALUE',
  '-e': 'add VALUE',
  '--add': 'add VALUE',
}

async function targetAnswer(
  kind: Plural,
  id: string,
  after: readonly string[],
  typed: Typed,
): Promise<readonly Answer[]> {
  const shows = typed.flags.every(({ name }) => /^(-o|--(json|output|fields|jq|template|web))$/.test(name))
  if (after.length === 0) return [lineOf([kind, shows ? 'get' : 'update'], [id], typed)]
  if (kind === 'tags') return meaningLines(tagging, [id, ...after], undefined, typed)
  const moved = kind === 'events' ? await movedAnswer([id, ...after], typed) : []
  if (moved.length > 0) return moved
  return meaningLines('events update ID …', [id, ...after], kind, typed)
}

/** `7 to friday`, `7 one week later`; empty for words that are no change of the date. */
async function movedAnswer(words: readonly string[], typed: Typed): Promise<readonly Answer[]> {
  const moved = await meaningLines('events update ID --shift REST(+1d)', words, 'events', typed)
  return moved.every((answer) => 'line' in answer && answer.form === undefined) ? moved : []
}

const tagging = 'events update ID --add-tags REST(jazz) --create-missing'

/** What is typed after a kind: a verb, a request or a name. */
async function kindAnswer(kind: Plural, words: readonly string[], typed: Typed): Promise<readonly Answer[]> {
  const [word = ''] = words
  const verb = inEnglish(word.toLowerCase())
  const rest = words.slice(1)
  if (word === '') return [lineOf([kind, 'list'], [], typed)]
  if (/^(new|create|add)$/.test(verb)) return createAnswer(kind, rest, typed)
  if (/^(list|ls|find|search)$/.test(verb)) return forCommand([kind, 'list'], { ...typed, words: rest })
  if (verb === 'help') return [lineOf(['help'], [kind, ...rest], typed)]
  // `venue "City Hall" phone +49 341 123`
  const update = /\s/.test(word) || idIn(word) !== undefined ? typed.find([kind, 'update']) : undefined
  const fields = update && rest.length > 1 ? fieldsIn(rest, kind, spellingsIn(flagsOf(update))) : undefined
  if (fields) return [lineOf([kind, 'update'], [word], { ...typed, flags: [...fields, ...typed.flags] })]
  const own = typed.find([kind, verb])
  if (own) return forCommand(own.path, { ...typed, words: rest })
  const known = await meaningAnswer([kind, ...words], kind, typed)
  if (known.length > 0) return known
  const near =
    isFiller(word) || inEnglish(word) !== word
      ? undefined
      : editDistance(word, 'list') === 1
        ? 'list'
        : closestWord(word, true)
  if (near !== undefined && verbNamed(near, kind) !== undefined) return kindAnswer(kind, [near, ...rest], typed)
  const query = await readQuery(words, kind)
  if (query.isSentence) return queryAnswers(query, kind, typed)
  const other = kind === 'events' ? (typed.find([word]) ?? typed.find([word, 'list'])) : undefined
  if (other) return forCommand(other.path, { ...typed, words: rest })
  if (words.length > 1 && words.some((one) => /^\d+$/.test(one))) return [{ left: [word], path: [kind] }]
  return kind === 'events'
    ? [lineOf(['events', 'list'], ['--search', words.join(' ')], typed)]
    : [lineOf([kind, 'get'], [words.join(' ')], typed), lineOf([kind, 'list'], ['--search', words.join(' ')], typed)]
}

/** The answer for words and flags after a command that does not take them. */
export async function forCommand(path: readonly string[], typed: Typed): Promise<readonly Answer[]> {
  const [kind = '', verb] = path
  const plural = resourceNamed(kind)?.plural
  const { words } = typed
  if (plural !== undefined && verb === 'list') return listAnswer(plural, typed)
  if (plural !== undefined && verb === 'create') return createAnswer(plural, words, typed)
  if (plural !== undefined && verb !== undefined) return actAnswers(plural, verb, typed)
  if (kind === 'add') return addAnswer(typed)
  if (kind === 'export') return exportAnswer(words, typed)
  if (kind === 'search')
    return [
      lineOf(path, words, typed),
      lineOf(['events', 'list'], words.length > 0 ? ['--search', words.join(' ')] : [], typed),
    ]
  if (/^(agenda|day|today|tomorrow|weekend|week|month)$/.test(kind)) return viewAnswers(path, typed)
  return [...special(path, typed), lineOf(path, words, typed)]
}

async function actAnswers(kind: Plural, verb: string, typed: Typed): Promise<readonly Answer[]> {
  const key = verb === 'copy' ? 'KIND copy' : `KIND ${verb}`
  const meaning = meanings[key]
  const ids = typed.flags.filter(({ name }) => /^--ids?$/.test(name))
  const words = [...ids.flatMap(({ value = '' }) => value.split(',')), ...typed.words]
  const flags = typed.flags.filter((flag) => !ids.includes(flag))
  const rest = { ...typed, words, flags }
  const answers = typeof meaning === 'string' ? await meaningLines(meaning, words, kind, rest) : []
  if (verb === 'get' && words.length === 0) return [...answers, lineOf([kind, 'list'], [], rest)]
  return answers
}

async function listAnswer(kind: Plural, typed: Typed): Promise<readonly Answer[]> {
  const { words, flags } = typed
  const [first = '', ...others] = words
  const list = [kind, 'list']
  const deleted = flags.find(({ name }) => /^(-d|-D|--delete|--rm)$/.test(name))
  if (deleted?.value !== undefined || (deleted && words.length > 0))
    return actAnswers(kind, 'delete', {
      ...typed,
      words: [...(deleted.value === undefined ? [] : [deleted.value]), ...words],
      flags: flags.filter((flag) => flag !== deleted),
    })
  const period = flags.find(
    ({ name, value }) =>
      /^--(today|tomorrow|weekend|week|woche|next|days|tage|year|jahr)$/.test(name) &&
      (value === undefined || /^\d+$/.test(value)),
  )
  if (period && kind === 'events') {
    const name = period.name.slice(2).replace('woche', 'week')
    const view = /^(next|days|tage)$/.test(name)
      ? ['agenda', `+${period.value ?? 7}d`]
      : /^(year|jahr)$/.test(name)
        ? [period.value ?? '2026']
        : [name]
    const rest = { ...typed, flags: flags.filter((flag) => flag !== period) }
    if (words.length === 0 && view[0] !== undefined && typed.find([view[0]]))
      return [lineOf([view[0]], view.slice(1), rest)]
    if (words.length === 0) return [{ line: [...view, ...flagWords(rest.flags)], changed: [] }]
  }
  if (words.length === 0) return [lineOf(list, [], typed)]
  if (/^\.(\[|[a-z]|$)/i.test(first) && others.length === 0 && flags.at(-1)?.name === '-q')
    return [lineOf(list, ['--jq', first], { ...typed, flags: flags.slice(0, -1) })]
  const command = typed.find(list)
  const known = command ? spellingsIn(flagsOf(command)) : []
  // `limit 3`
  if (known.includes(`--${first}`) && others.length <= 1)
    return [lineOf(list, [], { ...typed, flags: [...flags, { name: `--${first}`, value: others[0] }] })]
  const query = await readQuery(words, kind)
  if (query.isSentence || query.left.length > 0) return queryAnswers(query, kind, typed)
  return [lineOf(list, ['--search', words.join(' ')], typed, 'to search')]
}

/** The lines for words that the table has; empty if it has none. `group` is the kind that the first of them names. */
async function meaningAnswer(
  words: readonly string[],
  group: Plural | undefined,
  typed: Typed,
): Promise<readonly Answer[]> {
  const own = group === undefined ? words : words.slice(1)
  const [name = '', ...rest] = own
  const verb = inEnglish(name.toLowerCase())
  const two = twoWords(verb, rest)
  const named = group ?? kindNamed(rest.find((word) => !isFiller(word)) ?? '')
  const keys = [
    ...(group === undefined ? [two] : [twoWords(group, own), twoWords(resources[group].singular, own), two]),
    ...(named === undefined ? [] : [`KIND ${verb}`]),
    ...classesOf(rest).map((one) => `${verb} ${one}`),
    verb,
  ]
  const isTrash = /^(delete|rm|remove|purge|empty)$/.test(verb) && rest.some((word) => inEnglish(word) === 'trash')
  if (isTrash) return meaningLines(meanings['trash empty'] ?? '', [], undefined, typed)
  // `tag event 41 kids`, `tag 'Jazz Night' family`
  const isTagged = words[0] === 'tag' && own.length > 1 && (kindNamed(name) !== undefined || /\s/.test(name))
  if (isTagged) return meaningLines(tagging, own, undefined, typed)
  const key = keys.find((one) => Object.hasOwn(meanings, one))
  const meaning = key === undefined ? undefined : meanings[key]
  // `who plays on friday` is a question, `who` is not.
  const isQuestion = key === verb && isFiller(name) && rest.length > 0
  // `termine nächste woche`
  const isDate = name === 'next' || verb === 'next' ? (await findDays(own.slice(0, 2))) !== undefined : false
  if (key === undefined || meaning === undefined || isQuestion || isDate) return []
  const isTwo = key === two || (group !== undefined && /^[^K]\w+ /.test(key) && key.endsWith(` ${verb}`))
  const after = key === two ? rest.slice(1) : rest
  return meaningLines(meaning, isTwo && key !== two ? rest : after, group, typed)
}

function twoWords(first: string, [second = '']: readonly string[]): string {
  return `${first} ${inEnglish(second.toLowerCase())}`
}

function classesOf([word = '', second = '']: readonly string[]): readonly string[] {
  if (idIn(word) !== undefined || /^[a-z_]+=/i.test(second)) return ['ID']
  if (/^https?:/i.test(word)) return ['URL']
  return database_extension.test(word) ? ['FILE'] : []
}

async function meaningLines(
  meaning: Meaning,
  words: readonly string[],
  group: Plural | undefined,
  typed: Typed,
): Promise<readonly Answer[]> {
  const template = typeof meaning === 'string' ? meaning : meaning.en
  // `edit` opens an editor and takes no fields.
  const hasFields = typed.flags.length > 0 || words.some((word) => assignmentIn(word) !== undefined)
  if (template === 'KIND edit ID' && hasFields) return meaningLines('KIND update ID …', words, group, typed)
  if (meaning === series_hint) return [{ advice: series_hint }]
  if (typeof meaning === 'string' && !/\bID\b/.test(template)) return wordsLines(meaning, words, group, typed)
  if (template === 'KIND get ID') {
    const query = await readQuery(words, group)
    if (query.isSentence && (group === undefined || query.days !== undefined || query.filters.length > 0))
      return queryAnswers(query, group, typed)
  }
  if (repetitionIn(words.join(' ')) !== undefined) return [{ advice: series_hint }]
  return actLines(meaning, words, group, typed)
}

/** Lines without a record: the other words are those of a list, arguments as they are, or have no place. */
async function wordsLines(
  template: string,
  words: readonly string[],
  group: Plural | undefined,
  typed: Typed,
): Promise<readonly Answer[]> {
  const [first = '', ...fixed] = template.replace('KIND', group ?? 'events').split(' ')
  const listed = resourceNamed(first)?.plural
  if (template === `${first} …` && listed !== undefined) return kindAnswer(listed, words, typed)
  if (template.startsWith('export')) {
    const kinds = template.includes('KIND') ? [group ?? 'events'] : []
    return exportAnswer([...kinds, ...words], typed)
  }
  if (listed !== undefined && fixed[0] === 'list')
    return fixedList(
      fixed.slice(1).filter((word) => word !== '…'),
      words,
      group,
      typed,
    )
  const url = words.find((word) => /^https?:/i.test(word))
  const rest = template.includes(' URL') ? words.filter((word) => word !== url && !isFiller(word)) : words
  const path = [first, ...fixed].filter((word) => !/^(…|URL|-.*)$/.test(word))
  const long = typed.find(path.slice(0, 2)) ? path.slice(0, 2) : path.slice(0, 1)
  const end = [first, ...fixed].slice(long.length)
  const filled = (other: readonly string[]) =>
    end.flatMap((word) => (word === '…' ? other : word === 'URL' ? (url === undefined ? [] : [url]) : [word]))
  if (first === 'agenda' || first === 'search') {
    const query = first === 'agenda' ? await readQuery(words, 'events') : undefined
    if (query?.isSentence) return queryAnswers(query, 'events', typed)
  }
  if (template.includes('…'))
    return [lineOf(long, filled(rest), typed), ...(first === 'add' ? await addAnswer({ ...typed, words }) : [])]
  if (template.includes(' URL')) {
    const name = rest.length > 0 && first === 'init' ? ['--name', rest.join(' ')] : rest
    return [lineOf(long, [...filled([]), ...name], typed)]
  }
  const left = rest.filter((word) => !isFiller(word))
  return left.length > 0
    ? [{ left, path: long }]
    : end.length === 0
      ? forCommand(long, { ...typed, words: [] })
      : [lineOf(long, end, typed)]
}

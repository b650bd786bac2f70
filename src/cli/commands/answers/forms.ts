// The lines of cal that words and flags may mean, the likeliest first: other spellings, orders and names of commands,
// VERB [KIND] TARGET CHANGE, KIND WORDS, and the text of a new record.
import { database_extension, withoutDatabasePassword } from '../../../base/database-url.ts'
import { closest } from '../../../base/text/closest.ts'
import { isLocalCalendar } from '../../../client/address/api-root.ts'
import type { Plural } from '../../../spec/model.ts'
import { resourceNamed } from '../../../spec/resources.ts'
import { flagsOf } from '../../arguments/flags.ts'
import { actLines, fieldsIn, isMany, joining, linkLine, separator, startFlags } from './changes.ts'
import { assignmentIn } from './flag-words.ts'
import { acts, closestWord, intentOf, lineFor } from './intents.ts'
import { type Answer, flagWords, lineOf, spellingsIn, type Typed } from './line.ts'
import { listLines, splitDays } from './lists.ts'
import type { Trial } from './trial.ts'
import { formats, inEnglish, isFiller, kindNamed, plain, withoutParticle } from './words.ts'

/** The lines for words that name no command. */
export async function linesFor(typed: Typed, trial: Trial, depth = 0): Promise<readonly Answer[]> {
  const words = verbFirst(withoutParticle(withoutColons(sentenceOf(typed.words)).flatMap(kindAndId)))
  const [first = '', second = ''] = words
  const again = (meant: readonly string[]) => linesFor({ ...typed, words: meant }, trial, depth + 1)
  if (depth > 3) return []
  if (first === '') return flagsAlone(typed)
  if (/^(cal|calctl|npx|sudo|gh|kubectl|khal|gcalcli|wp|tribe|bulk|bitte|please)$/i.test(first))
    return again(words.slice(1))
  if (/^(GET|POST|PUT|PATCH|DELETE)$/.test(first) && second.startsWith('/')) return forCommand(['api'], typed, trial)
  if (words.length === 1 && /^\+\d+[a-z]*$/i.test(first))
    return [lineOf(['agenda'], [first.replace(/(?<=\d)$/, 'd')], typed)]
  const english = inEnglish(plain(first))
  const kind = kindNamed(first)
  const named = lineFor(words)
  const other = named && resourceNamed(named.line.split(' ')[0] ?? '')?.plural
  if (other && named.line === `${other} …`) return again([other, ...named.rest])
  const filled = named && intentOf(words) !== 'sql' ? await fill(named, typed, trial) : []
  if (filled.length > 0) return filled
  const linked = linkLine(words, typed)
  if (linked) return [linked]
  const asked = intentOf(words)
  // `organizer phone 12` shows a field.
  const isField = asked === 'field' && kind !== undefined && words.length === 3
  const isLine = asked === undefined || english === 'undo' || Object.hasOwn(acts, asked) || isField
  if (first.startsWith('-') || !isLine) return []
  // `tag 24.12.`, as in German; `event 7 to friday`
  if (/^tag$/i.test(first) && /\p{L}|\./u.test(second) && (await splitDays(words.slice(1))).others.length === 0)
    return forCommand(['agenda'], { ...typed, words: words.slice(1) }, trial)
  if (kind && /^#?\d+$/.test(second) && separator.test(words[2] ?? '')) return again(['move', ...words])
  const listed = kind || asked === 'get' ? await listLines(words, typed, trial) : []
  if (asked === 'get' && listed.some((answer) => 'line' in answer)) return listed
  if (english === 'undo') return forCommand(['history', 'undo'], { ...typed, words: words.slice(1) }, trial)
  const acted = await actLines(words, typed, trial)
  if (acted.length > 0) return acted
  if (/^(new|create|add)$/.test(english)) return newLines(kindNamed(second), words.slice(1), typed)
  if (kind && /^(new|create|add)$/.test(inEnglish(second))) return newLines(kind, words.slice(2), typed)
  // `copy Jam session to the 27th`: no kinds of records.
  if (asked === 'copy') return []
  const path = kind ? [kind, inEnglish(second)] : [english]
  if (typed.find(path)) return forCommand(path, { ...typed, words: words.slice(path.length) }, trial)
  if (english !== first && typed.find([english, inEnglish(second)])) return again([english, ...words.slice(1)])
  const isChange = asked !== undefined && asked !== 'get' && asked !== 'undo'
  const found = kind ? listed : isChange ? [] : await listLines(words, typed, trial)
  if (found.some((answer) => 'line' in answer) || named || asked !== undefined) return found
  const near = kind ? nearVerb(second, typed, kind) : isFiller(first) ? undefined : closestWord(first)
  if (near !== undefined) return again(kind ? [first, near, ...words.slice(2)] : [near, ...words.slice(1)])
  return found
}

/** `Termin anlegen: Teambesprechung`, `new: Carol singing` */
function withoutColons(words: readonly string[]): readonly string[] {
  return words.map((word, i) => (i < 2 && /^\p{L}+:$/u.test(word) ? word.slice(0, -1) : word))
}

/** `event/44`, as in kubectl */
function kindAndId(word: string): readonly string[] {
  const [kind = '', id, ...more] = word.split('/')
  return kindNamed(kind) && /^\d+$/.test(id ?? '') && more.length === 0 ? word.split('/') : [word]
}

function sentenceOf(words: readonly string[]): readonly string[] {
  const [only = ''] = words
  return words.length === 1 && assignmentIn(only) === undefined ? only.trim().split(/\s+/) : words
}

/** A German verb that follows the record is that of the line: `Termin 7 auf freitag verschieben`, `15 delete`. */
function verbFirst(words: readonly string[]): readonly string[] {
  const [first = '', second = ''] = words
  const isVerb = (word: string) =>
    /^(new|add|undo)$/.test(inEnglish(word)) || Object.hasOwn(acts, intentOf([word]) ?? '')
  const isRename = kindNamed(first) === 'tags' && /^(rename|update)$/.test(intentOf([second]) ?? '')
  if ((isVerb(first) && !isRename) || words.length < 2) return words
  const last = words.at(-1) ?? ''
  if (inEnglish(last) !== last && isVerb(last)) return [last, ...words.slice(0, -1)]
  const isId = (word: string) => /^#?\d+$/.test(word)
  if (isId(first) && isVerb(second)) return [second, first, ...words.slice(2)]
  // `event 15 delete`, `events delete 15`: the verb comes first.
  if (kindNamed(first) === undefined || (kindNamed(first) === 'tags' && !isRename)) return words
  const at = isId(second) || /\s/.test(second) ? 2 : 1
  return Object.hasOwn(acts, intentOf([words[at] ?? '']) ?? '')
    ? [words[at] ?? '', ...words.filter((_, i) => i !== at)]
    : words
}

function nearVerb(word: string, { find }: Typed, kind: Plural): string | undefined {
  const verbs = ['list', 'get', 'create', 'update', 'edit', 'delete', 'restore', 'copy', 'tree', 'show', 'new', 'add']
  const own = verbs.filter((verb) => find([kind, verb]) !== undefined || /^(show|new|add)$/.test(verb))
  return isFiller(word) || word.length < 3 ? undefined : closest(word, own)
}

/** The line of the table with the other words, if it has a place for them. */
async function fill(
  { line, rest }: { line: string; rest: readonly string[] },
  typed: Typed,
  trial: Trial,
): Promise<readonly Answer[]> {
  const template = line.split(' ')
  if (template[0] === 'feed') return forCommand(['feed'], { ...typed, words: rest }, trial)
  if (template[0] === 'export' && template.includes('…')) return exportLines([...template.slice(1, -1), ...rest], typed)
  const url = rest.find((word) => /^https?:/i.test(word))
  const others = template.includes('URL') ? rest.filter((word) => word !== url) : rest
  if (template[0] === 'init') return initLines(others, typed)
  const isCount = template[1] === 'list' && /^\d{1,3}$/.test(others[0] ?? '') && others.length === 1
  if (!template.includes('…') && !isCount && others.some((word) => !isFiller(word))) return []
  const isDated = typed.flags.some(({ name }) => /^--(start|end|from|since|until|to|date|month|day|von|bis)/.test(name))
  const isUndated = isDated || template[0] !== 'events'
  // `upcoming 3`
  const [count = ''] = others
  if (template.slice(0, 2).join(' ') === 'events list' && /^\d{1,3}$/.test(count) && others.length === 1)
    return fill({ line: `${line.replace(/ ?(…|--limit 1)$/, '')} --limit ${count}`, rest: [] }, typed, trial)
  const words = template.flatMap((word) =>
    word === '…' ? others : word === 'URL' ? (url ?? []) : isUndated && word === '--any-date' ? [] : [word],
  )
  const length = typed.find(words.slice(0, 2)) ? 2 : 1
  return typed.find(words.slice(0, length)) ? [lineOf(words.slice(0, length), words.slice(length), typed)] : []
}

/** `profile add work https://example.org`, `profile add work --url https://example.org` */
function initLines(words: readonly string[], typed: Typed): readonly Answer[] {
  const isAddress = (text = '') => /^(https?:|file:)|\w\.\w/i.test(text)
  const flag = typed.flags.find(
    ({ name, value }) => /^--(url|api-root|address|site|server)$/.test(name) && isAddress(value),
  )
  const address = flag?.value ?? words.find(isAddress)
  const names = words.filter((word) => word !== address)
  if (names.length > 1 || (address === undefined && names.length > 0)) return []
  return [
    lineOf(
      ['init'],
      [...(address === undefined ? [] : [address]), ...(names.length === 0 ? [] : ['--name', ...names])],
      { ...typed, flags: typed.flags.filter((one) => one !== flag) },
    ),
  ]
}

/** The lines for words after a command that does not take them: without `the` and `to`; as a search; as text. */
export async function forCommand(path: readonly string[], typed: Typed, trial: Trial): Promise<readonly Answer[]> {
  const [name = '', verb] = path
  const kind = resourceNamed(name)?.plural
  const ids = typed.flags.filter((flag) => /^--ids?$/.test(flag.name) && resourceNamed(name))
  const { words } =
    ids.length === 0 ? typed : { words: [...ids.flatMap(({ value = '' }) => value.split(',')), ...typed.words] }
  // `events list --id 15,16`
  const own = verb === 'list' && typed.words.length === 0 ? [name, 'get'] : path
  if (ids.length > 0)
    return forCommand(own, { ...typed, words, flags: typed.flags.filter((flag) => !ids.includes(flag)) }, trial)
  const lines = [lineOf(path, words, typed)]
  if (words.some((word) => isFiller(word)))
    lines.push(
      lineOf(
        path,
        words.filter((word) => !isFiller(word)),
        typed,
      ),
    )
  const deleted = verb === 'list' ? deleteInstead(name, typed) : undefined
  if (deleted) return linesFor(deleted, trial)
  const linked = verb === 'create' ? linkLine([name, 'add', ...words], typed) : undefined
  if (linked) return [linked]
  if (name === 'copy') return [...(await actLines(['copy', ...words], typed, trial)), ...lines]
  // With a filter, `--all` says that every event is meant: `events update --all --category jazz`.
  const all = Object.hasOwn(acts, verb ?? '')
    ? typed.flags.find((flag) => /^(-a|--all?e?)$/.test(flag.name))
    : undefined
  if (all) return [{ left: [all.name], path }]
  if (kind !== undefined && verb === 'create') return newLines(kind, words, typed)
  const added = name === 'add' ? linkLine(['add', ...words], typed) : undefined
  if (added) return [added]
  if (name === 'add') return [...lines, ...newLines('events', words, typed)]
  if (kind !== undefined && verb === 'list')
    return [...periodLines(path, typed), ...lines, ...(await listLines([kind, ...words], typed, trial))]
  if (kind !== undefined && verb !== undefined) {
    const act =
      Object.hasOwn(acts, verb) && words.length > 0 ? await actLines([verb, kind, ...words], typed, trial) : []
    return [...act, ...lines, ...(verb === 'get' && words.length === 0 ? [lineOf([kind, 'list'], [], typed)] : [])]
  }
  if (name === 'export') return exportLines(words, typed)
  if (name === 'search')
    return [...lines, lineOf(['events', 'list'], words.length > 0 ? ['--search', words.join(' ')] : [], typed)]
  if (/^(agenda|day|today|tomorrow|weekend|week|month)$/.test(name))
    return [...periodLines(path, typed), ...lines, ...viewLines(path, typed)]
  const isFile = (word: string) => /[./*]|^-$/.test(word)
  if (/^(import|validate)$/.test(name) && words.length > 1 && !words.every(isFile)) return []
  // `backup restore yesterday.db`
  const verb_typed = inEnglish(words[0] ?? '')
  const other = name === 'backup' && verb_typed === 'import' ? 'restore' : verb_typed
  if (words.length > 1 && kind === undefined && other !== 'new' && typed.find([other]))
    lines.push(lineOf([other], words.slice(1), typed))
  return [...special(path, typed), ...lines]
}

/** `events list --delete 5` */
function deleteInstead(name: string, typed: Typed): Typed | undefined {
  const flag = typed.flags.find((one) => /^(-d|-D|--delete|--rm)$/.test(one.name))
  if (!flag || (flag.value === undefined && typed.words.length === 0)) return undefined
  const words = ['delete', name, flag.value ?? '', ...typed.words].filter((word) => word !== '')
  return { ...typed, words, flags: typed.flags.filter((one) => one !== flag) }
}

/** `events list --today`, `week --next`, `agenda --days 7` */
function periodLines(path: readonly string[], typed: Typed): readonly Answer[] {
  const { words, flags, find } = typed
  const flag = flags.find(
    ({ name, value }) =>
      /^--(today|tomorrow|weekend|week|woche|next|days|tage|year|jahr)$/.test(name) &&
      (value === undefined || /^\d+$/.test(value)),
  )
  if (flag === undefined || words.length > 0 || (path[0] !== 'events' && path.length > 1)) return []
  const rest = { ...typed, flags: flags.filter((one) => one !== flag) }
  const name = flag.name.slice(2).replace('woche', 'week')
  if (/^(week|month)$/.test(path[0] ?? '') && name === 'next')
    return [{ line: ['next', ...path, ...flagWords(rest.flags)], changed: [] }]
  if (name === 'next' && flag.value !== undefined && path[0] === 'events')
    return [lineOf(path, ['--limit', flag.value], rest)]
  if (/^(next|days|tage)$/.test(name)) return [lineOf(['agenda'], [`+${flag.value ?? 7}d`], rest)]
  if (/^(year|jahr)$/.test(name)) return [{ line: [flag.value ?? '2026', ...flagWords(rest.flags)], changed: [] }]
  return find([name]) ? [lineOf([name], [], rest)] : []
}

/** A list of the days of a view, for flags that views lack: `today --limit 3`. */
function viewLines(path: readonly string[], typed: Typed): readonly Answer[] {
  const [name = ''] = path
  const isBound = typed.flags.some((flag) =>
    /^--(from|to|since|until|start|end|von|bis|ab|after|before)/.test(flag.name),
  )
  if (typed.flags.length === 0) return []
  if (isBound) return typed.words.length === 0 ? [lineOf(['events', 'list'], [], typed)] : []
  const view =
    /^(week|month)$/.test(name) && typed.words.length === 0
      ? [`this ${name}`]
      : /^(agenda|day)$/.test(name)
        ? typed.words
        : [name, ...typed.words]
  const [from, to] =
    view.length > 0 ? [view.join(' '), view.join(' ')] : name === 'day' ? ['today', 'today'] : ['today', '+6d']
  return [lineOf(['events', 'list'], ['--start-date', from, '--end-date', to], typed)]
}

/** `new event Yoga friday 18:00`, `venue create 'Town Hall' city=Lindenau`, `add --title x --date friday`. */
function newLines(typed_kind: Plural | undefined, typed_words: readonly string[], typed: Typed): readonly Answer[] {
  const at = typed_words.findIndex(
    (word) => !/^(an?|new|ein|eine[nms]?|neue[nrs]?|the|called|named|namens)$/i.test(word),
  )
  const own = typed_words.slice(Math.max(at, 0))
  const isKind = kindNamed(own[0] ?? '') !== undefined
  const kind = (isKind ? kindNamed(own[0] ?? '') : typed_kind) ?? 'events'
  const words = (isKind ? own.slice(1) : own).filter((word, i) => i > 0 || !/^(called|named|namens)$/i.test(word))
  if (kind === 'events') {
    const text = words.join(' ')
    // `füge allen Terminen das Schlagwort late hinzu` creates nothing.
    if (
      isMany.test(words[0] ?? '') ||
      words.slice(0, -1).some((word) => kindNamed(word) && kindNamed(word) !== 'events')
    )
      return []
    if (
      typed.flags.length > 0 &&
      !typed.flags.some(({ name }) => /^--(start|date|time|at|when|from)/.test(name)) &&
      /\d/.test(text)
    )
      return []
    // `--title Wine tasting` lacks its quotes.
    const own_title = typed.flags.find(({ name, value }) => name === '--title' && value !== undefined && text !== '')
    const title = text === '' ? [] : [{ name: '--title', value: own_title ? `${own_title.value} ${text}` : text }]
    // Other programs count minutes.
    const flags = startFlags(typed.flags.filter((flag) => flag !== own_title)).map((flag) =>
      flag.name === '--duration' && /^\d+$/.test(flag.value ?? '') ? { ...flag, value: `${flag.value}m` } : flag,
    )
    const created = lineOf(['events', 'create'], [], { ...typed, flags: [...title, ...flags] })
    const added =
      text === '' || typed.flags.some(({ name }) => name !== '--yes') ? [] : [lineOf(['add'], [text], typed)]
    return [...added, ...(/\d/.test(text) && added.length > 0 ? [] : [created])]
  }
  const command = typed.find([kind, 'create'])
  const field = words.findIndex((word) => assignmentIn(word) !== undefined)
  const named = field === -1 ? words : words.slice(0, field)
  const fields = field === -1 ? [] : fieldsIn(words.slice(field), kind, command ? spellingsIn(flagsOf(command)) : [])
  if (
    fields === undefined ||
    (named.length > 1 && /\s/.test(named[0] ?? '')) ||
    named.slice(1).some((word) => /\d|@|^https?:/.test(word)) ||
    named.some((word) => separator.test(word) || joining.test(word))
  )
    return []
  const name = named.length === 0 ? [] : ['--name', named.join(' ')]
  return [lineOf([kind, 'create'], name, { ...typed, flags: [...fields, ...typed.flags] })]
}

/** `export events as ics`, `export december.ics`, `venues export --xlsx`. */
async function exportLines(words: readonly string[], typed: Typed): Promise<readonly Answer[]> {
  const formatOf = (word = '') => formats[word.toLowerCase().replace(/^--/, '')]
  const own = typed.flags.find(
    ({ name, value }) => formatOf(name) ?? (/^(--(output|format)|-[of])$/.test(name) && formatOf(value)),
  )
  const file_flag = typed.flags.find(
    (flag) =>
      flag !== own && /^(--(to|output|out|out-?file|file)|-[of])$/.test(flag.name) && /\./.test(flag.value ?? ''),
  )
  const file = file_flag?.value ?? words.find((word) => /^[^\d\s]\S*\.\w+$/.test(word))
  const format = formatOf(own?.value) ?? formatOf(own?.name) ?? words.map(formatOf).find((one) => one !== undefined)
  // `dump backup.sql`
  if (/\.(sql|bak)$/.test(file ?? '') || database_extension.test(file ?? ''))
    return words.length === 1 && typed.flags.length === 0
      ? [lineOf(['backup'], [file?.replace(/\.(sql|bak)$/, '.db') ?? ''], typed)]
      : []
  const left = words.filter(
    (word) => word !== file && !formatOf(word) && !/^(as|to|als|nach|into|in)$/i.test(word) && !isFiller(word),
  )
  const { days, others } = await splitDays(left)
  const named = [...new Set(others.flatMap((word) => kindNamed(word) ?? []))]
  if (others.length > named.length) return []
  const period =
    days === undefined
      ? []
      : ['--start-date', days, '--end-date', days]
          .map((value, i, all) => (i % 2 === 0 ? { name: value, value: all[i + 1] } : undefined))
          .filter((flag) => flag !== undefined)
  const flags = [...period, ...typed.flags.filter((flag) => flag !== own && flag !== file_flag)]
  const extension = formatOf(/\.(\w+)$/.exec(file ?? '')?.[1])
  const needs_kind = named.length === 0 && /^(csv|ics)$/.test(format ?? extension ?? '')
  const filter =
    flags.length > 0
      ? [lineOf([named[0] ?? 'events', 'list'], ['--all', '-o', format ?? extension ?? 'json'], { ...typed, flags })]
      : []
  const line = [
    ...named,
    ...(needs_kind ? ['events'] : []),
    ...(format !== undefined && format !== extension ? ['--format', format] : []),
    ...(file === undefined ? [] : ['--to', file]),
  ]
  const whole = days === undefined ? [lineOf(['export'], line, { ...typed, flags })] : []
  return [...whole, ...(file === undefined ? filter : [])]
}

/** Flags without a command. */
function flagsAlone({ flags, find }: Typed): readonly Answer[] {
  const [{ name, value } = { name: '', value: undefined }] = flags
  const meant = Object.hasOwn(without_command, name) ? without_command[name] : undefined
  const near = closest(name, ['--version', '--help', '--help-all'])
  if (meant === undefined && near !== undefined && flags.length === 1) return [{ line: [near], changed: [] }]
  if (meant === undefined)
    return [
      ...periodLines(['events', 'list'], { words: [], flags, find }),
      lineOf(['events', 'list'], [], { flags, find }),
    ]
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
  '--hilfe': 'help',
  '--usage': 'help',
  '--add': 'add VALUE',
}

/** `serve start`, `serve calendar.db`, `import -f rows.csv`, `feed --category jazz`, `doc event`. */
function special(path: readonly string[], typed: Typed): readonly Answer[] {
  const { words, flags } = typed
  const [first = ''] = words
  const line = path.join(' ')
  if (line === 'backup' && inEnglish(first) === 'new' && words.length === 1)
    return [lineOf(path, ['calendar-backup.db'], typed)]
  if (line === 'serve') {
    const own = words.filter(
      (word, i) =>
        !/^(on|at|port|auf|an)$/i.test(word) && (i > 0 || !/^(start|run|up|serve|server|starten)$/i.test(word)),
    )
    if (own.length === 0) return [lineOf(path, [], typed)]
    if (own.length > 1) return []
    if (/^\d+$/.test(own[0] ?? '')) return [lineOf(path, ['--port', ...own], typed)]
    return database_extension.test(own[0] ?? '') || isLocalCalendar(own[0] ?? '')
      ? [lineOf(path, ['--data', withoutDatabasePassword(own[0] ?? '')], typed)]
      : []
  }
  if (line === 'history undo')
    return words.every((word) => (isFiller(word) && !isMany.test(word)) || undo_words.test(word))
      ? [lineOf(path, [], typed)]
      : []
  if (line === 'doctor' && /^https?:/i.test(first)) return [lineOf(path, ['--api-root', ...words], typed)]
  if (line === 'doc' && first !== '')
    return [lineOf([resourceNamed(first.split('.')[0] ?? '') ? 'explain' : 'help'], words, typed)]
  const kind = flags.find((flag) => resourceNamed(flag.name.slice(2)) && flag.value !== undefined)
  if (line === 'feed' && kind)
    return [
      lineOf(path, [resourceNamed(kind.name.slice(2))?.singular ?? '', kind.value ?? ''], {
        ...typed,
        flags: flags.filter((one) => one !== kind),
      }),
    ]
  const file = flags.find((flag) => /^(-f|-i|--file|--input)$/.test(flag.name) && flag.value !== undefined)
  if (/^(import|validate|seed)$/.test(line) && file)
    return [lineOf(path, [file.value ?? '', ...words], { ...typed, flags: flags.filter((one) => one !== file) })]
  return []
}

const undo_words = /^(last|latest|change|changes|run|import|letzten?|änderung|lauf|machen)$/i

// The lines for words and flags after a command that does not take them: the text of a new record, a file to export, a
// period, the address of a calendar.
import { database_extension, withoutDatabasePassword } from '../../../base/database-url.ts'
import { isLocalCalendar } from '../../../client/address/api-root.ts'
import { closest } from '../../../base/text/closest.ts'
import type { Plural } from '../../../spec/model.ts'
import { resourceNamed } from '../../../spec/resources.ts'
import { flagsOf } from '../../arguments/flags.ts'
import { fieldsIn, startFlags } from './changes.ts'
import { assignmentIn, type TypedFlag } from './flag-words.ts'
import { type Answer, commandAt, flagWords, lineOf, spellingsIn, type Typed } from './line.ts'
import { splitDays } from './lists.ts'
import {
  exportFormat,
  isFiller,
  isMaking,
  isMany,
  isMethod,
  joining,
  kindNamed,
  meaningsIn,
  separator,
} from './words.ts'

type Flags = readonly TypedFlag[]

/** `new event Yoga friday 18:00`, `venue create 'Town Hall' city=Lindenau`, `add --title x --date friday`. */
export function newLines(typed_kind: Plural | undefined, typed: readonly string[], flags: Flags): readonly Answer[] {
  // `create -f calendar.yaml`, as in kubectl
  const [{ name, value = '' } = { name: '' }, ...others] = flags
  if (
    typed_kind === undefined &&
    typed.length + others.length === 0 &&
    /^-(f|-filename)$/.test(name) &&
    /\.ya?ml$/.test(value)
  )
    return [lineOf(['apply'], [], flags)]
  const at = typed.findIndex((word) => !/^(an?|new|ein|eine[nms]?|neue[nrs]?|the|called|named|namens)$/i.test(word))
  const own = typed.slice(Math.max(at, 0))
  const kind = kindNamed(own[0] ?? '')
  const after = kind ? own.slice(1) : own
  const words = /^(called|named|namens)$/i.test(after[0] ?? '') ? after.slice(1) : after
  const meant = kind ?? typed_kind ?? 'events'
  return meant === 'events' ? newEvent(words, flags) : newRecord(meant, words, flags)
}

function newEvent(words: readonly string[], typed: Flags): readonly Answer[] {
  const text = words.join(' ')
  // `füge allen Terminen das Schlagwort late hinzu` creates nothing.
  const isOther = words.slice(0, -1).some((word) => kindNamed(word) && kindNamed(word) !== 'events')
  if (isMany.test(words[0] ?? '') || isOther) return []
  const hasStart = typed.some(({ name }) => /^--(start|date|time|at|when|from)/.test(name))
  const hasDigits = /\d/.test(text)
  if (typed.length > 0 && !hasStart && hasDigits) return []
  // `--title Wine tasting` lacks its quotes.
  const begun = typed.find(({ name, value }) => name === '--title' && value !== undefined && text !== '')
  const title = text === '' ? [] : [{ name: '--title', value: begun ? `${begun.value} ${text}` : text }]
  // Other programs count minutes.
  const flags = startFlags(typed.filter((flag) => flag !== begun)).map((flag) =>
    flag.name === '--duration' && /^\d+$/.test(flag.value ?? '') ? { ...flag, value: `${flag.value}m` } : flag,
  )
  const created = lineOf(['events', 'create'], [], [...title, ...flags])
  if (text === '' || typed.some(({ name }) => name !== '--yes')) return [created]
  return [lineOf(['add'], [text], typed), ...(hasDigits ? [] : [created])]
}

function newRecord(kind: Plural, words: readonly string[], flags: Flags): readonly Answer[] {
  const command = commandAt([kind, 'create'])
  const known = command ? spellingsIn(flagsOf(command)) : []
  // `new venue "City Hall" city Ulm`
  const isQuoted = /\s/.test(words[0] ?? '') && words.length > 1
  const field = isQuoted ? 1 : words.findIndex((word) => assignmentIn(word) !== undefined)
  const named = field === -1 ? words : words.slice(0, field)
  const fields = field === -1 ? [] : fieldsIn(words.slice(field), kind, known)
  const isName =
    !named.slice(1).some((word) => /\d|@|^https?:/.test(word)) &&
    !named.some((word) => separator.test(word) || joining.test(word))
  if (fields === undefined || !isName) return []
  const name = named.length === 0 ? [] : ['--name', named.join(' ')]
  return [lineOf([kind, 'create'], name, [...fields, ...flags])]
}

/** `export events as ics`, `export december.ics`, `venues export --xlsx`. */
export async function exportLines(words: readonly string[], typed: Flags): Promise<readonly Answer[]> {
  const flagged = typed.find(
    ({ name, value }) => exportFormat(name) ?? (/^(--(output|format)|-[of])$/.test(name) && exportFormat(value)),
  )
  const to = typed.find(
    (flag) =>
      flag !== flagged && /^(--(to|output|out|out-?file|file)|-[of])$/.test(flag.name) && /\./.test(flag.value ?? ''),
  )
  const file = to?.value ?? words.find((word) => /^[^\d\s]\S*\.\w+$/.test(word))
  // `dump backup.sql`
  if (file !== undefined && (/\.(sql|bak)$/.test(file) || database_extension.test(file)))
    return words.length === 1 && typed.length === 0
      ? [lineOf(['backup'], [file.replace(/\.(sql|bak)$/, '.db')], [])]
      : []
  const format =
    exportFormat(flagged?.value) ?? exportFormat(flagged?.name) ?? words.map(exportFormat).find((one) => one)
  const { days, others } = await splitDays(
    words.filter(
      (word) => word !== file && !exportFormat(word) && !/^(as|to|als|nach|into|in)$/i.test(word) && !isFiller(word),
    ),
  )
  const kinds = [...new Set(others.flatMap((word) => kindNamed(word) ?? []))]
  if (others.length > kinds.length) return []
  const period = days === undefined ? [] : ['--start-date', '--end-date'].map((name) => ({ name, value: days }))
  // An export contains all records.
  const own = typed.filter((flag) => flag !== flagged && flag !== to && flag.name !== '--all')
  const flags = [...period, ...own]
  const extension = exportFormat(/\.(\w+)$/.exec(file ?? '')?.[1])
  const needs_kind = kinds.length === 0 && /^(csv|ics)$/.test(format ?? extension ?? '')
  const line = [
    ...(needs_kind ? ['events'] : kinds),
    ...(format !== undefined && format !== extension ? ['--format', format] : []),
    ...(file === undefined ? [] : ['--to', file]),
  ]
  const list = ['--all', '-o', format ?? extension ?? 'json']
  return [
    ...(days === undefined ? [lineOf(['export'], line, flags)] : []),
    ...(file === undefined && flags.length > 0 ? [lineOf([kinds[0] ?? 'events', 'list'], list, flags)] : []),
  ]
}

/** `profile add work https://example.org`, `profile add work --url https://example.org` */
export function initLines(words: readonly string[], flags: Flags): readonly Answer[] {
  const isAddress = (text = '') => /^(https?:|file:)|\w\.\w/i.test(text)
  const flag = flags.find(({ name, value }) => /^--(url|api-root|address|site|server)$/.test(name) && isAddress(value))
  const address = flag?.value ?? words.find(isAddress)
  const names = words.filter((word) => word !== address)
  if (names.length > 1 || (address === undefined && names.length > 0)) return []
  const line = [...(address === undefined ? [] : [address]), ...(names.length === 0 ? [] : ['--name', ...names])]
  return [lineOf(['init'], line, withoutFlag(flags, flag))]
}

function withoutFlag(flags: Flags, flag: TypedFlag | undefined): Flags {
  return flags.filter((one) => one !== flag)
}

/** `events list --today`, `week --next`, `agenda --days 7` */
export function periodLines(path: readonly string[], { words, flags }: Typed): readonly Answer[] {
  const flag = flags.find(
    ({ name, value }) =>
      /^--(today|tomorrow|weekend|week|woche|next|days|tage|year|jahr)$/.test(name) &&
      (value === undefined || /^\d+$/.test(value)),
  )
  if (flag === undefined || words.length > 0 || (path[0] !== 'events' && path.length > 1)) return []
  const rest = withoutFlag(flags, flag)
  const name = flag.name.slice(2).replace('woche', 'week')
  if (/^(week|month)$/.test(path[0] ?? '') && name === 'next')
    return [{ line: ['next', ...path, ...flagWords(rest)], changed: [] }]
  if (name === 'next' && flag.value !== undefined && path[0] === 'events')
    return [lineOf(path, ['--limit', flag.value], rest)]
  if (/^(next|days|tage)$/.test(name)) return [lineOf(['agenda'], [`+${flag.value ?? 7}d`], rest)]
  if (/^(year|jahr)$/.test(name)) return [{ line: [flag.value ?? '2026', ...flagWords(rest)], changed: [] }]
  return commandAt([name]) ? [lineOf([name], [], rest)] : []
}

/** A list of the days of a view, for flags that views lack: `today --limit 3`. */
export function viewLines([name = '']: readonly string[], { words, flags }: Typed): readonly Answer[] {
  if (flags.length === 0) return []
  const isBound = flags.some((flag) => /^--(from|to|since|until|start|end|von|bis|ab|after|before)/.test(flag.name))
  if (isBound) return words.length === 0 ? [lineOf(['events', 'list'], [], flags)] : []
  const days =
    /^(week|month)$/.test(name) && words.length === 0
      ? `this ${name}`
      : (/^(agenda|day)$/.test(name) ? words : [name, ...words]).join(' ')
  const [from, to] = days !== '' ? [days, days] : ['today', name === 'day' ? 'today' : '+6d']
  return [lineOf(['events', 'list'], ['--start-date', from, '--end-date', to], flags)]
}

/** `serve start`, `serve calendar.db`, `import -f rows.csv`, `feed --category jazz`, `doc event`. */
export async function specialLines(path: readonly string[], { words, flags }: Typed): Promise<readonly Answer[]> {
  const [first = ''] = words
  switch (path.join(' ')) {
    case 'backup':
      // `backup create`, `backup create calendar.json`
      if (!isMaking(first)) return []
      return words.length === 1 ? [lineOf(path, ['calendar-backup.db'], flags)] : exportLines(words.slice(1), flags)
    case 'serve':
      return serveLines(words, flags)
    case 'history undo':
      return words.every((word) => (isFiller(word) && !isMany.test(word)) || undo_words.test(word))
        ? [lineOf(path, [], flags)]
        : []
    case 'doctor':
    case 'login':
      return /^https?:/i.test(first) ? [lineOf(path, words.slice(1), [{ name: '--url', value: first }, ...flags])] : []
    case 'doc':
      return first === '' ? [] : [lineOf([resourceNamed(first.split('.')[0] ?? '') ? 'explain' : 'help'], words, flags)]
    case 'feed': {
      const flag = flags.find(({ name, value }) => resourceNamed(name.slice(2)) && value !== undefined)
      const kind = resourceNamed(flag?.name.slice(2) ?? '')?.singular
      return kind ? [lineOf(path, [kind, flag?.value ?? ''], withoutFlag(flags, flag))] : []
    }
    case 'import':
    case 'validate':
    case 'seed': {
      const flag = flags.find(({ name, value }) => /^(-f|-i|--file|--input)$/.test(name) && value !== undefined)
      return flag ? [lineOf(path, [flag.value ?? '', ...words], withoutFlag(flags, flag))] : []
    }
    default:
      return []
  }
}

/** `curl -X POST /tags -d @tag.json`; other data than JSON would be refused. */
export function apiLines(words: readonly string[], flags: Flags): readonly Answer[] {
  const flag = flags.find(({ name, value = '' }) => /^(-X|--method|--request)$/.test(name) && isMethod(value))
  const data = flags.find(({ name }) => /^(-d|--data)$/.test(name))
  const method = [flag?.value ?? '', ...words, data ? 'POST' : 'GET'].find(isMethod) ?? ''
  const paths = words.filter((word) => !isMethod(word))
  if (paths.length !== 1 || (data && !/^[{[@]/.test(data.value ?? ''))) return []
  return [lineOf(['api'], [method.toUpperCase(), ...paths], withoutFlag(flags, flag))]
}

function serveLines(typed: readonly string[], flags: Flags): readonly Answer[] {
  const starts = /^(start|run|up|serve|server|starten)$/i.test(typed[0] ?? '')
  const words = (starts ? typed.slice(1) : typed).filter((word) => !/^(on|at|port|auf|an)$/i.test(word))
  const [one = ''] = words
  if (words.length === 0) return [lineOf(['serve'], [], flags)]
  if (words.length > 1) return []
  if (/^\d+$/.test(one)) return [lineOf(['serve'], ['--port', one], flags)]
  return database_extension.test(one) || isLocalCalendar(one)
    ? [lineOf(['serve'], ['--data', withoutDatabasePassword(one)], flags)]
    : []
}

export const undo_words = /^(last|latest|change|changes|run|letzten?|änderung|lauf|machen)$/i

/** Flags without a command. */
export function flagsAlone(typed: Typed): readonly Answer[] {
  const { flags } = typed
  const [{ name, value } = { name: '', value: undefined }, ...others] = flags
  if (Object.hasOwn(without_command, name)) {
    const words = (without_command[name] ?? '').split(' ')
    const isGiven = value !== undefined
    const line = [...(isGiven ? words.filter((word) => !/^\d/.test(word)) : words), ...(isGiven ? [value] : [])]
    return [{ line: [...line, ...flagWords(others)], changed: [] }]
  }
  const near = closest(name, ['--version', '--help', '--help-all'])
  if (near !== undefined && others.length === 0) return [{ line: [near], changed: [] }]
  return [...periodLines(['events', 'list'], { ...typed, words: [] }), lineOf(['events', 'list'], [], flags)]
}

/** The commands that flags without a command mean; a number stands for the value. */
const without_command = meaningsIn(`
  2026: -y, --year, --jahr
  month 12: -m, --month
  month: -j
  week: -w
  list: -l, --list
  list --all: -a
  import: -f
  add: -e, --add
  help: --hilfe, --usage`)

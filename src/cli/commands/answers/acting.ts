// Which record is meant, and what is to happen to it: reads the words after a verb, and makes the line.
import { monthOfEnglishName, weekdayNamed } from '../../../base/dates/day-names.ts'
import { commandLine } from '../../../base/text/closest.ts'
import { eachLanguage, t, type Text } from '../../../base/text/language.ts'
import { shellWord } from '../../../base/text/quoted.ts'
import type { Plural } from '../../../spec/model.ts'
import { resources } from '../../../spec/resources.ts'
import { flagsOf } from '../../arguments/flags.ts'
import { assignmentIn, meaningOf, type TypedFlag } from './flag-words.ts'
import { type Answer, lineOf, spellingsIn, type Typed } from './line.ts'
import { type Meaning, no_months } from './meanings.ts'
import { dateIn, findDays, idIn, numbers, type Query, readQuery, units, withoutMark } from './read-words.ts'
import { glue, inEnglish, isFiller, kindNamed, meaningsIn, plain } from './words.ts'

/** `move 15 +1w`, `cancel event 53`, `set 15 title=x`, `tag 41 kids`. */
export async function actLines(
  meaning: Meaning,
  words: readonly string[],
  group: Plural | undefined,
  typed: Typed,
): Promise<readonly Answer[]> {
  const template = typeof meaning === 'string' ? meaning : meaning.en
  const takesDate = template.includes('--shift REST')
  const takesFields = template.endsWith('ID …')
  const takesText = takesFields || (template.includes('REST(') && !takesDate)
  const [moved, flags] = takesDate ? movedBy(words, typed.flags) : [words, typed.flags]
  const change = takesFields ? changeOfField(moved) : undefined
  const rule = { takesDate, takesText: takesText && change === undefined, isBack: template.includes('REST(-') }
  const read = await readAct(change?.target ?? moved, rule)
  const act = change === undefined ? read : { ...read, rest: [...read.rest, ...change.rest] }
  const { targets, selection } = act
  if (typeof meaning !== 'string') return [{ advice: filledText(meaning, act) }]
  if (act.shift === 'months') return [{ advice: filledText(no_months, act) }]
  const kind = template.includes('-tags')
    ? 'events'
    : (act.kind ?? group ?? (takesFields && !targets.some(idIn) ? kindWith(act.rest, typed) : 'events'))
  const [noun = '', verb = '', ...more] = template.replace('KIND', kind).split(/ (?![^(]*\))/)
  const path = [noun === 'events' ? kind : noun, verb]
  const command = typed.find(path)
  const needs_dates = takesDate || /--(start|end)/.test(template)
  const hasStatus = !template.includes('--status') || resources[kind].family === 'post'
  if (!command || !hasStatus || (needs_dates && kind !== 'events')) return [{ left: words.slice(0, 1), path: [kind] }]
  const fields = takesFields ? fieldsIn(act.rest, kind, spellingsIn(flagsOf(command))) : []
  if (fields === undefined) return [{ left: act.rest, path }]
  const others = { ...typed, flags: [...fields, ...flags.filter(({ name }) => name !== '--all')] }
  const place = takesDate && verb === 'update' && kind === 'events' ? placeIn(act.rest) : undefined
  if (place !== undefined && targets.length > 0) return [lineOf(path, [...targets, '--venue', place], others)]
  if (takesDate && act.rest.length > 0) return [{ left: act.rest, path }]
  const isAll = flags.some(({ name }) => name === '--all') || (selection !== undefined && words.length === 1)
  if (isAll && !hasWhole(template))
    return [{ advice: t('to select records, use a filter such as {meaning}', { meaning: '--where status=draft' }) }]
  const where = whereOf(isAll ? undefined : selection, isAll && targets.length === 0, template)
  if (where === undefined) return [{ left: selection?.left.length ? selection.left : words.slice(0, 1), path }]
  const isNamed = targets.length > 0 || where.length > 0 || flags.some(({ name }) => /^--(where|file)$|^-f$/.test(name))
  if (takesFields && isNamed && others.flags.every(({ name }) => /^--(where|yes|force|dry-run)$/.test(name)))
    return [{ advice: t('to {summary}: {line}', { summary: command.summary, line: helpOf([...path, ...targets]) }) }]
  const list = template.includes('-tags') ? act.rest.join(' ').replace(/,? (and|und|&) /g, ',') : act.rest.join(' ')
  const text = takesDate ? (act.shift ?? act.date) : list === '' ? undefined : list
  const needs_text = template.includes('REST(')
  if (!needs_text && !takesFields && act.rest.length > 0) return [{ left: act.rest, path }]
  const isExample = !isNamed || (needs_text && text === undefined)
  const end = more.flatMap((word, i) => {
    const [, standard] = /^REST\((.*)\)$/.exec(word) ?? []
    if (word === 'ID' || word === '…') return []
    if (word === '--shift' && verb === 'copy' && act.date !== undefined && more[i + 1]?.startsWith('REST'))
      return ['--start-date']
    if (word === '--title' && kind !== 'events') return ['--name']
    return [standard === undefined ? word : (text ?? standard)]
  })
  const named = targets.length > 0 ? targets : isNamed ? [] : ['15']
  const form = isExample ? 'example' : act.isUnsure ? 'title' : undefined
  return [lineOf(path, [...named, ...where, ...end], others, form)]
}

/** `set the phone number of Lindenau Choir to …`: the first kind that has these fields. */
function kindWith(rest: readonly string[], { find }: Typed): Plural {
  const kinds = ['events', 'organizers', 'venues'] as const
  const hasFields = (kind: Plural) => {
    const command = find([kind, 'update'])
    return command !== undefined && fieldsIn(rest, kind, spellingsIn(flagsOf(command))) !== undefined
  }
  return kinds.find(hasFields) ?? 'events'
}

function helpOf(words: readonly string[]): string {
  return `${commandLine(words)} --help`
}

/** `the title of event 7 to Jazz`: the field of a record, and its value. */
function changeOfField(words: readonly string[]) {
  const own = words.filter((word, i) => i > 0 || !/^(the|den|die|das)$/i.test(word))
  const of = own.findIndex((word) => /^(of|for|von|des|der|vom)$/i.test(word))
  const to = own.findIndex((word, i) => i > of && /^(to|auf|zu|in|=)$/i.test(word))
  // `the phone number of`
  const isNumber = of === 2 && /^(number|nummer|address|adresse)$/i.test(own[1] ?? '')
  if ((of !== 1 && !isNumber) || to === -1) return undefined
  return { target: own.slice(of + 1, to), rest: [own[0]?.toLowerCase() ?? '', ...own.slice(to + 1)] }
}

/** `to City Hall`, `in die Galerie Käthe`: where something is moved to that has no date. */
function placeIn(words: readonly string[]): string | undefined {
  const at = words.findIndex((word) => !glue.has(word.toLowerCase()))
  const named = at === -1 ? [] : words.slice(at)
  const isName =
    named.length > 0 && named.every((word) => /^\p{Lu}[^\d]*$/u.test(word) || (/\s/.test(word) && !/\d/.test(word)))
  return isName ? named.join(' ') : undefined
}

/** `--to friday` and `--by 1h` of verbs that move are words. */
function movedBy(
  words: readonly string[],
  flags: readonly TypedFlag[],
): readonly [readonly string[], readonly TypedFlag[]] {
  const when = flags.find(
    ({ name, value }) => /^--(to|on|by|date|start|start-date|um|auf|shift)$/.test(name) && value !== undefined,
  )
  return when === undefined
    ? [words, flags]
    : [[...words, 'to', ...(when.value ?? '').split(' ')], flags.filter((flag) => flag !== when)]
}

function hasWhole(template: string): boolean {
  return /(publish|draft)$/.test(template)
}

/** The `--where` of records that are described instead of named; undefined if they cannot be. */
function whereOf(selection: Query | undefined, isAll: boolean, template: string): readonly string[] | undefined {
  // `publish --all`: all drafts.
  if (isAll)
    return template.endsWith('draft')
      ? ['--where', 'status=publish']
      : template.endsWith('publish')
        ? ['--where', 'status=draft']
        : undefined
  if (selection === undefined) return []
  const { left, filters, days, text, hasPart } = selection
  const flags = [
    ...filters,
    ...(days === undefined ? [] : ['--start-date', days, '--end-date', days]),
    ...(text === '' ? [] : ['--search', text]),
  ]
  if (left.length > 0 || hasPart || flags.length === 0 || flags.some((word) => /^--(sort|limit|no-)/.test(word)))
    return undefined
  return flags.flatMap((word, i) =>
    i % 2 === 1 ? [] : ['--where', `${word.slice(2).replaceAll('-', '_')}=${flags[i + 1]}`],
  )
}

/** `title New name status draft`, `title=x`, `title: x`; undefined unless each word belongs to a field. */
export function fieldsIn(
  words: readonly string[],
  kind: Plural,
  known: readonly string[],
): readonly TypedFlag[] | undefined {
  const flags: { readonly name: string; readonly value: string[] }[] = []
  for (const word of words) {
    const assigned = assignmentIn(word)
    const field = fieldNamed(assigned?.name ?? word.replace(/[:=]$/, ''), kind, known)
    const last = flags.at(-1)
    const isNew = field !== undefined && !flags.some(({ name }) => name === field)
    if (isNew && last?.value.length !== 0) flags.push({ name: field, value: assigned ? [assigned.value] : [] })
    else if (last && !/^(to|auf|and|und)$/.test(word)) last.value.push(word)
    else if (!last && !/^(set|the|mit|with|auf)$/.test(word)) return undefined
  }
  if (flags.some(({ value }) => value.length === 0)) return undefined
  return flags.map(({ name, value }) => ({ name, value: value.join(' ') }))
}

const prepositions = /^(on|at|by|from|to|until|till|since|after|before|um|am|von|ab|bis|auf|für|for|with|mit)$/

/** The flag of the command for a field: `price` → `--cost`. */
export function fieldNamed(name: string, kind: Plural, known: readonly string[]): string | undefined {
  if (name !== name.toLowerCase() || prepositions.test(name)) return undefined
  const [meant] = meaningOf({ name: `--${name}`, value: 'x' }, known, { kind, nears: false }) ?? []
  return meant?.value === 'x' ? meant.name : undefined
}

/** Advice with what was typed in it; that for venues is also that for other kinds. */
function filledText(text: Text, { kind = 'venues', targets, rest, shift, date, isUnsure }: Act): Text {
  const words = [
    ...rest,
    ...(date === undefined ? [] : [date]),
    ...(shift === undefined || shift === 'months' ? [] : [shift]),
  ]
  // `archive november` names no record.
  const isDay = (name: string) =>
    weekdayNamed(name.toLowerCase()) !== undefined || monthOfEnglishName(name) !== undefined
  const [first, ...others] = isUnsure ? [] : targets.filter((target) => !isDay(target))
  const more = [...others, ...words].filter((word) => !/^(into|in|to|with|mit)$/.test(word))
  const { family, singular } = resources[kind]
  const [filter, change] = family === 'term' ? [kind, `add-${kind}`] : [singular, singular]
  const ofKind = (advice: string) =>
    advice
      .replace('venue=', `${filter}=`)
      .replace('--venue ', `--${change} `)
      .replace('venues delete', `${kind} delete`)
  return eachLanguage((language) =>
    ofKind(text[language]).replaceAll(/\bREST\(([^)]*)\)|\bID\b/g, (found, standard: string | undefined) =>
      standard !== undefined
        ? more.length === 0 || first === undefined
          ? standard
          : shellWord(more.join(' '))
        : first === undefined
          ? found
          : shellWord(first),
    ),
  )
}

/** `add tag family to event 7`, `remove category Music from 7`, `put 7 in category Music`. */
export function linkAnswer(verb: string, typed_words: readonly string[], typed: Typed): Answer | undefined {
  const words = typed_words.filter((word) => kindNamed(word) !== 'events' && !/^(the|den|dem|das|die)$/i.test(word))
  const at = words.findIndex((word) => kindNamed(word) !== undefined)
  const kind = kindNamed(words[at] ?? '')
  if (kind === undefined || kind === 'events') return undefined
  const to = words.findLastIndex((word) => /^(to|from|of|for|zu|von|für|aus)$/i.test(word))
  const isFirst = at === 0
  const target = isFirst ? words.slice(to + 1).join(' ') : (words[0] ?? '')
  const ids = target.split(/[\s,]+/).map(idIn)
  const targets = ids.every((id) => id !== undefined)
    ? ids
    : isFirst && target !== '' && !words.some(idIn)
      ? [target]
      : []
  const name = (isFirst ? words.slice(1, to) : words.slice(at + 1)).join(' ')
  const others = isFirst ? [] : words.slice(1, at).filter((word) => !isFiller(word))
  const isPart = kind === 'tags' || kind === 'categories'
  const { singular } = resources[kind]
  const isAdded = /^(add|assign|set|new|link|put|move|give|update)$/.test(verb)
  if (!isAdded && !/^(remove|delete|rm|unassign|unlink)$/.test(verb)) return undefined
  const isSeveral = name !== '' && typed_words.some((word) => isAll.test(word))
  if (!isSeveral && (targets.length === 0 || name === '' || others.length > 0 || (isFirst && to < 2))) return undefined
  const flag = `--${isAdded ? (isPart ? 'add-' : '') : 'remove-'}${isPart ? kind : singular}`
  // `add tag late to all films`
  if (isSeveral)
    return {
      advice: t('to change several events: {line}; the filters are those of cal events list', {
        line: `cal events update --where FILTER=VALUE ${flag} ${shellWord(name)}`,
      }),
    }
  return lineOf(
    ['events', 'update'],
    [...targets, flag, name, ...(isAdded && isPart ? ['--create-missing'] : [])],
    typed,
  )
}

/** Names of settings, and of the languages. */
const settings = meaningsIn(`
  lang: lang, language, sprache
  timezone: timezone, zeitzone, tz`)
const languages = meaningsIn(`
  de: de, german, deutsch
  en: en, english, englisch`)

/** `set language to german`, `Sprache deutsch`, `einstellungen Zeitzone Europe/Berlin` */
export function settingAnswer(words: readonly string[], typed: Typed): Answer | undefined {
  const own = words.filter(
    (word) => !isFiller(word) && !/^(config|configure|settings?|set|change|update|switch|use)$/.test(inEnglish(word)),
  )
  const [word = '', text = ''] = own
  const name = settings[word.toLowerCase()]
  const value = name === 'lang' ? languages[text.toLowerCase()] : text
  const isValue = name === 'lang' || text.includes('/')
  return name === undefined || value === undefined || !isValue || own.length > 2
    ? undefined
    : lineOf(['config', 'set'], [name, value], typed)
}

/** `1 week`, `eine woche nach hinten`, `2 hours earlier`, `+1w` as `--shift` takes them; `months` for months. */
function shiftIn(typed: string, isBack: boolean): string | undefined {
  const text =
    typed
      .replace(/\b(half an|(an? )?half|(eine )?halbe) (hour|stunde)\b/i, '30 min')
      .replace(/^(forward|ahead|back|backwards?|earlier|later|vor|zurück) (?=\S+ ?\S+$)/i, '') +
    (/^(back|backwards?|earlier|zurück) /i.test(typed) ? ' earlier' : '')
  const [, sign = '', count = '', unit = '', way = ''] =
    /^([+-]?) ?(\d+|\p{L}+(?= )) ?(\p{L}+)(?: (.+))?$/u.exec(text) ?? []
  const number = /^\d/.test(count) ? count : numbers[count.toLowerCase()]
  const letter = units.find(([pattern]) => pattern.test(unit))?.[1]
  if (number === undefined || letter === undefined) return /^[+-]?(\d+(w|d|t|h|m|min))+$/i.test(text) ? text : undefined
  if (letter === 'months') return letter
  const back = /^(earlier|back|backwards?|before|früher|vor|vorher|nach vorne?)$/i.test(way)
  if (way !== '' && !back && !/^(later|forward|ahead|after|später|weiter|nach hinten)$/i.test(way)) return undefined
  return `${sign === '-' || back || isBack ? '-' : '+'}${number}${letter}`
}

/** What follows a verb: which record, and what is to happen to it. */
interface Act {
  readonly kind: Plural | undefined
  /** Ids, or a name as one word. */
  readonly targets: readonly string[]
  /** The name is several words that may also be a sentence: `choir at City Hall`. */
  readonly isUnsure: boolean
  /** `all events next week`: what is selected instead of named. */
  readonly selection: Query | undefined
  readonly shift: string | undefined
  /** A day or moment. */
  readonly date: string | undefined
  /** The other words. */
  readonly rest: readonly string[]
}

const before_date = /^(to|on|by|at|for|date|from|until|till|auf|um|nach|am|bis|für|ab|in|zum|den)$/i
const before_text = /^(to|into|as|with|in|zu|als|mit|nach|für|auf)$/i
const joining = /^(and|und|,|&)$/i
const lead_words =
  /^(the|a|an|my|our|this|that|der|die|das|den|dem|ein|eine|einen|mein|meine|meinen|diesen|diese|bitte|please|nr\.?|no\.?|number|nummer|id)$/i

/** Ids separated by commas. */
function idsIn(word: string): readonly string[] {
  const parts = word.split(',').filter((part) => part !== '')
  const ids = parts.map(idIn).filter((id) => id !== undefined)
  return ids.length === parts.length ? ids : []
}

export const isAll = /^(all|alle[nrs]?|every|everything|jeden|jede|sämtliche)$/i

interface ActRule {
  /** Words after the record are a date or a length of time. */
  readonly takesDate: boolean
  /** Only the first word names the record, the others are text. */
  readonly takesText: boolean
  readonly isBack: boolean
}

const nothing_read: Act = {
  ...{ kind: undefined, targets: [], selection: undefined, isUnsure: false },
  ...{ shift: undefined, date: undefined, rest: [] },
}

async function readAct(typed: readonly string[], rule: ActRule): Promise<Act> {
  let kind: Plural | undefined
  let start = typed.findIndex((word) => {
    const named = kind === undefined ? kindNamed(word) : undefined
    kind ??= named
    return named === undefined && !lead_words.test(word)
  })
  if (start === -1) start = typed.length
  const words = typed.slice(start)
  const none: Act = { ...nothing_read, kind }
  const ids: string[] = []
  let at = 0
  for (; at < words.length; at += 1) {
    const isJoined = joining.test(words[at - 1] ?? '')
    if (at > 0 && !isJoined && rule.takesDate && (await changeIn(words.slice(at), rule)).rest.length === 0) break
    const found = idsIn(words[at] ?? '')
    if (found.length === 0 && !(ids.length > 0 && joining.test(words[at] ?? '') && idIn(words[at + 1] ?? ''))) break
    ids.push(...found)
  }
  if (ids.length > 0) return { ...none, targets: ids, ...(await changeIn(words.slice(at), rule)) }
  const [first = ''] = words
  if (words.length === 0) return none
  if (words.length === 1 && isAll.test(first)) return { ...none, selection: await readQuery(words, kind) }
  // `delete past events`, `delete events before 2026-01-01`
  const query = await readQuery(typed)
  const isPlural = typed.some((word) => kindNamed(word) !== undefined && /(s|e|er|en|ien)$/i.test(word))
  const isDescribed = query.filters.length > 0 || query.days !== undefined
  if (isPlural && isDescribed && query.text === '' && !rule.takesDate)
    return { ...none, kind: kind ?? query.kind, selection: query }
  if (glue.has(plain(first)) || words.includes('=')) return { ...none, rest: words }
  const isSelection = isAll.test(first)
  // Quotes end the name.
  if (/\s/.test(first)) return { ...none, targets: [first], ...(await changeIn(words.slice(1), rule)) }
  for (let from = 1; from < words.length && rule.takesDate; from += 1) {
    const change = await changeIn(words.slice(from), rule)
    if (change.rest.length > 0) continue
    const named = words.slice(0, from)
    if (/^(after|before|since|nach|vor|seit)$/i.test(named.at(-1) ?? ''))
      return { ...none, rest: words.slice(from - 1) }
    if (!isSelection) {
      const target = await nameIn(withoutOldDate(named))
      return target.rest.length > 0 ? { ...none, rest: words } : { ...none, ...target, ...change }
    }
    return { ...none, selection: await readQuery(named, kind), ...change }
  }
  if (isSelection && !rule.takesText) return { ...none, selection: await readQuery(words, kind) }
  if (!rule.takesText) return { ...none, ...(await nameIn(words)) }
  const to = words.findIndex((word, i) => i > 0 && before_text.test(word) && !/^(with|mit|für)$/i.test(word))
  const separator = to === -1 ? words.findIndex((word, i) => i > 0 && before_text.test(word)) : to
  if (isSelection) {
    const [selected, text] = separator === -1 ? [words, []] : [words.slice(0, separator), words.slice(separator + 1)]
    return { ...none, selection: await readQuery(selected, kind), rest: text }
  }
  if (separator === -1 && words.length > 2) return { ...none, rest: words }
  const end = separator === -1 ? 1 : separator
  const named = await nameIn(words.slice(0, end))
  return { ...none, ...named, rest: named.rest.length > 0 ? words : words.slice(separator === -1 ? end : end + 1) }
}

/** The record that words name, if they may be a name: `rest` if they have days, numbers or `all`. */
async function nameIn(words: readonly string[]): Promise<Pick<Act, 'targets' | 'isUnsure' | 'rest'>> {
  const isSentence =
    words.some((word) => /\d|@/.test(word) || isAll.test(word)) ||
    (await findDays(words.map(withoutMark))) !== undefined
  return isSentence && words.length > 1
    ? { targets: [], isUnsure: false, rest: words }
    : { targets: [words.join(' ')], isUnsure: words.length > 1 && words.some(isFiller), rest: [] }
}

/** `choir from friday` in `move choir from friday to saturday` */
function withoutOldDate(words: readonly string[]): readonly string[] {
  const from = words.findIndex((word, i) => i > 0 && /^(from|von|vom)$/i.test(word))
  return words.slice(0, from === -1 ? undefined : from)
}

/** `by 1 week`, `to friday 8pm`, `from friday to 2026-12-03`; `rest` if the words are no change of the date. */
async function changeIn(words: readonly string[], { takesDate, isBack, takesText }: ActRule) {
  const none = { shift: undefined, date: undefined }
  if (!takesDate) return { ...none, rest: takesText && before_text.test(words[0] ?? '') ? words.slice(1) : words }
  if (words.length === 0) return { ...none, rest: [] }
  const old = /^(from|von|vom)$/i.test(words[0] ?? '')
  const to = old ? words.findIndex((word) => /^(to|auf|nach|zum)$/i.test(word)) : -1
  const when = words.slice(to === -1 ? 0 : to)
  const lead = before_date.test(when[0] ?? '') ? 1 : 0
  for (const text of new Set([when.slice(lead).join(' '), when.join(' ')])) {
    const shift = shiftIn(text, isBack)
    if (shift !== undefined) return { ...none, shift, rest: [] }
    const found = text === '' || /^\d{1,3}$/.test(text) ? undefined : await dateIn(text)
    if ((found === 'ambiguous' && /^[\d/.: -]+$/.test(text)) || (typeof found === 'object' && 'at' in found))
      return { ...none, date: text, rest: [] }
  }
  return { ...none, rest: words }
}

// Reads what follows a verb: which record is meant, and what is to happen to it.
import type { Plural } from '../../../spec/model.ts'
import { dateIn, findDays, idIn, numbers, type Query, readQuery, units, withoutMark } from './read-words.ts'
import { glue, isFiller, kindNamed, plain } from './words.ts'

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
export interface Act {
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

export async function readAct(typed: readonly string[], rule: ActRule): Promise<Act> {
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

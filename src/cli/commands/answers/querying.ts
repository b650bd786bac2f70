// The lines that answer a request for a list or a view.
import type { Plural } from '../../../spec/model.ts'
import { type Answer, flagWords, type LineForm, lineOf, type Typed } from './line.ts'
import type { TypedFlag } from './flag-words.ts'
import { type Query, readQuery } from './read-words.ts'

export async function viewAnswers(path: readonly string[], typed: Typed): Promise<readonly Answer[]> {
  const [name = ''] = path
  const { words, flags } = typed
  const next = flags.find((flag) => flag.name === '--next')
  const others = { ...typed, flags: flags.filter((flag) => flag !== next) }
  if (next && /^(week|month)$/.test(name)) return [{ line: ['next', name, ...flagWords(others.flags)], changed: [] }]
  const days = flags.find((flag) => /^--(next|days|tage)$/.test(flag.name) && /^\d+$/.test(flag.value ?? ''))
  if (days && words.length === 0)
    return [lineOf(['agenda'], [`+${days.value}d`], { ...typed, flags: flags.filter((flag) => flag !== days) })]
  const year = flags.find((flag) => /^--(year|jahr)$/.test(flag.name))
  if (year && (year.value ?? words[0]) !== undefined)
    return [{ line: [year.value ?? words[0] ?? '', ...flagWords(flags.filter((flag) => flag !== year))], changed: [] }]
  const named = /^(agenda|day)$/.test(name)
    ? words
    : [...(/^(week|month)$/.test(name) && words.length === 0 ? ['this'] : []), name, ...words]
  const query = await readQuery(named, 'events')
  const [from, to] =
    named.length > 0 ? [query.days, query.days] : name === 'day' ? ['today', 'today'] : ['today', '+6d']
  const range = from === undefined || to === undefined ? undefined : ['--start-date', from, '--end-date', to]
  const isOnlyDays = query.text === '' && query.left.length === 0 && query.filters.length === 0
  return [
    lineOf(path, words, typed),
    ...(range && !query.hasPart && (isOnlyDays || named.length === 0) && !typed.flags.some(isBound)
      ? [lineOf(['events', 'list'], range, typed)]
      : []),
    ...(named.length === 0 && typed.flags.some(isBound) ? [lineOf(['events', 'list'], [], typed)] : []),
    ...(words.length > 0 ? queryAnswers(query, 'events', typed) : []),
  ]
}

function isBound({ name }: TypedFlag): boolean {
  return /^--(from|to|since|until|start|end|von|bis|ab|after|before)/.test(name)
}

/** The lines that answer a request for a list. */
export function queryAnswers(query: Query, group: Plural | undefined, typed: Typed): readonly Answer[] {
  const { kind = group ?? 'events', days, filters, text, asksCount, asksAll, format, left, hasPart } = query
  if (left.length > 0) return [{ left, path: [kind, 'list'] }]
  if (/^\d+$/.test(text) && days === undefined && filters.length === 0)
    return [lineOf([kind, 'get'], [text, ...(format === undefined ? [] : ['-o', format])], typed)]
  const form = hasPart ? 'whole days' : undefined
  const all = asksAll || asksCount || format !== undefined ? ['--all'] : []
  const list = listLine([...all, ...(asksCount ? ['--any-date', '-o', 'count'] : [])], query, { ...typed, kind }, form)
  const needs_list =
    filters.some((word) => /^--(sort|limit|start|end|no-)/.test(word)) || asksCount || format !== undefined
  if (kind === 'events' && days !== undefined && !needs_list)
    return [lineOf(['agenda'], [...days.split(' '), ...filters, ...searchFor(text)], typed, form), list]
  if (kind !== 'events' || needs_list || filters.length > 0 || text === '' || typed.flags.length > 0) return [list]
  return [lineOf(['search'], [text], typed)]
}

/** `trash`, `drafts`, `count venues`: a list with these flags, and what the other words add. */
export async function fixedList(
  fixed: readonly string[],
  words: readonly string[],
  group: Plural | undefined,
  typed: Typed,
): Promise<readonly Answer[]> {
  const query = await readQuery(words, group)
  const { kind = 'events', text, left } = query
  if (left.length > 0) return [{ left, path: [kind, 'list'] }]
  // `next 5`
  const isLimit = fixed.includes('--limit') && /^\d{1,3}$/.test(text)
  const own = isLimit ? { ...query, text: '', filters: [...query.filters, '--limit', text] } : query
  return [listLine(fixed, own, { ...typed, kind })]
}

/** A list with these flags, if they fit the kind, the days and the limit that are asked for. */
function listLine(
  fixed: readonly string[],
  { days, filters, text, format }: Query,
  typed: Typed & { readonly kind: Plural },
  form?: LineForm,
): Answer {
  const { kind } = typed
  const range = days === undefined ? [] : ['--start-date', days, '--end-date', days]
  const isDated = [...filters, ...range, ...typed.flags.map(({ name }) => name)].some((word) =>
    /^--(start|end|from|since|until|to|date|month|day|von|bis)/.test(word),
  )
  const isEventFlag = (word: string) => /^--(start|end|featured)/.test(word)
  if (kind !== 'events' && [...fixed, ...range].some(isEventFlag))
    return { left: days === undefined ? fixed.filter(isEventFlag) : [days], path: [kind, 'list'] }
  const hasLimit = filters.includes('--limit')
  const own = fixed.filter(
    (word, i) =>
      !(word === '--any-date' && (isDated || kind !== 'events')) &&
      !(hasLimit && (word === '--limit' || word === '--all' || fixed[i - 1] === '--limit')),
  )
  const output = format === undefined || own.includes('-o') ? [] : ['-o', format]
  return lineOf([kind, 'list'], [...own, ...filters, ...searchFor(text), ...range, ...output], typed, form)
}

function searchFor(text: string): readonly string[] {
  return text === '' ? [] : ['--search', text]
}

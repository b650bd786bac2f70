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
    ...(range && (isOnlyDays || named.length === 0) && !typed.flags.some(isBound)
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
  if (/^\d+$/.test(text) && days === undefined && filters.length === 0) return [lineOf([kind, 'get'], [text], typed)]
  const search = text === '' ? [] : ['--search', text]
  const count = asksCount ? ['-o', 'count'] : format === undefined ? [] : ['-o', format]
  const all = asksAll || asksCount || format !== undefined ? ['--all'] : []
  if (kind !== 'events')
    return days === undefined
      ? [lineOf([kind, 'list'], [...filters, ...search, ...all, ...count], typed)]
      : [{ left: [days], path: [kind, 'list'] }]
  const range = days === undefined ? [] : ['--start-date', days, '--end-date', days]
  const any =
    asksCount && days === undefined && !filters.some((word) => /^--(start|end)/.test(word)) ? ['--any-date'] : []
  const list = (form?: LineForm) =>
    lineOf(
      ['events', 'list'],
      [...filters, ...search, ...range, ...(filters.includes('--limit') ? [] : all), ...any, ...count],
      typed,
      form,
    )
  const needs_list =
    filters.some((word) => /^--(sort|limit|start|end|no-)/.test(word)) || asksCount || format !== undefined
  const form = hasPart ? 'whole days' : undefined
  if (days !== undefined && !needs_list)
    return [lineOf(['agenda'], [...days.split(' '), ...filters, ...search], typed, form), list(form)]
  if (needs_list || filters.length > 0 || text === '' || typed.flags.length > 0) return [list(form)]
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
  const { kind = 'events', days, filters, text, format, left } = query
  if (left.length > 0) return [{ left, path: [kind, 'list'] }]
  const range = days === undefined ? [] : ['--start-date', days, '--end-date', days]
  const isDated = [...filters, ...range, ...typed.flags.map(({ name }) => name)].some((word) =>
    /^--(start|end|from|since|until|to|date|von|bis)/.test(word),
  )
  const own = fixed.filter(
    (word, i) =>
      !(word === '--any-date' && (isDated || kind !== 'events')) &&
      !(filters.includes('--limit') && (word === '--limit' || word === '--all' || fixed[i - 1] === '--limit')),
  )
  if (kind !== 'events' && (days !== undefined || own.some((word) => /^--(ends|featured)/.test(word))))
    return [{ left: words, path: [kind, 'list'] }]
  const limit_at = own.indexOf('--limit') + 1
  // `next 5`
  const isLimit = limit_at > 0 && /^\d{1,3}$/.test(text)
  if (isLimit) own[limit_at] = text
  const search = text === '' || isLimit ? [] : ['--search', text]
  const output = format === undefined || own.includes('-o') ? [] : ['-o', format]
  return [lineOf([kind, 'list'], [...own, ...filters, ...search, ...range, ...output], typed)]
}

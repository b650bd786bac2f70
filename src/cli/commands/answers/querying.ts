// The lines that answer a request for a list or a view.
import type { Plural } from '../../../spec/model.ts'
import { type Answer, flagWords, type LineForm, lineOf, type Typed } from './line.ts'
import type { Query } from './read-words.ts'

export function viewAnswers(path: readonly string[], typed: Typed): readonly Answer[] {
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
  const text = /^(agenda|day|week|month)$/.test(name) ? words.join(' ') : [name, ...words].join(' ')
  const range = text === '' ? [] : ['--start-date', text, '--end-date', text]
  return [lineOf(path, words, typed), lineOf(['events', 'list'], range, typed)]
}

/** The lines that answer a request for a list. */
export function queryAnswers(query: Query, group: Plural | undefined, typed: Typed): readonly Answer[] {
  const { kind = group ?? 'events', days, filters, text, asksCount, asksAll, format, left, hasPart } = query
  if (left.length > 0) return [{ left, path: [kind, 'list'] }]
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

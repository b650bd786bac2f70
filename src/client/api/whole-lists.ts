// Lists without the cuts a service makes silently: the window of dates, unused terms, ten a page.
import type { Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'
import { per_page_max } from './pages.ts'

/** Any of these replaces the window that a service computes for events. */
export const date_filters = [
  'start_date',
  'end_date',
  'starts_before',
  'starts_after',
  'ends_before',
  'ends_after',
  'include',
] as const

const first_day = '1000-01-01 00:00:00'
const last_day = '9999-12-31 23:59:59'

/** The query with nothing left out by date; bounds the user gave stay. */
export function anyDate(query: Values): Values {
  const open_ended = date_filters.slice(2).some((name) => query[name] !== undefined)
  return open_ended ? query : { start_date: first_day, end_date: last_day, ...query }
}

/** The query for everything the caller may see that it selects. */
export function wholeQuery(plural: Plural, query: Values): Values {
  if (plural === 'events') return { per_page: per_page_max, ...anyDate(query) }
  if (plural === 'categories' || plural === 'tags') return { per_page: per_page_max, hide_empty: false, ...query }
  return { per_page: per_page_max, ...query }
}

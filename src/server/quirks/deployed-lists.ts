// Lists as deployed services answer them: links between pages, and the undocumented parameters `context` and `offset`
// of lists of terms.
import {
  type LinkParameters,
  linkParametersOf,
  pageLinks,
  type Links,
  type LinkValues,
  type LinkWriter,
  type Listed,
  type ListPart,
} from '../domain/lists/page.ts'
import type { Json, JsonObject } from '../../base/json.ts'
import { relative_dates, window_dates } from '../../spec/lists.ts'
import type { Taxonomy } from '../domain/records.ts'
import { mayEditAll, mayPublish } from '../domain/rights.ts'
import type { ServiceSettings } from '../domain/settings.ts'
import type { Call } from '../handlers/handler.ts'
import { isYes, integerOf } from '../validation/numbers.ts'
import { quirk } from './quirks.ts'

/** Links that lack some parameters and contain unencoded spaces. Source: interface Q4. */
export const deployedLinks: LinkWriter = {
  events: (listed, window, status) => {
    const { values } = listed
    const first: LinkParameters = [
      ...linkParametersOf(window, window_dates),
      ...linkParametersOf(values, ['search']),
      ...geolocationOf(values),
      ...statusOf(status),
      ...linkParametersOf(values, ['post_parent', 'include']),
      ...linkParametersOf(window, relative_dates),
    ]
    const appended = linkParametersOf(values, ['venue', 'organizer', ...(values.featured === '1' ? ['featured'] : [])])
    return postLinks(listed, [...first, ...appended], appended.length > 0)
  },
  places: (listed, status) =>
    postLinks(listed, [...linkParametersOf(listed.values, ['event', 'has_events']), ...statusOf(status)], false),
  terms: (listed) => {
    const first = `${listed.collection}/`
    return pageLinks(first, listed, (page) => (page === 1 ? first : `${first}?page=${page}`))
  },
}

/** The parameters for coordinates: all three if `geoloc` is on, else none. */
function geolocationOf({ geoloc, geoloc_lat = '', geoloc_lng = '' }: LinkValues): LinkParameters {
  return isYes(geoloc)
    ? [
        ['geoloc', '1'],
        ['geoloc_lat', geoloc_lat],
        ['geoloc_lng', geoloc_lng],
      ]
    : []
}

function statusOf(status: string): LinkParameters {
  return status === '' ? [] : [['status', status]]
}

/** Links of a list of posts. `rest_url` is only encoded if `encodesItself`; the others are, with `page` at the end. */
function postLinks(listed: Listed, args: LinkParameters, encodesItself: boolean): Links {
  const {
    collection,
    page: { page, per_page },
  } = listed
  const shared: LinkParameters = [['per_page', String(per_page)], ...args]
  const own: LinkParameters = [['page', String(page)], ...shared]
  const self = encodesItself ? encoded(own) : own.map((pair) => pair.join('=').replace(/=$/, '')).join('&')
  const at = (number: number) =>
    `${collection}/?${encoded(number > 1 ? [...shared, ['page', String(number)]] : shared)}`
  return pageLinks(`${collection}/?${self}`, listed, at)
}

function encoded(args: LinkParameters): string {
  return new URLSearchParams(args.map(([name, value]): [string, string] => [name, value])).toString()
}

/**
 * The page of a list of terms, and whether items are shown. In quirks mode lists of tags use `offset`, and both kinds
 * `context`: `edit` shows no items to callers who may not edit terms, see `termInContext` for other values.
 *
 * Source: interface 16.2.
 */
export function termListQuirkOf(
  taxonomy: Taxonomy,
  page: ListPart,
  { given: { offset, context }, caller, settings }: Call,
) {
  if (!takesCoreParameters(settings)) return { page, hasItems: true }
  const start = taxonomy === 'tag' ? integerOf(offset) : undefined
  const mayEdit = taxonomy === 'tag' ? mayEditAll(caller) : mayPublish(caller)
  return {
    page: start !== undefined && start > 0 ? { ...page, offset: start } : page,
    hasItems: context !== 'edit' || mayEdit,
  }
}

/** The keys of a term that `context=embed` leaves out. */
const not_embedded: ReadonlySet<string> = new Set(['count', 'description', 'parent', 'meta'])

/** A term in quirks mode: with `context=embed` it has fewer keys, with an unknown `context` it is empty. */
export function termInContext(term: JsonObject, { given: { context }, settings }: Call): Json {
  if (context === undefined || context === 'view' || context === 'edit' || !takesCoreParameters(settings)) return term
  return context === 'embed' ? Object.fromEntries(Object.entries(term).filter(([key]) => !not_embedded.has(key))) : []
}

function takesCoreParameters(settings: ServiceSettings): boolean {
  return quirk(settings, 'term_lists_take_core_parameters')
}

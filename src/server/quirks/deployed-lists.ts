// Lists as deployed services answer them: links between pages, and the undocumented parameters `context` and `offset`
// of lists of terms.
import type { Json, JsonObject } from '../../base/json.ts'
import { relative_dates, window_dates } from '../../spec/lists.ts'
import type { ListPart } from '../domain/lists/selection.ts'
import {
  type LinkParameters,
  linkParametersOf,
  type Links,
  type LinkValues,
  type Listed,
  pageLinks,
} from '../domain/present/shared.ts'
import type { Taxonomy } from '../domain/records.ts'
import { mayEditAll, mayPublish } from '../domain/rights.ts'
import type { ServiceSettings } from '../domain/settings.ts'
import type { Call } from '../handlers/handler.ts'
import { isYes } from '../../spec/read.ts'
import { wholeNumberOf } from '../validation/check.ts'
import { quirk } from './quirks.ts'

/** Links that lack some parameters and contain unencoded spaces. Source: interface Q4. */
export function deployedLinks(listed: Listed): Links {
  const { kind, collection, values, window = {}, status = '' } = listed
  const of_status: LinkParameters = status === '' ? [] : [['status', status]]
  switch (kind) {
    case 'category':
    case 'tag':
      return pageLinks(`${collection}/`, listed, (page) => `${collection}/${page === 1 ? '' : `?page=${page}`}`)
    case 'venue':
    case 'organizer':
      return postLinks(listed, [...linkParametersOf(values, ['event', 'has_events']), ...of_status], false)
    case 'event': {
      const appended = linkParametersOf(values, [
        'venue',
        'organizer',
        ...(values.featured === '1' ? ['featured'] : []),
      ])
      const parameters = [
        ...linkParametersOf(window, window_dates),
        ...linkParametersOf(values, ['search']),
        ...geolocationOf(values),
        ...of_status,
        ...linkParametersOf(values, ['post_parent', 'include']),
        ...linkParametersOf(window, relative_dates),
        ...appended,
      ]
      return postLinks(listed, parameters, appended.length > 0)
    }
  }
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

/** Links of a list of posts. `rest_url` is only encoded if `encodesItself`; the others are, with `page` at the end. */
function postLinks(listed: Listed, args: LinkParameters, encodesItself: boolean): Links {
  const {
    collection,
    page: { page, per_page },
  } = listed
  const shared: LinkParameters = [['per_page', String(per_page)], ...args]
  const own: LinkParameters = [['page', String(page)], ...shared]
  const self = encodesItself ? encodedArguments(own) : own.map((pair) => pair.join('=').replace(/=$/, '')).join('&')
  const at = (number: number) =>
    `${collection}/?${encodedArguments(number > 1 ? [...shared, ['page', String(number)]] : shared)}`
  return pageLinks(`${collection}/?${self}`, listed, at)
}

function encodedArguments(args: LinkParameters): string {
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
  const start = taxonomy === 'tag' ? wholeNumberOf(offset) : undefined
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

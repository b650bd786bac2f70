// Lists as deployed services answer them: links between pages without some parameters and with raw blanks; `context`
// and `offset`, which lists of terms support although they aren't documented.
import {
  type Arguments,
  argumentsOf,
  type Links,
  type LinkValues,
  type LinkWriter,
  type Listed,
  type ListPart,
} from '../domain/lists/page.ts'
import type { Taxonomy } from '../domain/records.ts'
import { mayEditAll, mayWrite } from '../domain/rights.ts'
import type { Call } from '../handlers/handler.ts'
import { isYes, wholeOf } from '../validation/numbers.ts'
import { quirk } from './quirks.ts'

const of_window = ['start_date', 'end_date'] as const
const relative = ['starts_before', 'starts_after', 'ends_before', 'ends_after'] as const

/** Source: interface Q4. */
export const deployedLinks: LinkWriter = {
  events: (listed, window, status) => {
    const { values } = listed
    const first: Arguments = [
      ...argumentsOf(window, of_window),
      ...argumentsOf(values, ['search']),
      ...geolocationOf(values),
      ...statusOf(status),
      ...argumentsOf(values, ['post_parent', 'include']),
      ...argumentsOf(window, relative),
    ]
    const appended = argumentsOf(values, ['venue', 'organizer', ...(values.featured === '1' ? ['featured'] : [])])
    return postLinks(listed, [...first, ...appended], appended.length > 0)
  },
  places: (listed, status) =>
    postLinks(listed, [...argumentsOf(listed.values, ['event', 'has_events']), ...statusOf(status)], false),
  terms: ({ collection, page: { page }, pages }) => ({
    rest_url: `${collection}/`,
    ...(page < pages && { next_rest_url: `${collection}/?page=${page + 1}` }),
    ...(page > 1 && { previous_rest_url: page === 2 ? `${collection}/` : `${collection}/?page=${page - 1}` }),
  }),
}

/** Coordinates are written with `geoloc`, sent or not, and never without it. */
function geolocationOf({ geoloc, geoloc_lat = '', geoloc_lng = '' }: LinkValues): Arguments {
  return isYes(geoloc)
    ? [
        ['geoloc', '1'],
        ['geoloc_lat', geoloc_lat],
        ['geoloc_lng', geoloc_lng],
      ]
    : []
}

function statusOf(status: string): Arguments {
  return status === '' ? [] : [['status', status]]
}

/** The link to the page itself is not encoded unless something was appended; the others are, with `page` at the end. */
function postLinks(
  { collection, page: { page, per_page }, pages }: Listed,
  args: Arguments,
  encodesItself: boolean,
): Links {
  const shared: Arguments = [['per_page', String(per_page)], ...args]
  const own: Arguments = [['page', String(page)], ...shared]
  const self = encodesItself ? encoded(own) : own.map((pair) => pair.join('=')).join('&')
  const at = (number: number) =>
    `${collection}/?${encoded(number > 1 ? [...shared, ['page', String(number)]] : shared)}`
  return {
    rest_url: `${collection}/?${self}`,
    ...(page < pages && { next_rest_url: at(page + 1) }),
    ...(page > 1 && { previous_rest_url: at(page - 1) }),
  }
}

function encoded(args: Arguments): string {
  return new URLSearchParams(args.map(([name, value]): [string, string] => [name, value])).toString()
}

interface TermListQuirk {
  /** `offset` counts from the start of the list, whatever the page. */
  readonly page: ListPart
  /** Whether the list comes without its items, and whether these are empty. */
  readonly items: 'shown' | 'none' | 'empty'
}

/**
 * Tags obey `offset`, both kinds `context`: `edit` shows no items to callers who may not edit, an unknown one empties
 * each item.
 * Source: interface 16.2.
 */
export function termListQuirkOf(
  taxonomy: Taxonomy,
  page: ListPart,
  { given: { offset, context }, caller, service: { settings } }: Call,
): TermListQuirk {
  if (!quirk(settings, 'term_lists_take_core_parameters')) return { page, items: 'shown' }
  const start = taxonomy === 'tag' ? wholeOf(offset) : undefined
  const mayEdit = taxonomy === 'tag' ? mayEditAll(caller) : mayWrite(caller)
  const isKnown = context === undefined || context === 'view' || context === 'embed' || context === 'edit'
  return {
    page: start !== undefined && start > 0 ? { ...page, offset: start } : page,
    items: !isKnown ? 'empty' : context === 'edit' && !mayEdit ? 'none' : 'shown',
  }
}

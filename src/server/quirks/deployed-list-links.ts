// Links between the pages of a list as deployed services write them: without some parameters, with raw blanks.
import {
  type Arguments,
  argumentsOf,
  type Links,
  type Listed,
  type LinkValues,
  type LinkWriter,
} from '../domain/lists/list-arguments.ts'
import { isYes } from '../validation/numbers.ts'

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

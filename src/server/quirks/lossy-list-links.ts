// Addresses of pages as the deployed services write them: some parameters lost, blanks left raw. Only quirks mode does.
import type { Values } from '../../spec/read.ts'
import {
  type Arguments,
  argumentsOf,
  type Links,
  type Listed,
  type LinkWriter,
} from '../domain/lists/list-arguments.ts'
import { parseFlag } from '../domain/parse-flag.ts'

const of_window = ['start_date', 'end_date'] as const
const relative = ['starts_before', 'starts_after', 'ends_before', 'ends_after'] as const

/** Source: D4; deployed 2.4. */
export const lossyLinks: LinkWriter = {
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
    const appended = argumentsOf({ ...values, featured: values.featured === true ? true : undefined }, [
      'venue',
      'organizer',
      'featured',
    ])
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

/** Coordinates are shown beside `geoloc`, sent or not, and never without it. */
function geolocationOf({ geoloc, geoloc_lat = '', geoloc_lng = '' }: Values): Arguments {
  return parseFlag(geoloc, false)
    ? argumentsOf({ geoloc: true, geoloc_lat, geoloc_lng }, ['geoloc', 'geoloc_lat', 'geoloc_lng'])
    : []
}

function statusOf(status: string): Arguments {
  return status === '' ? [] : [['status', status]]
}

/**
 * The page itself is written raw, unless something was appended; its neighbours are encoded, with their number at the
 * end.
 */
function postLinks(
  { collection, page: { page, per_page }, pages }: Listed,
  args: Arguments,
  encodesItself: boolean,
): Links {
  const kept: Arguments = [['per_page', String(per_page)], ...args]
  const own: Arguments = [['page', String(page)], ...kept]
  const self = encodesItself ? encoded(own) : own.map((pair) => pair.join('=')).join('&')
  const at = (number: number) => `${collection}/?${encoded(number > 1 ? [...kept, ['page', String(number)]] : kept)}`
  return {
    rest_url: `${collection}/?${self}`,
    ...(page < pages && { next_rest_url: at(page + 1) }),
    ...(page > 1 && { previous_rest_url: at(page - 1) }),
  }
}

function encoded(args: Arguments): string {
  return new URLSearchParams(args.map(([name, value]): [string, string] => [name, value])).toString()
}

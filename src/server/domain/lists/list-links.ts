// Links between the pages of a list, with every parameter that was sent.
import { instantOf, offsetText } from '../../../base/dates/zoned-time.ts'
import { bounds, type EventWindow } from '../dates/event-window.ts'
import { type LinkParameters, linkParametersOf, type Links, type Listed, type LinkWriter } from './page.ts'
import { deployedLinks } from '../../quirks/deployed-lists.ts'
import { quirk } from '../../quirks/quirks.ts'
import type { ServiceSettings } from '../settings.ts'

/** How links between pages are written in this mode. Source: interface Q4. */
export function linksIn(settings: Pick<ServiceSettings, 'mode' | 'timezone'>): LinkWriter {
  return quirk(settings, 'page_links_lose_filters') ? deployedLinks : fullLinks(settings)
}

const of_places = ['search', 'event', 'has_events', 'only_with_upcoming'] as const
const of_terms = [
  'search',
  'exclude',
  'include',
  'order',
  'orderby',
  'hide_empty',
  'parent',
  'post',
  'event',
  'slug',
] as const
const of_events = [
  'strict_dates',
  'search',
  'categories',
  'tags',
  'venue',
  'organizer',
  'featured',
  'geoloc',
  'geoloc_lat',
  'geoloc_lng',
  'include',
  'post_parent',
  'ticketed',
] as const

function fullLinks({ timezone }: Pick<ServiceSettings, 'timezone'>): LinkWriter {
  return {
    /** Without `strict_dates` the bounds as compared; with it as sent, and default bounds with their offset. */
    events: (listed, window, status) => {
      const { values } = listed
      const sent_bounds = values.strict_dates === undefined ? window : { ...withOffsets(window, timezone), ...values }
      return linksOf(listed, [
        ...linkParametersOf(sent_bounds, bounds),
        ['status', status],
        ...linkParametersOf(values, of_events),
      ])
    },
    places: (listed, status) => linksOf(listed, [...linkParametersOf(listed.values, of_places), ['status', status]]),
    terms: (listed) => linksOf(listed, linkParametersOf(listed.values, of_terms)),
  }
}

function withOffsets(window: EventWindow, zone: string): EventWindow {
  return Object.fromEntries(
    Object.entries(window).map(([bound, wall]) => [bound, `${wall}${offsetText(instantOf(wall, zone), zone)}`]),
  )
}

function linksOf({ collection, others, page: { page, per_page }, pages }: Listed, args: LinkParameters): Links {
  const all = [...args, ...linkParametersOf(others, Object.keys(others))]
  const at = (number: number) =>
    `${collection}/?${[['page', String(number)], ['per_page', String(per_page)], ...all].map(encoded).join('&')}`
  return {
    rest_url: at(page),
    ...(page < pages && { next_rest_url: at(page + 1) }),
    ...(page > 1 && { previous_rest_url: at(page - 1) }),
  }
}

function encoded([name = '', value = '']: readonly string[]): string {
  return `${encodeURIComponent(name)}=${encodeURIComponent(value)}`
}

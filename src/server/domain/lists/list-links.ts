// The address of a page of a list, and of the pages before and behind it: every parameter kept, everything encoded.
import { instantOf, offsetText } from '../../../base/dates/zoned-time.ts'
import { bounds, type EventWindow } from '../dates/event-window.ts'
import { type Arguments, argumentsOf, type Links, type Listed, type LinkWriter } from './list-arguments.ts'
import { lossyLinks } from '../../quirks/lossy-list-links.ts'
import { quirk } from '../../quirks/quirks.ts'
import type { ServiceSettings } from '../settings.ts'

/** Source: D4. */
export function linksIn(settings: Pick<ServiceSettings, 'mode' | 'timezone'>): LinkWriter {
  return quirk(settings, 'page_links_lose_filters') ? lossyLinks : fullLinks(settings)
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
    /**
     * Whole days show as they are compared, exact times as they were sent; those that nobody sent say their offset,
     * which they are read by.
     */
    events: (listed, window, status) => {
      const { values } = listed
      const shown = values.strict_dates === undefined ? window : { ...exactly(window, timezone), ...values }
      return linksOf(listed, [...argumentsOf(shown, bounds), ['status', status], ...argumentsOf(values, of_events)])
    },
    places: (listed, status) => linksOf(listed, [...argumentsOf(listed.values, of_places), ['status', status]]),
    terms: (listed) => linksOf(listed, argumentsOf(listed.values, of_terms)),
  }
}

function exactly(window: EventWindow, zone: string): EventWindow {
  return Object.fromEntries(
    Object.entries(window).map(([bound, wall]) => [bound, `${wall}${offsetText(instantOf(wall, zone), zone)}`]),
  )
}

function linksOf({ collection, beside, page: { page, per_page }, pages }: Listed, args: Arguments): Links {
  const kept = [...args, ...argumentsOf(beside, Object.keys(beside))]
  const at = (number: number) =>
    `${collection}/?${[['page', String(number)], ['per_page', String(per_page)], ...kept].map(encoded).join('&')}`
  return {
    rest_url: at(page),
    ...(page < pages && { next_rest_url: at(page + 1) }),
    ...(page > 1 && { previous_rest_url: at(page - 1) }),
  }
}

function encoded([name = '', value = '']: readonly string[]): string {
  return `${encodeURIComponent(name)}=${encodeURIComponent(value)}`
}

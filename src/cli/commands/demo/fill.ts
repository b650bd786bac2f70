// Fills an empty calendar with the sample: terms first, then places and people, then what happens.
import { type Day, daysLater } from '../../../base/dates/days.ts'
import type { Exchange } from '../../../base/exchange.ts'
import { idOf, recordOf } from '../../../client/api/answer.ts'
import { call } from '../../../client/api/call.ts'
import type { Plural } from '../../../spec/model.ts'
import type { Values } from '../../../spec/read.ts'
import {
  type SampleEvent,
  sample_categories,
  sample_events,
  sample_organizers,
  sample_tags,
  sample_venues,
} from './sample.ts'

export interface Filled {
  readonly events: number
  readonly venues: number
  readonly organizers: number
  readonly categories: number
  readonly tags: number
}

/** Dates count from `today`. */
export async function fill(exchange: Exchange, today: Day): Promise<Filled> {
  const create = async (plural: Plural, values: Values) =>
    idOf(recordOf(await call(exchange, `${plural}.create`, values)))
  const ids = new Map<string, number>()
  for (const { parent, ...category } of sample_categories.map((row) => ({ parent: undefined, ...row }))) {
    ids.set(category.slug, await create('categories', { ...category, ...(parent ? { parent: ids.get(parent) } : {}) }))
  }
  for (const name of sample_tags) ids.set(name, await create('tags', { name }))
  for (const { key, ...venue } of sample_venues) ids.set(key, await create('venues', venue))
  for (const { key, ...organizer } of sample_organizers) ids.set(`by ${key}`, await create('organizers', organizer))
  const events = sample_events.flatMap((row) => eventsOf(row, today, ids))
  for (const event of events) await create('events', event)
  return {
    events: events.length,
    venues: sample_venues.length,
    organizers: sample_organizers.length,
    categories: sample_categories.length,
    tags: sample_tags.length,
  }
}

/** One event, or one for each week. */
function eventsOf(row: SampleEvent, today: Day, ids: ReadonlyMap<string, number>): readonly Values[] {
  const { days, start, end, lasts_days = 0, weekly = 1, venue, organizer, categories, tags = [], ...plain } = row
  const all = (names: readonly string[], prefix = '') => names.flatMap((name) => ids.get(`${prefix}${name}`) ?? [])
  return Array.from({ length: weekly }, (_, week) => {
    const first = daysLater(today, days + 7 * week)
    const last = daysLater(first, lasts_days)
    const times =
      start && end
        ? { start_date: `${first} ${start}:00`, end_date: `${last} ${end}:00` }
        : { start_date: first, end_date: last, all_day: true }
    return {
      ...plain,
      ...times,
      venue: ids.get(venue),
      organizer: all(organizer, 'by '),
      categories: all(categories),
      tags: all(tags),
    }
  })
}

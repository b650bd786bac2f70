// An update changes only the given fields, in every mode of the service.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/base/json.ts'
import { idOf, recordOf } from '../../src/client/api/call.ts'
import { getRecord } from '../../src/client/api/records.ts'
import { send } from '../support/calendar.ts'
import { updateSafely } from '../support/safe-update.ts'
import { type OpenedCalendar, openCalendar } from '../../src/server/service/service.ts'
import type { Plural } from '../../src/spec/model.ts'
import { modes } from '../support/modes.ts'
import { plain_options } from '../support/open-calendar.ts'
import { noon } from '../support/runtime.ts'
import { is_nightly } from '../support/extent.ts'

const text = fc.constantFrom('Jazz', 'Zwölf', 'a & b', 'one\ntwo')
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const day = fc.integer({ min: 1, max: 9 })
const times = fc.record({ from: day, to: day, all_day: maybe(fc.boolean()) }).map(({ from, to, all_day }) => ({
  start_date: `2027-05-0${Math.min(from, to)} 10:00:00`,
  end_date: `2027-05-0${Math.max(from, to)} 18:30:00`,
  all_day,
}))
const switches = fc.record({
  show_map: maybe(fc.boolean()),
  show_map_link: maybe(fc.boolean()),
  hide_from_listings: maybe(fc.boolean()),
  sticky: maybe(fc.boolean()),
  featured: maybe(fc.boolean()),
})
const event = fc
  .tuple(
    times,
    switches,
    fc.record({
      title: text,
      password: maybe(fc.constant('key')),
      description: maybe(text),
      excerpt: maybe(text),
      status: maybe(fc.constantFrom('publish', 'draft', 'private', 'pending')),
      date: maybe(fc.constantFrom('2026-01-02 03:04:05')),
      timezone: maybe(fc.constantFrom('Europe/Berlin', 'Asia/Tokyo', 'UTC')),
      cost: maybe(fc.constantFrom('10', '$5', '10€', '10 - 20', '0 - 20', 'Free', 'Donation')),
      website: maybe(fc.constant('https://a.example/')),
      venue: maybe(fc.constant([4])),
      organizer: maybe(fc.constantFrom([5], [5, 6], [6, 5])),
      categories: maybe(fc.constant(['music'])),
      tags: maybe(fc.constant([2, 3])),
    }),
  )
  .map(([a, b, c]) => ({ ...a, ...b, ...c }))
const event_change = fc.oneof(
  fc.record({ title: fc.constant('New') }),
  fc.record({ description: fc.constant('New') }),
  fc.record({ featured: fc.boolean() }),
  fc.record({ status: fc.constantFrom('draft', 'publish') }),
  fc.record({ cost: fc.constantFrom('7', '7 - 9') }),
  fc.record({ start_date: fc.constant('2027-05-01 08:00:00') }),
  fc.record({ end_date: fc.constant('2027-05-20 08:00:00') }),
  fc.record({ organizer: fc.constant([6]) }),
  fc.record({ venue: fc.constant([4]) }),
)
const password = maybe(fc.constant('key'))
const venue = fc.record({
  venue: text,
  password,
  description: maybe(text),
  city: maybe(text),
  state: maybe(text),
  province: maybe(text),
  country: maybe(fc.constantFrom('Germany', 'United States')),
  stateprovince: maybe(text),
  show_map: maybe(fc.constantFrom('true', 'false')),
  show_map_link: maybe(fc.constantFrom('true', 'false')),
  status: maybe(fc.constantFrom('publish', 'draft')),
  phone: maybe(text),
})
const venue_change = fc.oneof(
  fc.record({ city: fc.constant('Ulm') }),
  fc.record({ phone: fc.constant('') }),
  fc.record({ venue: fc.constant('Other') }),
)
const organizer = fc.record({
  organizer: text,
  password,
  email: maybe(fc.constant('a@b.example')),
  status: maybe(fc.constantFrom('publish', 'draft')),
})
const organizer_change = fc.record({ phone: fc.constant('1') })
const cases: fc.Arbitrary<readonly [Plural, object, object]> = fc.oneof(
  fc.tuple(fc.constant('events' as const), event, event_change),
  fc.tuple(fc.constant('venues' as const), venue, venue_change),
  fc.tuple(fc.constant('organizers' as const), organizer, organizer_change),
)

/** A record from a response, without the fields that every write changes. */
function stable(record: JsonObject, changes: object): object {
  const moving = [
    'modified',
    'modified_utc',
    'json_ld',
    'website',
    ...('status' in changes ? ['slug', 'url', 'date', 'date_utc'] : []),
  ]
  const derived =
    'start_date' in changes || 'end_date' in changes
      ? [
          'start_date',
          'end_date',
          'start_date_details',
          'end_date_details',
          'utc_start_date',
          'utc_end_date',
          'utc_start_date_details',
          'utc_end_date_details',
          'timezone_abbr',
        ]
      : []
  const cost = 'cost' in changes ? ['cost_details'] : []
  const compared = Object.entries(record).filter(
    ([name]) => !(name in changes) && ![...moving, ...derived, ...cost].includes(name),
  )
  // A term counts the published events that use it.
  return JSON.parse(JSON.stringify(Object.fromEntries(compared), (key, value) => (key === 'count' ? undefined : value)))
}

describe.each(modes)('in %s mode', (mode) => {
  let calendar: OpenedCalendar
  beforeAll(async () => {
    calendar = await openCalendar({
      ...plain_options,
      file: ':memory:',
      timezone: 'America/New_York',
      mode,
      now: () => noon,
    })
    await send(calendar.exchange, 'venues.create', { venue: 'Hall' })
    for (const organizer of ['Club', 'Choir']) await send(calendar.exchange, 'organizers.create', { organizer })
    for (const name of ['red', 'blue']) await send(calendar.exchange, 'tags.create', { name })
  })
  afterAll(() => calendar.close())

  it('an update changes only the given fields', async () => {
    let count = 0
    await fc.assert(
      fc.asyncProperty(cases, async ([plural, fields, changes]) => {
        // Deployed services use an existing venue instead of creating one with the same name.
        count += 1
        const named =
          'venue' in fields && plural === 'venues'
            ? { ...fields, venue: `Hall ${count}` }
            : 'organizer' in fields && plural === 'organizers'
              ? { ...fields, organizer: `Club ${count}` }
              : fields
        const created = recordOf(await send(calendar.exchange, `${plural}.create`, { ...named }))
        const target = { kind: 'id', id: idOf(created) } as const
        const before = await getRecord(calendar.exchange, plural, target)
        const { unexpected_changes: surprises } = await updateSafely(calendar.exchange, plural, before, { ...changes })
        const after = await getRecord(calendar.exchange, plural, target)
        expect(surprises).toEqual([])
        expect(stable(after, changes)).toEqual(stable(before, changes))
      }),
      { numRuns: is_nightly ? 150 : 30 },
    )
  })
})

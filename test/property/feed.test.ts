// The feed of any calendar: the events of the interface, by another program's parser, and the text of an export.
import fc from 'fast-check'
import ICAL from 'ical.js'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { wallAt } from '../../src/base/dates/zoned-time.ts'
import { type JsonObject, objectsOf, parsedJson, isObject } from '../../src/base/json.ts'
import { isComplete } from '../../src/base/exchange.ts'
import { textOfHtml } from '../../src/base/text/untrusted-text.ts'
import { feedOf } from '../../src/server/feed/feed.ts'
import { type OpenedCalendar, openCalendar } from '../../src/server/service/service.ts'
import { eventsIn } from '../support/feeds.ts'
import { bundleOf, randomCalendar } from '../support/random-calendar.ts'
import { noon } from '../support/runtime.ts'
import { newWorkspace } from '../support/workspace.ts'

/** Set CAL_PROPERTY_RUNS=100 for a longer test. */
const runs = Number(process.env.CAL_PROPERTY_RUNS ?? 3)

describe('a feed', () => {
  it('holds what visitors see in lists, as an export writes it', { timeout: 240_000 + runs * 5_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(randomCalendar, async (drawn) => {
        const one = newWorkspace('one.db')
        // Half of them public.
        const events = drawn.events.map((event, i) =>
          i % 2 === 0 ? { ...event, status: 'publish' as const, hide_from_listings: false } : event,
        )
        one.write('drawn.json', bundleOf({ ...drawn, events }))
        expect((await one.cal('import drawn.json')).stderr).not.toContain(' failed')
        const exported = (await one.cal('export events --format ics')).stdout
        const calendar = await openCalendar({
          file: join(one.folder, 'one.db'),
          address: { base: 'http://localhost', root: 'wp-json', vendor: 'tribe' },
          mode: 'standard',
          read_only: true,
          writer: 'inline',
          now: () => noon,
        })
        try {
          const text = await feedTextOf(calendar)
          const listed = (await listOf(calendar)).filter(({ hide_from_listings }) => hide_from_listings !== true)
          expect(eventsIn(text).map(meaningOfComponent)).toEqual(listed.map(meaningOfRecord))
          const blocks = blocksOf(exported)
          expect(blocksOf(text).filter((block) => !blocks.includes(block))).toEqual([])
        } finally {
          await calendar.close()
        }
      }),
      { numRuns: runs },
    )
  })
})

async function feedTextOf({ asVisitor }: OpenedCalendar): Promise<string> {
  const { body } = await feedOf({
    exchange: asVisitor,
    request: { method: 'GET', path: '/events.ics', query: '', headers: {} },
    selection: { kind: 'list', query: '' },
    name: 'All',
    url: 'http://localhost/events.ics',
    file: 'events',
    language: 'en',
    timezone: 'Europe/Berlin',
  })
  if (isComplete(body)) return String(body)
  let text = ''
  for await (const chunk of body) text += Buffer.from(chunk).toString()
  return text
}

async function listOf({ asVisitor }: OpenedCalendar): Promise<readonly JsonObject[]> {
  const { body } = await asVisitor({
    method: 'GET',
    path: '/events',
    query: 'start_date=1000-01-01&end_date=9999-12-31&per_page=50',
    headers: {},
  })
  const value = parsedJson(body)
  return isObject(value) ? objectsOf(value.events) : []
}

function blocksOf(text: string): readonly string[] {
  return text.match(/BEGIN:VEVENT[\s\S]*?END:VEVENT/g) ?? []
}

function meaningOfRecord(record: JsonObject) {
  const { start_date, end_date, all_day, title, description, slug } = record
  const days = (wall: unknown) => String(wall).slice(0, 10)
  return {
    uid: `${String(slug)}@localhost`,
    title: textOfHtml(String(title)).trim(),
    description: textOfHtml(String(description)).trim(),
    all_day: all_day === true,
    times: all_day === true ? [days(start_date), days(end_date)] : [record.utc_start_date, record.utc_end_date],
  }
}

function meaningOfComponent(component: ICAL.Component) {
  const event = new ICAL.Event(component)
  const all_day = event.startDate.isDate
  // The end of whole days is the day after the last one.
  const last = event.endDate.clone()
  if (all_day) last.adjust(-1, 0, 0, 0)
  return {
    uid: event.uid,
    title: String(event.summary ?? '').trim(),
    description: String(event.description ?? '').trim(),
    all_day,
    times: all_day
      ? [event.startDate.toString(), last.toString()]
      : [event.startDate, event.endDate].map((time) => wallAt(instantOfTime(time), 'UTC')),
  }
}

/** By the rules of the zone that the feed itself contains. */
function instantOfTime(time: ICAL.Time): number {
  return time.toUnixTime() * 1_000
}

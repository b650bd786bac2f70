// Feeds that nobody reads to the end: their number is limited, and a place is given back.
import { expect, it } from 'vitest'
import { feedOf, type FeedSelection, streams_max } from '../../../../src/server/feed/feed.ts'
import { feedServer } from '../../../support/feeds.ts'

const times = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 11:00:00' }

it('50 lists are sent at a time; further ones are 503 until a connection ends', async () => {
  const { calendar, send } = await feedServer()
  await send('POST', '/events', { title: 'Day', slug: 'day', ...times })
  const exchange = calendar.asVisitor
  const ask = (encoding: string, signal?: AbortSignal, selection: FeedSelection = { kind: 'list', query: '' }) =>
    feedOf({
      exchange,
      request: {
        method: 'GET',
        path: '/events.ics',
        query: '',
        headers: { 'accept-encoding': encoding },
        ...(signal && { signal }),
      },
      selection,
      name: 'Calendar',
      url: 'http://calendar.example/events.ics',
      file: 'events',
      language: 'en',
      timezone: 'UTC',
    })
  const connections = Array.from({ length: streams_max }, () => new AbortController())
  for (const { signal } of connections) expect((await ask('identity', signal)).status).toBe(200)
  const next = new AbortController()
  const refused = await ask('gzip', next.signal)
  expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '10' } })
  // A feed of one event is small.
  expect((await ask('identity', next.signal, { kind: 'event', path: '/events/by-slug/day' })).status).toBe(200)

  connections[0]?.abort()
  expect((await ask('identity', next.signal)).status).toBe(200)
  expect((await ask('identity', new AbortController().signal)).status).toBe(503)
})

// Feeds that nobody reads to the end: their number is limited, and a place is given back.
import { expect, it } from 'vitest'
import { feedOf, type FeedSelection, streams_max } from '../../../../src/server/feed/feed.ts'
import { feedServer } from '../../../support/feeds.ts'

const times = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 11:00:00' }

it('50 lists are sent at a time; further ones are 503 until one is read or its connection ends', async () => {
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
  const leaving = new AbortController()
  const answers = [await ask('identity', leaving.signal)]
  while (answers.length < streams_max) answers.push(await ask('identity'))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const refused = await ask('gzip')
  expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '10' } })
  // A feed of one event is small.
  expect((await ask('identity', undefined, { kind: 'event', path: '/events/by-slug/day' })).status).toBe(200)

  for await (const _ of answers[1]?.body ?? '');
  answers.push(await ask('identity'))
  expect(answers.at(-1)?.status).toBe(200)
  expect((await ask('identity')).status).toBe(503)

  leaving.abort()
  expect((await ask('identity')).status).toBe(200)
  expect((await ask('identity')).status).toBe(503)
})

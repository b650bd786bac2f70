import { describe, expect, it } from 'vitest'
import { withLanguageSegment, withFallback } from '../../../../src/client/address/api-root.ts'
import { json, recording } from '../../../support/recording.ts'

describe('withLanguageSegment', () => {
  it.each([
    ['https://x.example/wp-json/tribe/events/v1', 'https://x.example/de/wp-json/tribe/events/v1'],
    ['https://x.example/blog/wp-json/tribe/events/v1/', 'https://x.example/blog/de/wp-json/tribe/events/v1'],
    ['https://x.example/en/wp-json/tribe/events/v1', 'https://x.example/de/wp-json/tribe/events/v1'],
    ['https://x.example/?rest_route=/tribe/events/v1', 'https://x.example/de?rest_route=/tribe/events/v1'],
    [
      'https://x.example/index.php?rest_route=/tribe/events/v1',
      'https://x.example/de/index.php?rest_route=/tribe/events/v1',
    ],
  ])('%s', (plain, spoken) => expect(withLanguageSegment(plain, 'de')).toBe(spoken))
})

describe('withFallback', () => {
  const request = { method: 'GET', path: '/events', query: '', headers: {} }
  const close = async () => {}

  it('uses the address without a language if the site has no other', async () => {
    const page = { status: 404, headers: { 'content-type': 'text/html' }, body: '<p>' }
    const plain = recording(json(200, 1), json(200, 2))
    const { exchange } = withFallback(
      { exchange: recording(page).exchange, close },
      { exchange: plain.exchange, close },
    )
    expect([(await exchange(request)).body, (await exchange(request)).body]).toEqual(['1', '2'])
  })

  it('uses the address with a language if the interface responds, even with an error', async () => {
    const { exchange } = withFallback(
      { exchange: recording(json(404, { code: 'rest_no_route' }), json(200, 2)).exchange, close },
      { exchange: recording().exchange, close },
    )
    expect([(await exchange(request)).status, (await exchange(request)).body]).toEqual([404, '2'])
  })
})

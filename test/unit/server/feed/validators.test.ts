// ETag, Last-Modified and Accept-Encoding.
import { expect, it } from 'vitest'
import { acceptsGzip, calendarState, entityTag, isCurrent } from '../../../../src/server/feed/feed.ts'

it('each version has a later Last-Modified than the one before, in whole seconds', async () => {
  let [version, now] = [1, 1_500]
  const state = calendarState({ version: () => version, process: 'a', now: () => now })
  expect(await state()).toEqual({ version: 'a 1', since: 2_000 })
  now = 9_000
  expect((await state()).since).toBe(2_000)
  version = 2
  expect((await state()).since).toBe(9_000)
  version = 3
  expect((await state()).since).toBe(10_000)
  // The clock was set back.
  now = 3_000
  version = 4
  expect((await state()).since).toBe(11_000)
})

it('a reader has what its conditions name', () => {
  const etag = entityTag(['a', 'b'])
  expect(etag).toMatch(/^W\/"[\w-]{22}"$/)
  expect(entityTag(['ab'])).not.toBe(etag)
  const modified = Date.UTC(2026, 10, 21, 12)
  const has = (headers: Readonly<Record<string, string>>) => isCurrent(headers, etag, modified)
  expect(has({})).toBe(false)
  expect(has({ 'if-none-match': '*' })).toBe(true)
  expect(has({ 'if-none-match': `"a", ${etag}` })).toBe(true)
  expect(has({ 'if-none-match': '"a"' })).toBe(false)
  expect(has({ 'if-modified-since': 'Sat, 21 Nov 2026 12:00:00 GMT' })).toBe(true)
  expect(has({ 'if-modified-since': 'Sat, 21 Nov 2026 11:59:59 GMT' })).toBe(false)
  expect(has({ 'if-modified-since': 'yesterday' })).toBe(false)
  // The tag takes precedence.
  expect(has({ 'if-none-match': '"a"', 'if-modified-since': 'Sat, 21 Nov 2026 12:00:00 GMT' })).toBe(false)
})

it.each([
  [undefined, false],
  ['', false],
  ['gzip', true],
  ['br, GZIP;q=0.5', true],
  ['gzip;q=0', false],
  ['gzip;q=0.0, *', false],
  ['*', true],
  ['*;q=0', false],
  ['identity', false],
])('Accept-Encoding: %s', (header, accepted) => {
  expect(acceptsGzip(header)).toBe(accepted)
})

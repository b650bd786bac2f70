// Which addresses lead to one calendar.
import { describe, expect, it } from 'vitest'
import { isSameCalendar } from '../../../../src/client/address/api-root.ts'

describe('isSameCalendar', () => {
  const same = (one: string, other: string) =>
    isSameCalendar({ root: one, id: undefined }, { root: other, id: undefined })
  it.each([
    ['https://a.example/wp-json/tribe/events/v1', 'http://a.example/wp-json/tribe/events/v1'],
    ['https://a.example/wp-json/tribe/events/v1', 'https://a.example/index.php?rest_route=/tribe/events/v1'],
    ['https://a.example/b/wp-json/tribe/events/v1', 'https://a.example/b/?rest_route=/tribe/events/v1'],
    ['http://127.0.0.1:80/wp-json/tribe/events/v1', 'http://localhost/wp-json/tribe/events/v1'],
    ['http://[::1]:8000/wp-json/tribe/events/v1', 'http://127.0.0.1:8000/wp-json/tribe/events/v1'],
    ['file:/a/b.db', 'file:/a/b.db'],
  ])('is true for %s and %s', (one, other) => expect(same(one, other)).toBe(true))

  it.each([
    ['https://a.example/wp-json/tribe/events/v1', 'https://b.example/wp-json/tribe/events/v1'],
    ['https://a.example/b/wp-json/tribe/events/v1', 'https://a.example/c/wp-json/tribe/events/v1'],
    ['https://a.example/en/wp-json/tribe/events/v1', 'https://a.example/de/wp-json/tribe/events/v1'],
    ['http://localhost:8000/wp-json/tribe/events/v1', 'http://localhost:8001/wp-json/tribe/events/v1'],
    ['file:/a/b.db', 'file:/a/c.db'],
  ])('is false for %s and %s', (one, other) => expect(same(one, other)).toBe(false))
})

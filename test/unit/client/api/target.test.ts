// How the record argument of a command is parsed.
import { describe, expect, it } from 'vitest'
import { type RecordTarget, targetOf } from '../../../../src/client/api/records.ts'

const place = { plural: 'events', api_root: 'https://example.org/wp-json/tribe/events/v1' } as const

describe('targetOf', () => {
  const rows: readonly (readonly [string, RecordTarget])[] = [
    ['12', { kind: 'id', id: 12 }],
    ['id:12', { kind: 'id', id: 12 }],
    ['#12', { kind: 'id', id: 12 }],
    ['Music > Jazz', { kind: 'text', text: 'Music > Jazz' }],
    ['jazz-night', { kind: 'text', text: 'jazz-night' }],
    ['slug:2026', { kind: 'slug', text: '2026' }],
    ['%e6%97%a5', { kind: 'text', text: '日' }],
    ['Jazz Night', { kind: 'text', text: 'Jazz Night' }],
    ['müsli', { kind: 'text', text: 'müsli' }],
    ['100%', { kind: 'text', text: '100%' }],
    ['https://example.org/event/jazz-night/', { kind: 'slug', text: 'jazz-night' }],
    ['https://example.org/?post_type=tribe_events&p=77', { kind: 'id', id: 77 }],
    ['https://example.org/?tribe_events=jazz-night', { kind: 'slug', text: 'jazz-night' }],
    ['https://example.org/?tribe_events=caf%C3%A9&lang=de', { kind: 'slug', text: 'café' }],
    ['https://example.org/?p=77', { kind: 'id', id: 77 }],
    ['https://example.org/?page_id=77&preview=true', { kind: 'id', id: 77 }],
    ['https://example.org/wp-json/tribe/events/v1/events/12', { kind: 'id', id: 12 }],
    ['https://example.org/wp-json/tribe/events/v1/events/by-slug/jazz', { kind: 'slug', text: 'jazz' }],
    ['https://example.org/index.php?rest_route=/tribe/events/v1/events/12', { kind: 'id', id: 12 }],
  ]
  it.each(rows)('%s', (text, target) => {
    expect(targetOf(text, place)).toEqual(target)
  })

  it.each([
    ['venues', 'https://example.org/?tribe_venue=city-hall', 'city-hall'],
    ['organizers', 'https://example.org/?tribe_organizer=choir', 'choir'],
    ['categories', 'https://example.org/?tribe_events_cat=music/jazz', 'jazz'],
    ['tags', 'https://example.org/?tag=free', 'free'],
  ] as const)('reads addresses without permalinks: %s', (plural, text, slug) => {
    expect(targetOf(text, { ...place, plural })).toEqual({ kind: 'slug', text: slug })
  })

  it.each(['https://example.org/?tribe_venue=city-hall', 'https://example.org/?post_type=tribe_venue&p=7'])(
    'rejects another kind in the query: %s',
    (text) => {
      expect(() => targetOf(text, place)).toThrow('another kind of record: venue')
    },
  )

  it('rejects a URL of another site', () => {
    expect(() => targetOf('https://other.example/wp-json/tribe/events/v1/events/12', place)).toThrow(
      'not a URL of https://example.org',
    )
  })

  it('rejects a URL of another kind of record', () => {
    expect(() => targetOf('https://example.org/venue/city-hall/', place)).toThrow('another kind of record: venue')
  })

  it.each(['', 'slug:', 'id:x', 'a/b', '99999999999999999999'])('rejects %j', (text) => {
    expect(() => targetOf(text, place)).toThrow('does not identify a record')
  })
})

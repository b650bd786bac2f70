// Safe updates: the fields that are sent in addition, and the warnings.
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../../src/base/json.ts'
import { unknownCostError } from '../../../../src/client/update/verify-write.ts'
import { sendableOf } from '../../../../src/client/update/sendable.ts'
import { completeChanges, unexpectedChangesOf } from '../../../../src/client/update/update.ts'
import { updateSafely } from '../../../support/safe-update.ts'
import { json, recording } from '../../../support/recording.ts'

const event = {
  id: 12,
  author: '3',
  status: 'draft',
  date: '2026-01-01 10:00:00',
  title: 'Jazz',
  url: 'https://example.org/event/jazz/',
  website: 'https://example.org/event/jazz/',
  all_day: false,
  start_date: '2027-03-01 20:00:00',
  end_date: '2027-03-01 23:00:00',
  timezone: 'Europe/Berlin',
  cost: '10€ &#8211; 20€',
  cost_details: { currency_symbol: '€', currency_position: 'postfix', values: ['10', '20'] },
  featured: true,
  sticky: false,
  show_map: true,
  show_map_link: false,
  hide_from_listings: false,
  image: { url: 'https://example.org/a.jpg', id: 9 },
  venue: { id: 5, venue: 'Hall' },
  organizer: [{ id: 6 }, { id: 7 }],
  categories: [],
  tags: [{ id: 8 }],
  extension_key: { preserved: true },
}

describe('completeChanges', () => {
  it('sends the website as it was stored, which deployed services show HTML-escaped', () => {
    const website = 'https://example.org/?a=1&amp;b=&#039;2&#039;'
    expect(completeChanges('events', { ...event, website }, { title: 'Blues' }).website).toBe(
      "https://example.org/?a=1&b='2'",
    )
    const standard = { ...event, website, cost_details: { ...event.cost_details, text: '10€, 20€' } }
    expect(completeChanges('events', standard, { title: 'Blues' }).website).toBe(website)
  })

  it('sends the flags of a venue as text, and lets the service compute its region', () => {
    const venue = {
      id: 5,
      venue: 'Hall',
      status: 'publish',
      show_map: true,
      show_map_link: false,
      stateprovince: 'Bavaria',
      state: 'Bavaria',
    }
    expect(completeChanges('venues', venue, { city: 'Munich' })).toEqual({
      city: 'Munich',
      status: 'publish',
      show_map: 'true',
      show_map_link: 'false',
      stateprovince: 'Bavaria',
    })
    expect(completeChanges('venues', venue, { state: 'Hesse' })).toEqual({
      state: 'Hesse',
      status: 'publish',
      show_map: 'true',
      show_map_link: 'false',
    })
  })

  it('refuses a record whose fields are hidden by its password, which would be reset', () => {
    const hidden = { id: 12, title: 'Jazz', url: 'https://example.org/event/jazz/', all_day: null, featured: null }
    expect(() => completeChanges('events', hidden, { title: 'Blues' })).toThrow(/password/)
  })

  it('does not send a key that it does not know, so that services preserve it', () => {
    expect(completeChanges('events', event, { title: 'Blues' })).not.toHaveProperty('extension_key')
  })

  it('sends only the changes of a term', () => {
    expect(completeChanges('tags', { id: 1, name: 'red', slug: 'red', count: 3 }, { name: 'blue' })).toEqual({
      name: 'blue',
    })
  })
})

describe('sendableOf', () => {
  it.each(['events', 'venues'] as const)('has the author of %s as a number', (plural) => {
    expect(sendableOf(plural, { author: '3' })).toEqual({ author: 3 })
  })

  it('preserves a cost in words and a free one', () => {
    const cost = (text: string, values: string[]) =>
      sendableOf('events', { cost: text, cost_details: { values, currency_symbol: '', currency_position: 'prefix' } })
        .cost
    expect(cost('Donation', ['donation'])).toBe('Donation')
    expect(cost('Free', ['0'])).toBe('0.00')
    expect(cost('Free', ['free'])).toBe('Free')
    expect(cost('$10', ['10'])).toBe('10')
  })
})

describe('a cost that was not changed', () => {
  const seen = (
    cost: string,
    currency_symbol: string,
    currency_position: string,
    values: readonly string[],
    text?: unknown,
  ): JsonObject => ({
    id: 1,
    all_day: false,
    cost,
    cost_details: {
      currency_symbol,
      currency_code: '',
      currency_position,
      values: [...values],
      ...(text === undefined ? {} : { text: text as string }),
    },
  })

  it.each([
    ['$10', '', '', ['10'], '10', true],
    ['12.50$', '', '', ['12.50'], '12.50', true],
    ['Donation', '', '', ['donation'], 'Donation', true],
    ['$1.000', '', '', ['1000'], '1.000', false],
    ['$10,50', '', '', ['10.50'], '10,50', false],
    ['10€', '€', 'postfix', ['10'], '10€', false],
    ['10,50€', '€', 'postfix', ['10.50'], ['10,50€'], false],
    ['Free', '$', 'prefix', ['0'], '$0', false],
    ['Spende &amp; mehr', '', '', ['spende-mehr'], 'Spende & mehr', false],
    ['$5 &#8211; $10', '', '', ['5', '10'], '5 - 10', false],
    ['5€ &#8211; 10€', '€', 'postfix', ['5', '7', '10'], '5€, 7€, 10€', false],
    ['€5 &#8211; €10', '€', 'prefix', ['5', '10'], '€5 , €10', false],
    ['1,000$ &#8211; 2.000$', '$', 'postfix', ['1000', '2000'], ['1,000$', '2.000$'], false],
    ['Donation &#8211; Free', '', '', ['donation', 'free'], ['Donation', 'Free'], false],
    ['ab  €10', 'ab  €', '', ['10'], 'ab  €10', false],
  ])('%j with the symbol %j %s and the amounts %j is %j', (cost, symbol, position, values, sent, readable) => {
    const record = seen(cost, symbol, position, values)
    expect(completeChanges('events', record, { title: 'x' }).cost).toEqual(sent)
    expect(unknownCostError('events', record, { title: 'x' }) === undefined).toBe(readable)
    expect(unknownCostError('events', record, { cost: '7' })).toBeUndefined()
  })

  it('is the stored text if the record contains it', () => {
    const record = seen('$5 – $10', '', '', ['5', '10'], 'ab 10 € / erm. 5 €')
    expect(completeChanges('events', record, { title: 'x' }).cost).toBe('ab 10 € / erm. 5 €')
    expect(unknownCostError('events', record, { title: 'x' })).toBeUndefined()
    expect(
      completeChanges('events', seen('5€ – 10€', '€', 'postfix', ['5', '10'], ['10 €', '5 €']), { title: 'x' }).cost,
    ).toEqual(['10 €', '5 €'])
  })
})

describe('unexpectedChangesOf', () => {
  it('names fields that changed without being sent', () => {
    const after = { ...event, title: 'Blues', featured: false, organizer: [] }
    expect(unexpectedChangesOf('events', { before: event, after, changes: { title: 'Blues' } })).toEqual([
      { field: 'featured', before: true, after: false },
      { field: 'organizer', before: [6, 7], after: [] },
    ])
  })

  it('ignores fields that depend on a changed one', () => {
    const after = { ...event, status: 'publish', slug: 'jazz', date: '2026-11-21 12:00:00' }
    expect(unexpectedChangesOf('events', { before: event, after, changes: { status: 'publish' } })).toEqual([])
  })

  it('ignores a website that was only the URL of the event, the order of terms, and the end of a text', () => {
    const before = { ...event, categories: [{ id: 1 }, { id: 2 }], description: '<p>Loud</p>' }
    const after = { ...event, website: '', categories: [{ id: 2 }, { id: 1 }], description: '<p>Loud</p>\n' }
    expect(unexpectedChangesOf('events', { before, after, changes: {} })).toEqual([])
  })
})

describe('updateSafely', () => {
  it('sends a PUT by id, which can be retried', async () => {
    const { exchange, requests } = recording(json(200, { id: 1, name: 'blue', slug: 'red' }))
    const { unexpected_changes: surprises } = await updateSafely(
      exchange,
      'tags',
      { id: 1, name: 'red', slug: 'red' },
      { name: 'blue' },
    )
    expect(requests).toEqual(['PUT /tags/1 {"name":"blue"}'])
    expect(surprises).toEqual([])
  })
})

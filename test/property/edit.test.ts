// A text that nobody edited changes nothing, whatever the fields hold.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changesIn, documentOf, editedRecordOf } from '../../src/cli/commands/records/edit-document.ts'
import { is_nightly } from '../support/extent.ts'

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom('a', ' ', '\n', '#', ':', '-', "'", '"', '|', '\t', '[', '{', '&', '*', '1') }),
  fc.constantFrom('yes', 'null', '~', '2027-03-01', '1e3', '0x1F', 'true', '- a', '# b', '---', '...', '<p>x</p>\n'),
)
const link = fc.record({ id: fc.integer({ min: 1, max: 9 }), name: text })
const event = fc.record({
  title: text,
  description: text,
  slug: text,
  website: text,
  cost: text,
  all_day: fc.boolean(),
  image: fc.constantFrom(false, 'https://a.example/b.png'),
  start_date: fc.constant('2027-03-01 20:00:00'),
  end_date: fc.constant('2027-03-01 22:00:00'),
  categories: fc.uniqueArray(link, { maxLength: 3, selector: ({ id }) => id }),
  venue: fc.constantFrom([], { id: 4, venue: 'Hall, big' }),
})

describe('an unedited text', () => {
  it.each(['en', 'de'] as const)('holds no changes, in %s', (language) => {
    fc.assert(
      fc.property(fc.array(event, { minLength: 1, maxLength: 3 }), (events) => {
        const records = events.map((fields, i) => editedRecordOf('events', { id: i + 10, ...fields }))
        const document = documentOf('events', records, language)
        expect(changesIn('events', document, records)).toEqual(records.map(({ id }) => ({ id, values: {} })))
      }),
      { numRuns: is_nightly ? 300 : 60 },
    )
  })
})

// What a server sends in the fields of an event never reaches a view as control characters.
import { expect, it } from 'vitest'
import { calendarEntryOf } from '../../../../src/cli/views/calendar-entry.ts'

it('escapes control characters in every text', () => {
  const evil = '\u001b]0;x\u0007'
  const shown = calendarEntryOf(
    {
      id: evil,
      title: evil,
      status: evil,
      start_date: '2027-01-01 10:00:00',
      end_date: '2027-01-01 11:00:00',
      venue: { venue: evil },
      categories: [{ slug: evil }],
    },
    undefined,
  )
  const escaped = '\\u{1b}]0;x\\u{7}'
  expect(shown).toMatchObject({
    id: escaped,
    title: escaped,
    status: escaped,
    venues: [{ name: escaped }],
    categories: [{ name: escaped }],
  })
})

import { expect, it } from 'vitest'
import { repetitionIn } from '../../../../src/base/dates/date-words.ts'

it.each([
  ['Choir every tuesday 19:30 2h', 'every tuesday'],
  ['Choir every other Tue 19:30', 'every other Tue'],
  ['Repair café weekly on tuesday 14:00', 'weekly'],
  ['Choir tuesday 19:30, weekly', 'weekly'],
  ['Stand-up daily 9:00', 'daily'],
  ['Lunch mondays 12:00', 'mondays'],
  ['Market repeats every 2 weeks', 'repeats'],
  ['Chorprobe jeden Dienstag 19:30', 'jeden Dienstag'],
  ['Yoga jede zweite Woche Montag', 'jede zweite Woche'],
  ['Müllabfuhr alle 2 Wochen ab Freitag', 'alle 2 Wochen'],
  ['Andacht täglich um 8 Uhr', 'täglich'],
  ['Sprechstunde dienstags 10-12 Uhr', 'dienstags'],
])('%s repeats', (text, words) => {
  expect(repetitionIn(text)).toBe(words)
})

it.each([
  'Weekly market saturday 8:00-13:00',
  'Every Brilliant Thing friday 20:00',
  'Daily Mail quiz tomorrow 19:00',
  'Jedermann freitag 20 Uhr',
  'Each One Teach One friday',
  'Alle meine Entchen samstag 15 Uhr',
])('%s is a single event', (text) => {
  expect(repetitionIn(text)).toBeUndefined()
})

// Days that are written in many ways, and strict forms, which words never change.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readDate, strictDate } from '../../src/base/dates/written-dates.ts'
import { monthName } from '../../src/base/dates/day-names.ts'
import { daysLater } from '../../src/base/dates/days.ts'

const zone = 'Europe/Berlin'
const now = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2040, 0, 1) })
const day = fc.integer({ min: 0, max: 20_000 }).map((days) => daysLater('2000-01-01', days))

it('a day with its year is the same day in every writing, whenever it is read', async () => {
  await fc.assert(
    fc.asyncProperty(day, now, async (wanted, at) => {
      const [year, number] = [wanted.slice(0, 4), Number(wanted.slice(8))]
      const [english, german] = [monthName(wanted, 'en'), monthName(wanted, 'de')]
      for (const text of [
        `${number} ${english} ${year}`,
        `${english} ${number}, ${year}`,
        `${number} ${english.slice(0, 3)} ${year}`,
        `${number}. ${german} ${year}`,
        `${number}.${Number(wanted.slice(5, 7))}.${year}`,
      ])
        expect([text, readDate(text, { now: at, zone })]).toEqual([text, { at: wanted, hasYear: true }])
    }),
    { numRuns: 100 },
  )
})

it('strict forms mean what they mean without words', async () => {
  const strict = fc.oneof(
    day,
    fc
      .tuple(day, fc.integer({ min: 0, max: 23 }))
      .map(([wanted, hour]) => `${wanted} ${String(hour).padStart(2, '0')}:30`),
    fc
      .tuple(fc.constantFrom('+', '-'), fc.integer({ min: 1, max: 99 }), fc.constantFrom('h', 'm', 'd', 'w', 'mo', 'y'))
      .map((parts) => parts.join('')),
    fc.constantFrom('now', 'heute', 'übermorgen', 'next fri', 'mo', 'so', 'di 9:30', 'tomorrow at 6:30pm', '18 uhr'),
  )
  await fc.assert(
    fc.asyncProperty(strict, now, async (text, at) => {
      const expected = strictDate(text, { now: at, zone })
      expect(expected).toBeDefined()
      expect(readDate(text, { now: at, zone })).toEqual({ at: expected, hasYear: true })
    }),
  )
})

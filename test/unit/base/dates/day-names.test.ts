// The names of months and weekdays, and what people write for them.
import { expect, it } from 'vitest'
import {
  monthOfEnglishName,
  monthOfPrefix,
  weekdayNamed,
  weekdayOfPrefix,
} from '../../../../src/base/dates/date-words.ts'
import { cellDate } from '../../../../src/base/dates/written-dates.ts'

it('reads months in six languages', () => {
  const words = ['March', 'März', 'mai', 'Jänner', 'Oktober', 'dez', 'foo', 'août', 'juillet', 'settembre', 'maart']
  expect(words.map(monthOfPrefix)).toEqual([3, 3, 5, 1, 10, 12, undefined, 8, 7, 9, 3])
  expect(['march', 'SEPT', 'sep', 'marc', 'mai'].map(monthOfEnglishName)).toEqual([3, 9, 9, undefined, undefined])
})

it('reads weekdays as typed, as the service accepts them, and as tables have them', () => {
  expect(['monday', 'sonnabend', 'di', 'tues', 'thus', 'foo'].map(weekdayNamed)).toEqual([
    1,
    6,
    2,
    2,
    undefined,
    undefined,
  ])
  expect(['monday', 'Sun', 'foo'].map(weekdayOfPrefix)).toEqual([1, 7, undefined])
  expect(cellDate('Sonnabend, 13.3.2027', 'dmy')).toEqual({ start: '2027-03-13' })
  expect(cellDate('Sonntag, 13.3.2027', 'dmy')).toBeUndefined()
})

import { describe, expect, it } from 'vitest'
import { instantOf } from '../../../../src/base/dates/zoned-time.ts'
import { dayNamed, monthOf, spanOf } from '../../../../src/cli/views/span.ts'

// A Saturday.
const here = { now: instantOf('2026-11-21 20:15:30', 'Europe/Berlin'), zone: 'Europe/Berlin' }

describe('spanOf', () => {
  it.each([
    [undefined, '2026-11-21', '2026-11-27'],
    ['today', '2026-11-21', '2026-11-21'],
    ['week', '2026-11-16', '2026-11-22'],
    ['Woche', '2026-11-16', '2026-11-22'],
    ['month', '2026-11-01', '2026-11-30'],
    ['weekend', '2026-11-21', '2026-11-22'],
    ['next weekend', '2026-11-28', '2026-11-29'],
    ['fri..sun', '2026-11-27', '2026-11-29'],
    ['sat..mon', '2026-11-21', '2026-11-23'],
    ['+2w', '2026-11-21', '2026-12-04'],
    ['..2026-12-01', '2026-11-21', '2026-12-01'],
    ['2026-12-01..2026-12-24', '2026-12-01', '2026-12-24'],
    ['-1w..today', '2026-11-14', '2026-11-21'],
  ])('%s', async (text, from, to) => expect(await spanOf(text, here, 1)).toEqual({ from, to }))

  it('on a Sunday the weekend is the current one', async () =>
    expect(await spanOf('weekend', { ...here, now: here.now + 86_400_000 }, 1)).toEqual({
      from: '2026-11-21',
      to: '2026-11-22',
    }))

  it('weeks begin on the first day of the locale', async () =>
    expect(await spanOf('week', here, 7)).toEqual({ from: '2026-11-15', to: '2026-11-21' }))

  it('names an unknown word in the error', () =>
    expect(spanOf('soonish', here, 1)).rejects.toThrow('"soonish" is not a date or period'))
})

describe('monthOf', () => {
  it.each([
    [undefined, '2026-11'],
    ['2026-12', '2026-12'],
    ['12', '2026-12'],
    ['1 2027', '2027-01'],
    ['next month', '2026-12'],
    ['march 2027', '2027-03'],
    ['3', '2026-03'],
    ['March', '2027-03'],
    ['mai', '2027-05'],
    ['2027', '2027'],
    ['+2mo', '2027-01'],
    ['2026-12-24', '2026-12'],
    ['next fri', '2026-11'],
  ])('%s', async (text, month) => expect(await monthOf(text, here)).toBe(month))
})

it('accepts the name of a weekday', async () => {
  expect(await dayNamed(undefined, here)).toBe('2026-11-21')
  expect(await dayNamed('tomorrow', here)).toBe('2026-11-22')
  expect(await dayNamed('next week', here, 7)).toBe('2026-11-22')
})

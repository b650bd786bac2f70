// Rules of recurrence against recorded results of another implementation, and what no implementation agrees on.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isRule, parseRule } from '../../../../src/bulk/recurrence/rule.ts'
import { timesOf } from '../../../../src/bulk/recurrence/times.ts'

/**
 * Random rules with their first dates, written by python-dateutil 2.9.0: `start rule dates`. Left out is what
 * decision 13 says it takes otherwise.
 */
const recorded = readFileSync(new URL('dateutil.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')

describe('the dates of a rule', () => {
  it('are the same as those of python-dateutil', () => {
    const wrong = recorded.filter((line) => {
      const [day = '', time = '', rule = '', ...dates] = line.split(' ')
      return (
        first(rule, `${day} ${time}`, dates.length).join(' ') !== dates.map((date) => date.replace('T', ' ')).join(' ')
      )
    })
    expect(recorded.length).toBeGreaterThan(250)
    expect(wrong).toEqual([])
  })

  it.each([
    [
      '29 February comes in leap years',
      'FREQ=YEARLY',
      '2096-02-29 10:00:00',
      ['2096-02-29', '2104-02-29', '2108-02-29'],
    ],
    [
      'the last Friday of the year but one',
      'FREQ=YEARLY;BYDAY=-2FR',
      '2026-12-18 10:00:00',
      ['2026-12-18', '2027-12-24', '2028-12-22'],
    ],
    [
      'week 53 is not in every year',
      'FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO',
      '2026-12-28 10:00:00',
      ['2026-12-28', '2032-12-27', '2037-12-28'],
    ],
    [
      'week 1 may begin in the year before',
      'FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO',
      '2024-12-30 10:00:00',
      ['2024-12-30', '2025-12-29', '2027-01-04'],
    ],
    [
      'the last Sunday in weeks that begin on Sunday',
      'FREQ=WEEKLY;BYDAY=SU,TU;BYSETPOS=1;WKST=SU',
      '2027-01-03 10:00:00',
      ['2027-01-03', '2027-01-10', '2027-01-17'],
    ],
    [
      'the first and the last working day of a year',
      'FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1,-1',
      '2027-01-01 10:00:00',
      ['2027-01-01', '2027-12-31', '2028-01-03'],
    ],
    [
      'days counted from the end of the year',
      'FREQ=YEARLY;BYYEARDAY=-1,-366',
      '2027-12-31 10:00:00',
      ['2027-12-31', '2028-01-01', '2028-12-31'],
    ],
    [
      'months only from the start on',
      'FREQ=WEEKLY;BYDAY=SU;BYMONTH=3,4',
      '2027-02-10 10:00:00',
      ['2027-03-07', '2027-03-14', '2027-03-21'],
    ],
  ])('%s', (_, rule, start, days) => {
    expect(first(rule, start, days.length)).toEqual(days.map((day) => `${day} 10:00:00`))
  })
})

describe('an ambiguous rule is rejected', () => {
  it.each([
    ['FREQ=FORTNIGHTLY', 'FREQ needs YEARLY, MONTHLY, WEEKLY, DAILY, HOURLY, MINUTELY, SECONDLY, not "FORTNIGHTLY"'],
    ['BYDAY=MO', 'FREQ is missing'],
    ['FREQ=DAILY;INTERVAL=0', 'INTERVAL needs 1, 2, 3 …, not "0"'],
    ['FREQ=DAILY;COUNT=3;UNTIL=20270101', 'COUNT and UNTIL exclude each other'],
    ['FREQ=DAILY;COUNT=3;COUNT=4', 'COUNT is given twice'],
    ['FREQ=DAILY;UNTIL=20270230', 'UNTIL needs YYYYMMDD, YYYYMMDDTHHMMSSZ, not "20270230"'],
    ['FREQ=YEARLY;BYEASTER=0', 'unknown part "BYEASTER=0"'],
    ['FREQ=MONTHLY;BYMONTHDAY=0', 'BYMONTHDAY needs ±1–31, not "0"'],
    ['FREQ=MONTHLY;BYMONTHDAY=32', 'BYMONTHDAY needs ±1–31, not "32"'],
    ['FREQ=YEARLY;BYMONTH=-1', 'BYMONTH needs 1–12, not "-1"'],
    ['FREQ=WEEKLY;BYDAY=2MO', 'BYDAY with a number needs FREQ=MONTHLY or YEARLY, not WEEKLY'],
    ['FREQ=MONTHLY;BYDAY=MO,2TU', 'BYDAY with and without numbers is ambiguous'],
    ['FREQ=MONTHLY;BYDAY=6MO', 'BYDAY counts to 5 here'],
    ['FREQ=WEEKLY;BYMONTHDAY=1', 'BYMONTHDAY and FREQ=WEEKLY exclude each other'],
    ['FREQ=MONTHLY;BYYEARDAY=1', 'BYYEARDAY and FREQ=MONTHLY exclude each other'],
    ['FREQ=MONTHLY;BYWEEKNO=20;BYDAY=MO', 'BYWEEKNO and FREQ=MONTHLY exclude each other'],
    ['FREQ=YEARLY;BYWEEKNO=20', 'BYWEEKNO needs BYDAY'],
    ['FREQ=YEARLY;BYWEEKNO=20;BYDAY=1MO', 'BYDAY with a number and BYWEEKNO exclude each other'],
    ['FREQ=YEARLY;INTERVAL=2;BYWEEKNO=53;BYDAY=FR', 'BYWEEKNO=1, 52 or 53 with INTERVAL or BYSETPOS is ambiguous'],
    ['FREQ=MONTHLY;BYSETPOS=1', 'BYSETPOS needs another BY part'],
    ['FREQ=MONTHLY;RSCALE=CHINESE', 'RSCALE needs GREGORIAN, not "CHINESE"'],
    ['RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD', 'SKIP needs OMIT, not "BACKWARD"'],
  ])('%s', (text, why) => {
    const rule = parseRule(text)
    expect(isRule(rule) ? rule : rule.en).toBe(why)
  })
})

function first(text: string, start: string, count: number): readonly string[] {
  const rule = parseRule(text)
  if (!isRule(rule)) return [rule.en]
  const found: string[] = []
  for (const wall of timesOf({ rule, start, all_day: false, from: start, to: '2199-12-31 23:59:59' }))
    if (found.push(wall) === count) break
  return found
}

// An end without a date is on the day of the start, in every format.
import { describe, expect, it } from 'vitest'
import { newWorkspace } from '../../../../support/workspace.ts'

describe('end: "17:00:00"', () => {
  it.each([
    [
      'a.json',
      'import a.json --yes',
      JSON.stringify([{ title: 'A', start_date: '2027-02-01 10:00', end_date: '17:00:00' }]),
    ],
    [
      'a.yaml',
      'import a.yaml --yes',
      'events:\n  - title: A\n    start_date: 2027-02-01 10:00\n    end_date: "17:00:00"\n',
    ],
    ['a.yaml', 'apply -f a.yaml --yes', 'events:\n  - title: A\n    start: 2027-02-01 10:00\n    end: "17:00:00"\n'],
    ['a.csv', 'import a.csv --yes', 'title,start_date,end_date\nA,2027-02-01 10:00,17:00:00\n'],
    ['a.csv', 'import a.csv --yes', 'title,start_date,end_date\nA,2027-02-01 10:00,5 pm\n'],
  ])('of %s, %s', async (name, line, text) => {
    const { cal, json, write } = newWorkspace()
    write(name, text)
    expect(await cal(line)).toMatchObject({ code: 0 })
    expect(await json('events list --any-date')).toMatchObject([
      { start_date: '2027-02-01 10:00:00', end_date: '2027-02-01 17:00:00' },
    ])
  })
})

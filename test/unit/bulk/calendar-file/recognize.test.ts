// Which files are calendar files.
import { describe, expect, it } from 'vitest'
import { isCalendarFile, isOnlyCalendarFile } from '../../../../src/bulk/calendar-file/recognize.ts'
import { textSource } from '../../../../src/bulk/input/source.ts'

const isCalendar = (name: string, text: string) => isCalendarFile(textSource(name, text))

describe('a calendar file', () => {
  it.each([
    ['a.yaml', 'categories:\n  - Services: [Prayer]\n'],
    [
      'a.yml',
      'defaults: { timezone: Europe/Berlin }\nevents:\n  - { title: Mass, start: 2027-01-05 08:00, repeat: FREQ=DAILY;COUNT=2 }\n',
    ],
    ['a.json', '{"tags": ["weekly"]}'],
    ['without-an-ending', 'events:\n  - title: Mass\n    start: 2027-01-05\n'],
  ])('is %s: %s', async (name, text) => {
    expect(await isCalendar(name, text)).toBe(true)
  })

  it.each([
    ['a.yaml', '- title: Mass\n  start_date: 2027-01-05\n', 'a list'],
    ['a.yaml', 'title: Mass\nstart_date: 2027-01-05\ncategories: [1]\n', 'one event'],
    ['a.json', '{"events": [{"id": 7, "title": "Mass"}], "total": 1}', 'an answer'],
    ['a.yaml', 'venues:\n  - id: 5\n    venue: Chapel\n', 'an export'],
    ['a.yaml', 'events:\n  - title: "Mass\n', 'no YAML'],
    ['a.yaml', '', 'empty'],
    ['events.csv', 'title,start_date\n', 'a table'],
  ])('is not %s: %s (%s)', async (name, text) => {
    expect(await isCalendar(name, text)).toBe(false)
  })
})

describe('a calendar file that the importer cannot read', () => {
  it.each([
    ['a.yaml', 'timezone: Europe/Berlin\nevents:\n  - { title: Mass, start_date: 2027-01-05 }\n', true],
    ['a.json', '{"events":[{"title":"Mass","start":"2027-01-05 08:00"}]}', true],
    ['a.yaml', 'events:\n  - { title: Mass, start_date: 2027-01-05, repeat: FREQ=DAILY;COUNT=2 }\n', true],
    ['a.json', '{"events":[{"title":"Mass","start_date":"2027-01-05 08:00","duration":"1h","key":"m"}]}', false],
    ['a.json', '{"timezone":"Europe/Berlin","events":[{"id":7,"title":"Mass"}]}', false],
    ['a.json', '{"title":"Mass","start":"2027-01-05 08:00"}', false],
    ['a.csv', 'title,start\nMass,2027-01-05\n', false],
  ])('%s %s: %s', async (name, text, expected) => {
    expect(await isOnlyCalendarFile(textSource(name, text))).toBe(expected)
  })
})

import { describe, expect, it } from 'vitest'
import { default_read_options, itemsOf } from '../../../../support/read-items.ts'
import { isEntry } from '../../../../../src/bulk/input/entry.ts'
import { batchesOf } from '../../../../../src/bulk/input/formats/formats.ts'
import { textSource } from '../../../../../src/bulk/input/source.ts'

async function errorsOf(...lines: string[]): Promise<readonly unknown[]> {
  const text = [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'SUMMARY:Bad',
    ...lines,
    'END:VEVENT',
    'BEGIN:VEVENT',
    'SUMMARY:Good',
    'DTSTART:20270301T180000',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')
  const found: unknown[] = []
  for await (const item of itemsOf(batchesOf(textSource('a.ics', text), default_read_options)))
    found.push(
      isEntry(item)
        ? item.values.title
        : [
            item.location.line,
            ...item.errors.flatMap((error) => [error.field, error.value, error.text.en, error.hint !== undefined]),
          ],
    )
  return found
}

describe('an event of an iCalendar file', () => {
  it.each([
    [
      'a day with dashes',
      ['DTSTART:2027-04-05'],
      ['start_date', '2027-04-05', 'DTSTART: "2027-04-05" is not a date', true],
    ],
    [
      'words',
      ['DTSTART;TZID=Europe/Berlin:tomorrow'],
      ['start_date', 'tomorrow', 'DTSTART: "tomorrow" is not a date', true],
    ],
    [
      'a month and an hour that do not exist',
      ['DTSTART:20271305T250000'],
      ['start_date', '20271305T250000', 'DTSTART: "20271305T250000" is not a date', true],
    ],
    [
      'the thirtieth of February',
      ['DTSTART:20270230T100000'],
      ['start_date', '20270230T100000', 'DTSTART: "20270230T100000" is not a date', true],
    ],
    [
      'a day cut short',
      ['DTSTART;VALUE=DATE:2027040'],
      ['start_date', '2027040', 'DTSTART: "2027040" is not a date', true],
    ],
    ['nothing', ['DTSTART:'], ['start_date', '', 'DTSTART: "" is not a date', true]],
    [
      'a wrong end',
      ['DTSTART:20270301T180000', 'DTEND:late'],
      ['end_date', 'late', 'DTEND: "late" is not a date', true],
    ],
    [
      'a wrong length',
      ['DTSTART:20270301T180000', 'DURATION:soon'],
      ['end_date', 'soon', 'DURATION: "soon" is not a duration', true],
    ],
    [
      'a wrong exception, folded',
      ['DTSTART:20270301T180000', 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE:20', ' 27'],
      [undefined, '2027', 'EXDATE: "2027" is not a date', true],
    ],
    [
      'a wrong exception after right ones',
      ['DTSTART:20270301T180000', 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE:20270302T180000', 'EXDATE:2027'],
      [undefined, '2027', 'EXDATE: "2027" is not a date', true],
    ],
    [
      'a rule of no frequency',
      ['DTSTART:20270301T180000', 'RRULE:nonsense'],
      [undefined, 'nonsense', 'RRULE "nonsense": unknown part "nonsense"', true],
    ],
    [
      'a rule the library throws at',
      ['DTSTART:20270301T180000', 'RRULE:FREQ=WEEKLY;BYDAY=XX'],
      [undefined, 'FREQ=WEEKLY;BYDAY=XX', 'RRULE "FREQ=WEEKLY;BYDAY=XX": BYDAY needs TU, 2TU, -1SU, not "XX"', true],
    ],
    [
      'a rule until never',
      ['DTSTART:20270301T180000', 'RRULE:FREQ=DAILY;UNTIL=soon'],
      [
        undefined,
        'FREQ=DAILY;UNTIL=soon',
        'RRULE "FREQ=DAILY;UNTIL=soon": UNTIL needs YYYYMMDD, YYYYMMDDTHHMMSSZ, not "soon"',
        true,
      ],
    ],
    ['no start at all', [], ['start_date', undefined, 'the event has no DTSTART', true]],
  ])('with %s is rejected, and the others are imported', async (_, lines, error) => {
    expect(await errorsOf(...lines)).toEqual([[2, ...error], 'Good'])
  })

  it('that is an invalid override is rejected, and the series is imported', async () => {
    const text = [
      'BEGIN:VCALENDAR',
      'BEGIN:VEVENT',
      'UID:1',
      'SUMMARY:A',
      'DTSTART:20270301T180000',
      'RRULE:FREQ=DAILY;COUNT=2',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'UID:1',
      'SUMMARY:B',
      'RECURRENCE-ID:never',
      'DTSTART:20270302T190000',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n')
    const found: unknown[] = []
    for await (const item of itemsOf(batchesOf(textSource('a.ics', text), default_read_options)))
      found.push(isEntry(item) ? item.values.start_date : item.errors[0]?.text.en)
    expect(found).toEqual(['RECURRENCE-ID: "never" is not a date', '2027-03-01 18:00:00', '2027-03-02 18:00:00'])
  })
})

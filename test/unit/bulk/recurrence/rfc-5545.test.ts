// Every example of RFC 5545, 3.8.5.3, with its documented dates; all are in America/New_York.
import { expect, it } from 'vitest'
import { readItems } from '../../../support/read-items.ts'

/** `1997-09: 2 3` is September 2 and 3, 1997, at nine unless a time follows. */
function dates(text: string, time = '09:00'): readonly string[] {
  return text.split(';').flatMap((part) => {
    const [month = '', days = ''] = part.trim().split(': ')
    return days.split(' ').map((day) => `${month}-${day.padStart(2, '0')} ${time}:00`)
  })
}

const to = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i).join(' ')
const times = (...clocks: string[]) => clocks.map((clock) => `1997-09-02 ${clock}:00`)
const school_day = ['09', '10', '11', '12', '13', '14', '15', '16'].flatMap((hour) =>
  ['00', '20', '40'].map((minute) => `${hour}:${minute}`),
)
const january = dates(`1998-01: ${to(1, 31)}; 1999-01: ${to(1, 31)}; 2000-01: ${to(1, 31)}`)

it.each([
  ['19970902T090000', 'FREQ=DAILY;COUNT=10', dates('1997-09: 2 3 4 5 6 7 8 9 10 11')],
  [
    '19970902T090000',
    'FREQ=DAILY;UNTIL=19971224T000000Z',
    dates(`1997-09: ${to(2, 30)}; 1997-10: ${to(1, 31)}; 1997-11: ${to(1, 30)}; 1997-12: ${to(1, 23)}`),
  ],
  [
    '19970902T090000',
    'FREQ=DAILY;INTERVAL=2',
    dates(
      '1997-09: 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30; 1997-10: 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30; 1997-11: 1 3 5 7 9 11 13 15 17 19 21 23 25 27 29; 1997-12: 1 3',
    ),
  ],
  ['19970902T090000', 'FREQ=DAILY;INTERVAL=10;COUNT=5', dates('1997-09: 2 12 22; 1997-10: 2 12')],
  ['19980101T090000', 'FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA', january],
  ['19980101T090000', 'FREQ=DAILY;UNTIL=20000131T140000Z;BYMONTH=1', january],
  ['19970902T090000', 'FREQ=WEEKLY;COUNT=10', dates('1997-09: 2 9 16 23 30; 1997-10: 7 14 21 28; 1997-11: 4')],
  [
    '19970902T090000',
    'FREQ=WEEKLY;UNTIL=19971224T000000Z',
    dates('1997-09: 2 9 16 23 30; 1997-10: 7 14 21 28; 1997-11: 4 11 18 25; 1997-12: 2 9 16 23'),
  ],
  [
    '19970902T090000',
    'FREQ=WEEKLY;INTERVAL=2;WKST=SU',
    dates('1997-09: 2 16 30; 1997-10: 14 28; 1997-11: 11 25; 1997-12: 9 23; 1998-01: 6 20; 1998-02: 3 17'),
  ],
  [
    '19970902T090000',
    'FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH',
    dates('1997-09: 2 4 9 11 16 18 23 25 30; 1997-10: 2'),
  ],
  [
    '19970902T090000',
    'FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH',
    dates('1997-09: 2 4 9 11 16 18 23 25 30; 1997-10: 2'),
  ],
  [
    '19970901T090000',
    'FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR',
    dates(
      '1997-09: 1 3 5 15 17 19 29; 1997-10: 1 3 13 15 17 27 29 31; 1997-11: 10 12 14 24 26 28; 1997-12: 8 10 12 22',
    ),
  ],
  [
    '19970902T090000',
    'FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH',
    dates('1997-09: 2 4 16 18 30; 1997-10: 2 14 16'),
  ],
  [
    '19970905T090000',
    'FREQ=MONTHLY;COUNT=10;BYDAY=1FR',
    dates(
      '1997-09: 5; 1997-10: 3; 1997-11: 7; 1997-12: 5; 1998-01: 2; 1998-02: 6; 1998-03: 6; 1998-04: 3; 1998-05: 1; 1998-06: 5',
    ),
  ],
  [
    '19970905T090000',
    'FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR',
    dates('1997-09: 5; 1997-10: 3; 1997-11: 7; 1997-12: 5'),
  ],
  [
    '19970907T090000',
    'FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU',
    dates('1997-09: 7 28; 1997-11: 2 30; 1998-01: 4 25; 1998-03: 1 29; 1998-05: 3 31'),
  ],
  [
    '19970922T090000',
    'FREQ=MONTHLY;COUNT=6;BYDAY=-2MO',
    dates('1997-09: 22; 1997-10: 20; 1997-11: 17; 1997-12: 22; 1998-01: 19; 1998-02: 16'),
  ],
  [
    '19970928T090000',
    'FREQ=MONTHLY;BYMONTHDAY=-3',
    dates('1997-09: 28; 1997-10: 29; 1997-11: 28; 1997-12: 29; 1998-01: 29; 1998-02: 26'),
  ],
  [
    '19970902T090000',
    'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15',
    dates('1997-09: 2 15; 1997-10: 2 15; 1997-11: 2 15; 1997-12: 2 15; 1998-01: 2 15'),
  ],
  [
    '19970930T090000',
    'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1',
    dates('1997-09: 30; 1997-10: 1 31; 1997-11: 1 30; 1997-12: 1 31; 1998-01: 1 31; 1998-02: 1'),
  ],
  [
    '19970910T090000',
    'FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15',
    dates('1997-09: 10 11 12 13 14 15; 1999-03: 10 11 12 13'),
  ],
  [
    '19970902T090000',
    'FREQ=MONTHLY;INTERVAL=2;BYDAY=TU',
    dates('1997-09: 2 9 16 23 30; 1997-11: 4 11 18 25; 1998-01: 6 13 20 27; 1998-03: 3 10 17 24 31'),
  ],
  [
    '19970610T090000',
    'FREQ=YEARLY;COUNT=10;BYMONTH=6,7',
    dates(
      '1997-06: 10; 1997-07: 10; 1998-06: 10; 1998-07: 10; 1999-06: 10; 1999-07: 10; 2000-06: 10; 2000-07: 10; 2001-06: 10; 2001-07: 10',
    ),
  ],
  [
    '19970310T090000',
    'FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3',
    dates(
      '1997-03: 10; 1999-01: 10; 1999-02: 10; 1999-03: 10; 2001-01: 10; 2001-02: 10; 2001-03: 10; 2003-01: 10; 2003-02: 10; 2003-03: 10',
    ),
  ],
  [
    '19970101T090000',
    'FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200',
    dates(
      '1997-01: 1; 1997-04: 10; 1997-07: 19; 2000-01: 1; 2000-04: 9; 2000-07: 18; 2003-01: 1; 2003-04: 10; 2003-07: 19; 2006-01: 1',
    ),
  ],
  ['19970519T090000', 'FREQ=YEARLY;BYDAY=20MO', dates('1997-05: 19; 1998-05: 18; 1999-05: 17')],
  ['19970512T090000', 'FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO', dates('1997-05: 12; 1998-05: 11; 1999-05: 17')],
  [
    '19970313T090000',
    'FREQ=YEARLY;BYMONTH=3;BYDAY=TH',
    dates('1997-03: 13 20 27; 1998-03: 5 12 19 26; 1999-03: 4 11 18 25'),
  ],
  [
    '19970605T090000',
    'FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8',
    dates(
      '1997-06: 5 12 19 26; 1997-07: 3 10 17 24 31; 1997-08: 7 14 21 28; 1998-06: 4 11 18 25; 1998-07: 2 9 16 23 30; 1998-08: 6 13 20 27; 1999-06: 3 10 17 24; 1999-07: 1 8 15 22 29; 1999-08: 5 12 19 26',
    ),
  ],
  [
    '19970913T090000',
    'FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13',
    dates(
      '1997-09: 13; 1997-10: 11; 1997-11: 8; 1997-12: 13; 1998-01: 10; 1998-02: 7; 1998-03: 7; 1998-04: 11; 1998-05: 9; 1998-06: 13',
    ),
  ],
  [
    '19961105T090000',
    'FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8',
    dates('1996-11: 5; 2000-11: 7; 2004-11: 2'),
  ],
  ['19970904T090000', 'FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3', dates('1997-09: 4; 1997-10: 7; 1997-11: 6')],
  [
    '19970929T090000',
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2',
    dates('1997-09: 29; 1997-10: 30; 1997-11: 27; 1997-12: 30; 1998-01: 29; 1998-02: 26; 1998-03: 30'),
  ],
  // Erratum 3883: the printed UNTIL, 17:00 UTC, is 13:00 in New York.
  ['19970902T090000', 'FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T210000Z', times('09:00', '12:00', '15:00')],
  ['19970902T090000', 'FREQ=MINUTELY;INTERVAL=15;COUNT=6', times('09:00', '09:15', '09:30', '09:45', '10:00', '10:15')],
  ['19970902T090000', 'FREQ=MINUTELY;INTERVAL=90;COUNT=4', times('09:00', '10:30', '12:00', '13:30')],
  [
    '19970902T090000',
    'FREQ=DAILY;BYHOUR=9,10,11,12,13,14,15,16;BYMINUTE=0,20,40',
    [...times(...school_day), '1997-09-03 09:00:00'],
  ],
  [
    '19970902T090000',
    'FREQ=MINUTELY;INTERVAL=20;BYHOUR=9,10,11,12,13,14,15,16',
    [...times(...school_day), '1997-09-03 09:00:00'],
  ],
  ['19970805T090000', 'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO', dates('1997-08: 5 10 19 24')],
  ['19970805T090000', 'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU', dates('1997-08: 5 17 19 31')],
  ['20070115T090000', 'FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5', dates('2007-01: 15 30; 2007-02: 15; 2007-03: 15 30')],
])('%s %s', async (start, rule, expected) => {
  expect(await startsOf([`DTSTART;TZID=America/New_York:${start}`, `RRULE:${rule}`], expected.at(-1))).toEqual(expected)
})

it('every Friday the 13th, with a start that is not one and is excluded', async () => {
  const lines = [
    'DTSTART;TZID=America/New_York:19970902T090000',
    'EXDATE;TZID=America/New_York:19970902T090000',
    'RRULE:FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13',
  ]
  expect(await startsOf(lines, '2000-10-13 09:00:00')).toEqual(
    dates('1998-02: 13; 1998-03: 13; 1998-11: 13; 1999-08: 13; 2000-10: 13'),
  )
})

async function startsOf(lines: readonly string[], until: string | undefined): Promise<readonly unknown[]> {
  const text = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'BEGIN:VEVENT',
    'UID:1',
    'SUMMARY:A',
    ...lines,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')
  const items = await readItems('a.ics', text, until === undefined ? {} : { until })
  return items.map((item) => (Array.isArray(item) && typeof item[2] === 'object' ? item[2].start_date : item))
}

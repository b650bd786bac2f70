// An iCalendar export is imported unchanged, and every line conforms to the standard.
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../../../src/base/json.ts'
import { icsOf } from '../../../../../src/bulk/export/ics-write.ts'
import { streamOf } from '../../../../../src/cli/types/outcome.ts'
import { readItems } from '../../../../support/read-items.ts'

const timed = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 11:30:00' }
const days = { all_day: true, start_date: '2027-03-01 00:00:00', end_date: '2027-03-03 23:59:59' }

describe('an export as iCalendar', () => {
  it.each([
    ['a zone with a name', { ...timed, timezone: 'Europe/Berlin' }, { ...timed, timezone: 'Europe/Berlin' }],
    ['UTC', { ...timed, timezone: 'UTC' }, { ...timed, timezone: 'UTC' }],
    ['an offset', { ...timed, timezone: 'UTC+2' }, { ...timed, timezone: 'UTC+2' }],
    ['an offset with minutes', { ...timed, timezone: 'UTC+5.75' }, { ...timed, timezone: 'UTC+5.75' }],
    [
      'days in a zone',
      { ...days, timezone: 'America/New_York' },
      { all_day: true, start_date: '2027-03-01', end_date: '2027-03-03', timezone: 'America/New_York' },
    ],
    [
      'days in an offset',
      { ...days, timezone: 'UTC-3.5' },
      { all_day: true, start_date: '2027-03-01', end_date: '2027-03-03', timezone: 'UTC-3.5' },
    ],
    [
      'the hour that comes twice',
      { start_date: '2027-10-31 02:30:00', end_date: '2027-10-31 03:30:00', timezone: 'Europe/Berlin' },
      { start_date: '2027-10-31 02:30:00', end_date: '2027-10-31 03:30:00', timezone: 'Europe/Berlin' },
    ],
    [
      'a zone that is half an hour ahead in summer',
      { ...timed, timezone: 'Australia/Lord_Howe' },
      { ...timed, timezone: 'Australia/Lord_Howe' },
    ],
    [
      'a zone that gave summer time up',
      { start_date: '2014-07-01 10:00:00', end_date: '2014-07-01 11:00:00', timezone: 'Europe/Moscow' },
      { start_date: '2014-07-01 10:00:00', end_date: '2014-07-01 11:00:00', timezone: 'Europe/Moscow' },
    ],
  ])('preserves %s', async (_, record, values) => {
    const written = await textOf({ id: 1, slug: 'a', title: 'A', ...record })
    expect(await readItems('a.ics', written)).toEqual([
      ['events', expect.any(Number), { slug: 'a', title: 'A', ...values }],
    ])
  })

  it('folds lines at 75 octets, between characters', async () => {
    const title = 'Frühjahrsmüdigkeit überwinden – für Größe und Würde, 😀😀😀 '.repeat(5).trim()
    const description = 'ä'.repeat(300)
    const written = await textOf({ id: 1, slug: 'a', title, description, ...timed, timezone: 'Europe/Berlin' })
    const lines = written.split('\r\n')
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBe(75)
    expect(written).not.toContain('\ufffd')
    expect(await readItems('a.ics', written)).toEqual([
      ['events', expect.any(Number), { slug: 'a', title, description, ...timed, timezone: 'Europe/Berlin' }],
    ])
  })
})

async function textOf(record: JsonObject): Promise<string> {
  let text = ''
  for await (const part of icsOf([{ kind: 'events', records: streamOf([record]) }], {
    onLoss: () => {},
  }))
    text += part
  return text
}

// Lists and cards on a terminal: widths, languages, right-to-left text, and pipes.
import { beforeAll, describe, expect, it } from 'vitest'
import { localHome } from '../support/home.ts'
import type { RunInput } from '../support/runtime.ts'
import { withoutEscapes } from '../support/terminal.ts'

const home = localHome({ CAL_API_ROOT: 'file:./c.db' })

async function shown(line: string, columns: number, more: RunInput = {}) {
  const { code, stdout, stderr } = await home.cal(`${line} --no-pager`, { terminal: true, columns, ...more })
  expect(code).toBe(0)
  return {
    lines: withoutEscapes(stdout + stderr)
      .trimEnd()
      .split('\n'),
    raw: stdout,
  }
}

beforeAll(async () => {
  const events = [
    {
      title: 'Jazz night with the big band and guests from three continents',
      start_date: '2031-11-24 22:00',
      end_date: '2031-11-25 02:00',
      venue: 'Blue Cellar',
      categories: ['Music'],
      timezone: 'Europe/Berlin',
      description: '<p>Doors &amp; bar at nine.</p>',
    },
    {
      title: 'ערב שירה',
      start_date: '2031-11-26 20:00',
      end_date: '2031-11-26 23:00',
      venue: 'Blue Cellar',
      timezone: 'Europe/Berlin',
    },
  ]
  await home.cal('import - --format json --create-missing --yes', JSON.stringify(events))
})

describe('a list on a terminal', () => {
  it('has columns at 80 and 140', async () => {
    expect((await shown('events list --any-date', 80)).lines).toEqual([
      'ID  WHEN                            TITLE                             CATEGORIES',
      '5   Mon 24 Nov 2031 22:00–02:00 +1  Jazz night with the big band and  Music',
      '                                    guests from three continents',
      '6   Wed 26 Nov 2031 20:00–23:00     \u2068ערב שירה\u2069',
      'venue: Blue Cellar · status: publish',
    ])
    expect((await shown('events list --any-date --lang de', 140)).lines).toEqual([
      'ID  WANN                             TITEL                                                          KATEGORIEN',
      '5   Mo 24. Nov. 2031 22:00–02:00 +1  Jazz night with the big band and guests from three continents  Music',
      '6   Mi 26. Nov. 2031 20:00–23:00     \u2068ערב שירה\u2069',
      'Ort: Blue Cellar · Status: publish',
    ])
  })

  it('has a paragraph for each record at 40, and sortable dates', async () => {
    expect((await shown('events list --any-date --iso', 40)).lines).toEqual([
      '5   Jazz night with the big band and',
      '    guests from three continents',
      '    2031-11-24 22:00–02:00 +1',
      '    Music',
      '6   \u2068ערב שירה\u2069',
      '    2031-11-26 20:00–23:00',
      'venue: Blue Cellar · status: publish',
    ])
  })

  it('has colors unless they are disabled', async () => {
    expect((await shown('events list --any-date', 80)).raw).toContain('\u001b[1mID  WHEN')
    expect((await shown('events list --any-date', 80, { env: { NO_COLOR: '1' } })).raw).not.toContain('\u001b[1m')
  })

  it('has the same columns in a pipe, one line for each record, with whole dates and without isolates', async () => {
    expect((await home.cal('events list --any-date')).stdout).toBe(
      [
        'ID  WHEN                       TITLE                                                          VENUE        CATEGORIES  STATUS   TIME ZONE',
        '5   2031-11-24 22:00–02:00 +1  Jazz night with the big band and guests from three continents  Blue Cellar  Music       publish  Europe/Berlin',
        '6   2031-11-26 20:00–23:00     ערב שירה                                                       Blue Cellar              publish  Europe/Berlin',
        '',
      ].join('\n'),
    )
    expect((await home.cal('events list --any-date --iso -o tsv')).stdout).toMatch(
      /^id\ttitle\tstart_date\tend_date\tvenue\.venue\tstatus\n5\tJazz night .*\t2031-11-24 22:00:00\t/,
    )
  })
})

describe('a record on a terminal', () => {
  it('is a card', async () => {
    expect((await shown('events get 5', 60)).lines).toEqual([
      'Jazz night with the big band and guests from three',
      'continents',
      'event 5 · jazz-night-with-the-big-band-and-guests-from-thre…',
      '',
      'When        Mon 24 Nov 2031, 22:00–02:00 +1 (4 h,',
      '            Europe/Berlin)',
      'Where       Blue Cellar',
      'Categories  Music',
      '',
      'Doors & bar at nine.',
    ])
  })

  it('has the time of the viewer, in German', async () => {
    expect((await shown('events get 6 --lang de', 80, { timezone: 'America/New_York' })).lines).toEqual([
      '\u2068ערב שירה\u2069',
      'Termin 6 · \u2068ערב-שירה\u2069',
      '',
      'Wann         Mi 26. Nov. 2031, 20:00–23:00 (3 h, Europe/Berlin)',
      'Lokale Zeit  Mi 26. Nov. 2031, 14:00–17:00 (America/New_York)',
      'Wo           Blue Cellar',
    ])
  })

  it('is all fields with -o yaml, and the card in a pipe, without line breaks', async () => {
    expect((await shown('events get 5 -o yaml', 80)).lines).toContain('all_day: false')
    expect((await home.cal('events get 5')).stdout.split('\n')).toEqual([
      'Jazz night with the big band and guests from three continents',
      'event 5 · jazz-night-with-the-big-band-and-guests-from-three-continents',
      '',
      'When        Mon 24 Nov 2031, 22:00–02:00 +1 (4 h, Europe/Berlin)',
      'Where       Blue Cellar',
      'Categories  Music',
      '',
      'Doors & bar at nine.',
      '',
    ])
  })
})

it.each([80, 140])('no list and no view is wider than %i columns', async (columns) => {
  for (const line of ['events list --any-date', 'month 2031-11', 'agenda 2031-11', 'week 2031-11-24', '2031']) {
    const { lines } = await shown(line, columns)
    expect(Math.max(...lines.map((text) => [...text.replace(/[\u2068\u2069]/g, '')].length)), line).toBeLessThanOrEqual(
      columns,
    )
  }
})

// Publication dates of an export are in the zone of its site: a new database file gets that zone.
import { describe, expect, it } from 'vitest'
import { newWorkspace } from '../../../support/workspace.ts'

const event = (title: string, more: object) => ({
  title,
  start_date: '2027-03-01 20:00',
  end_date: '2027-03-01 23:00',
  status: 'publish',
  ...more,
})
const shown = 'events list --any-date --status publish,future --sort id --fields title,status,date,date_utc'
const now = Date.UTC(2026, 10, 20)

describe('a new database file', () => {
  it.each([
    ['Asia/Tokyo', '2026-11-20 08:00:00', '2026-11-19 23:00:00'],
    ['Pacific/Auckland', '2026-11-20 10:30:00', '2026-11-19 21:30:00'],
    ['UTC+5', '2026-11-20 04:59:00', '2026-11-19 23:59:00'],
  ])('gets the zone of the export, so that no record becomes scheduled: %s', async (timezone, date, date_utc) => {
    const { cal, json, write } = newWorkspace()
    write(
      'all.json',
      JSON.stringify({
        events: [
          event('A', { timezone, date }),
          event('B', { timezone, date }),
          event('Elsewhere', { timezone: 'America/Lima', date }),
        ],
      }),
    )
    const { code, stderr } = await cal('import all.json', { now })
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(RegExp(`^new database file .* \\(${timezone.replace('+', '\\+')}\\)\n`)),
    ])
    expect(await json(shown)).toEqual(
      ['A', 'B', 'Elsewhere'].map((title) => ({ title, status: 'publish', date, date_utc })),
    )
  })

  it('uses the zone of a table', async () => {
    const { cal, json, write } = newWorkspace()
    write(
      'events.csv',
      'title,start_date,end_date,timezone,date\nA,2027-03-01 20:00,2027-03-01 23:00,Asia/Tokyo,2026-11-20 08:00:00\n',
    )
    expect((await cal('import events.csv', { now })).code).toBe(0)
    expect(await json(shown)).toMatchObject([{ status: 'publish', date_utc: '2026-11-19 23:00:00' }])
  })

  it('reports the zone of publication dates if no record has a zone', async () => {
    const { cal, write } = newWorkspace()
    write('venues.csv', 'venue,date\nHall,2026-11-20 08:00:00\n')
    expect(await cal('import venues.csv --dry-run --lang de', { now })).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(
        'Veröffentlichungsdaten gelten in UTC, der Zeitzone des neuen Kalenders (CAL_TZ legt sie fest)\n',
      ),
    })
    expect((await cal('import venues.csv', { now })).stderr).toContain(
      'publication dates are read in UTC, the time zone of the new calendar (to change it, set CAL_TZ)\n',
    )
    expect((await cal('import venues.csv', { now })).stderr).not.toContain('publication dates')
  })

  it('keeps the configured zone if no record has a publication date', async () => {
    const { cal, json, write } = newWorkspace()
    write('all.json', JSON.stringify([event('A', { timezone: 'Asia/Tokyo' })]))
    expect((await cal('import all.json --kind events', { now })).stderr).toMatch(/^new database file [^ ]+\n/)
    expect(await json(shown)).toMatchObject([{ status: 'publish', date_utc: '2026-11-20 00:00:00' }])
  })
})

// The weekly services of docs/calendar-files.md: a quarter from one file, changed in place, pruned.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { localHome, runTime } from '../support/home.ts'
import { blockOf } from '../support/readme.ts'
import { openServed } from '../support/served.ts'

const weekly = blockOf('yaml', 'repeat:')

it.each([
  ['a standard', 'standard'],
  ['a quirks', 'quirks'],
] as const)(
  'a file of 25 lines is a quarter of services on %s server',
  async (_, mode) => {
    const served = await openServed({ mode, now: runTime, clock: runTime })
    const { cal, folder } = localHome({ CAL_API_ROOT: served.api_root, CAL_STATE_DIR: 'state' })
    const apply = async (text: string, ...flags: readonly string[]) => {
      writeFileSync(join(folder, 'weekly.yaml'), text)
      const { code, stderr } = await cal(['apply', '-f', 'weekly.yaml', '--yes', ...flags])
      expect({ code, stderr }).toMatchObject({ code: 0 })
      return stderr
    }
    const list = async (...flags: readonly string[]) =>
      JSON.parse((await cal(['events', 'list', '--all', '--any-date', '-o', 'json', ...flags])).stdout)

    expect(weekly.split('\n').length).toBeLessThan(30)
    expect(await apply(weekly)).toMatch(
      /^12 events, 1 venue, 1 organizer, 2 categories, 1 tag created\nto undo: cal history undo /,
    )
    const events = await list()
    expect(events).toHaveLength(12)
    expect(events[0]).toMatchObject({
      title: 'Morning prayer, 5 January',
      slug: 'morning-prayer-2027-01-05',
      start_date: '2027-01-05 08:00:00',
      end_date: '2027-01-05 08:30:00',
      utc_start_date: '2027-01-05 07:00:00',
      timezone: 'Europe/Berlin',
      organizer: [{ organizer: 'Parish of St Anne' }],
      categories: [{ slug: 'prayer' }],
      tags: [{ slug: 'weekly' }],
    })
    // Daylight saving begins on 28 March.
    expect(events.at(-1)).toMatchObject({
      slug: 'morning-prayer-2027-03-30',
      start_date: '2027-03-30 08:00:00',
      utc_start_date: '2027-03-30 06:00:00',
    })
    expect(await apply(weekly)).toBe('12 events, 1 venue, 1 organizer, 2 categories, 1 tag unchanged\n')

    const later = weekly.replace('08:00', '08:30')
    writeFileSync(join(folder, 'weekly.yaml'), later)
    expect((await cal('diff -f weekly.yaml')).stdout).toContain(
      '    start_date: "2027-01-05 08:00:00" → "2027-01-05 08:30:00"\n    end_date: "2027-01-05 08:30:00" → "2027-01-05 09:00:00"\n',
    )
    expect(await apply(later.replace('[2027-02-16]', '[2027-02-16, 2027-03-30]'), '--prune')).toMatch(
      /^11 events updated; 1 event deleted; 1 venue, 1 organizer, 2 categories, 1 tag unchanged\nto undo: cal history undo /,
    )
    const ids = (records: readonly { readonly id: number }[]) => records.map(({ id }) => id)
    const changed = await list()
    expect(ids(changed)).toEqual(ids(events).slice(0, 11))
    expect(new Set(changed.map(({ start_date }: { start_date: string }) => start_date.slice(11)))).toEqual(
      new Set(['08:30:00']),
    )
    expect(changed[0]).toMatchObject({
      venue: { city: 'Lübeck' },
      organizer: [{ organizer: 'Parish of St Anne' }],
      categories: [{ slug: 'prayer' }],
    })
  },
  60_000,
)

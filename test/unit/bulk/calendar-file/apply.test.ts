import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newWorkspace } from '../../../support/workspace.ts'
import { isUnfinished, keepLines } from '../../../support/journals.ts'

const services = `calendar: services
timezone: Europe/Berlin
language: de
defaults:
  event: {duration: 45m, venue: church, organizer: [parish]}
categories:
  - Services: [Morning, {name: Evening, slug: evening}]
tags: [free]
venues:
  - {key: church, venue: St Mary, city: Ulm}
organizers:
  - {key: parish, organizer: Parish office}
events:
  - key: morning-prayer
    title: "Morgengebet {date:D. MMMM}"
    start: 2027-03-23 08:00
    repeat: FREQ=WEEKLY;BYDAY=TU;UNTIL=2027-04-13
    except: [2027-04-06]
    categories: [Services > Morning]
    tags: [free]
  - key: fair
    title: Fair
    start: 2027-05-01
    end: 2027-05-02
    categories: [evening]
`

describe('apply', () => {
  it('expands recurring events across daylight saving time and writes nothing the second time', async () => {
    const { cal, json, write } = newWorkspace()
    write('services.yaml', services)
    expect((await cal('apply -f services.yaml')).stderr).toContain(
      '4 events, 1 venue, 1 organizer, 3 categories, 1 tag created',
    )
    expect(await json('events list --any-date')).toMatchObject([
      {
        title: 'Morgengebet 23. März',
        slug: 'morning-prayer-2027-03-23',
        start_date: '2027-03-23 08:00:00',
        end_date: '2027-03-23 08:45:00',
        utc_start_date: '2027-03-23 07:00:00',
        venue: { venue: 'St Mary' },
        organizer: [{ organizer: 'Parish office' }],
        categories: [{ name: 'Morning' }],
        tags: [{ name: 'free' }],
      },
      { slug: 'morning-prayer-2027-03-30', start_date: '2027-03-30 08:00:00', utc_start_date: '2027-03-30 06:00:00' },
      { slug: 'morning-prayer-2027-04-13' },
      { title: 'Fair', all_day: true, start_date: '2027-05-01 00:00:00', end_date: '2027-05-02 23:59:59' },
    ])
    expect((await cal('apply -f services.yaml')).stderr).toBe(
      '4 events, 1 venue, 1 organizer, 3 categories, 1 tag unchanged\n',
    )
    expect(await cal('diff -f services.yaml --exit-code')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: '4 events, 1 venue, 1 organizer, 3 categories, 1 tag unchanged\n',
    })
  })

  it('updates an event whose time changes, and prunes only records it created', async () => {
    const { cal, json, write } = newWorkspace()
    write('services.yaml', services)
    write('other.csv', 'title,start_date\nNot ours,2027-04-01\n')
    await cal('import other.csv')
    await cal('apply -f services.yaml')
    write(
      'services.yaml',
      services.replace('08:00', '09:00').replace('except: [2027-04-06]', 'except: [2027-04-06, 2027-04-13]'),
    )
    const shown = await cal('diff -f services.yaml --prune --exit-code')
    expect(shown).toMatchObject({
      code: 10,
      stderr: '2 events to update; 1 event to delete; 1 event, 1 venue, 1 organizer, 3 categories, 1 tag unchanged\n',
    })
    expect(shown.stdout).toContain('    start_date: "2027-03-23 08:00:00" → "2027-03-23 09:00:00"\n')
    expect(shown.stdout).toMatch(/- delete event \d+ "Morgengebet 13\. April" · Tue 13 Apr 2027, 08:00.*\n$/)
    expect(await cal('apply -f services.yaml --prune')).toMatchObject({ code: 9 })
    expect((await cal('apply -f services.yaml --prune --yes')).stderr).toContain(
      '2 events updated; 1 event deleted; 1 event, 1 venue, 1 organizer, 3 categories, 1 tag unchanged',
    )
    expect(((await json('events list --any-date')) as { title: string }[]).map(({ title }) => title)).toEqual([
      'Morgengebet 23. März',
      'Morgengebet 30. März',
      'Not ours',
      'Fair',
    ])
  })

  it('prunes records created just before it was killed, and none created manually since', async () => {
    const { cal, json, folder, write } = newWorkspace()
    write(
      'a.yaml',
      'calendar: a\nevents:\n  - {key: a, title: A, start: 2027-05-01 10:00}\n  - {key: b, title: B, start: 2027-05-02 10:00}\n  - {key: c, title: C, start: 2027-05-03 10:00}\n',
    )
    await cal('apply -f a.yaml')
    const [run = ''] = readdirSync(join(folder, 'state/runs'))
    const journal = join(folder, 'state/runs', run, 'journal.ndjson')
    // Of three creates only the first has a result in the journal, and the last was never received.
    keepLines(journal, (line) => !/^{"finished"|^{"end":[12]/.test(line))
    await cal('events delete c --yes')
    expect(await cal('diff -f a.yaml --prune')).toMatchObject({ stderr: '1 event to create; 2 events unchanged\n' })
    await cal('events create --title C --slug c --start-date 2027-05-03 --end-date 2027-05-03')
    write('a.yaml', 'calendar: a\nevents:\n  - {key: a, title: A, start: 2027-05-01 10:00}\n')
    expect((await cal('apply -f a.yaml --prune --yes')).stderr).toContain('1 event deleted; 1 event unchanged')
    expect(((await json('events list --any-date')) as { title: string }[]).map(({ title }) => title)).toEqual([
      'A',
      'C',
    ])
  })

  it('prunes records that an undo restored from the trash or created again', async () => {
    const { cal, json, write } = newWorkspace()
    const at = (second: number) => ({ now: Date.UTC(2026, 10, 21, 12, 0, second) })
    write(
      'a.yaml',
      'calendar: a\ntags: [{key: t, name: red}]\nevents:\n  - {key: a, title: A, start: 2027-05-01 10:00}\n  - {key: b, title: B, start: 2027-05-02 10:00}\n',
    )
    await cal('apply -f a.yaml', at(1))
    await cal('history undo --yes', at(2))
    expect((await cal('history undo --yes', at(3))).stderr).toContain('1 tag created; 2 events updated')
    write('a.yaml', 'calendar: a\nevents:\n  - {key: a, title: A, start: 2027-05-01 10:00}\n')
    expect((await cal('apply -f a.yaml --prune --yes', at(4))).stderr).toContain(
      '1 event, 1 tag deleted; 1 event unchanged',
    )
    expect((await cal('history undo --yes', at(5))).stderr).toContain('1 tag created; 1 event updated')
    expect((await cal('apply -f a.yaml --prune --yes', at(6))).stderr).toContain(
      '1 event, 1 tag deleted; 1 event unchanged',
    )
    expect(((await json('events list --any-date')) as { title: string }[]).map(({ title }) => title)).toEqual(['A'])
    expect(await json('tags list --no-hide-empty')).toEqual([])
  })

  it('keeps a record that a user created with the name of a deleted one', async () => {
    const { cal, json, write } = newWorkspace()
    const at = (second: number) => ({ now: Date.UTC(2026, 10, 21, 12, 0, second) })
    write(
      'a.yaml',
      'calendar: a\ntags: [{key: t, name: red}]\nevents:\n  - {key: a, title: A, start: 2027-05-01 10:00}\n',
    )
    await cal('apply -f a.yaml', at(1))
    await cal('history undo --yes', at(2))
    await cal('tags create --name red')
    write('a.yaml', 'calendar: a\nevents:\n  - {key: a, title: A, start: 2027-05-01 10:00}\n')
    expect((await cal('apply -f a.yaml --prune --yes', at(3))).stderr).not.toContain(' failed')
    expect(await json('tags list --no-hide-empty')).toMatchObject([{ name: 'red' }])
  })

  it('resolves relative dates from the current day in the zone of the file', async () => {
    const { cal, json, write } = newWorkspace()
    // In Berlin it is already Sunday the 22nd.
    const now = Date.UTC(2026, 10, 21, 23, 30)
    const words =
      'timezone: Europe/Berlin\nevents:\n  - {key: a, title: A, start: tomorrow 18:00, duration: 1h}\n  - {key: b, title: B, start: +2w, end: +2w}\n'
    write(
      'a.yaml',
      `${words}  - {key: c, title: C, start: mon 10:00, repeat: FREQ=WEEKLY;COUNT=3, except: [+8d], also: [2026-12-24 10:00]}\n`,
    )
    await cal('apply -f a.yaml', { now })
    const dates = async () =>
      ((await json('events list --any-date --all')) as { title: string; start_date: string; end_date: string }[]).map(
        ({ title, start_date, end_date }) => [title, start_date, end_date],
      )
    expect(await dates()).toEqual([
      ['C', '2026-11-23 10:00:00', '2026-11-23 10:00:00'],
      ['A', '2026-11-23 18:00:00', '2026-11-23 19:00:00'],
      ['B', '2026-12-06 00:00:00', '2026-12-06 23:59:59'],
      ['C', '2026-12-07 10:00:00', '2026-12-07 10:00:00'],
      ['C', '2026-12-24 10:00:00', '2026-12-24 10:00:00'],
    ])
    write('a.yaml', words)
    expect((await cal('apply -f a.yaml --yes', { now: now + 86_400_000 })).stderr).toContain('2 events updated')
    expect((await dates()).filter(([title]) => title !== 'C')).toEqual([
      ['A', '2026-11-24 18:00:00', '2026-11-24 19:00:00'],
      ['B', '2026-12-07 00:00:00', '2026-12-07 23:59:59'],
    ])
  })
})

describe('history', () => {
  it('does not prune in a run that --stop-on-error ended', async () => {
    const { cal, json, write } = newWorkspace()
    write('a.yaml', 'calendar: a\nvenues: [{venue: Hall}]\n')
    await cal('apply -f a.yaml')
    write('a.yaml', `calendar: a\ncategories: [{name: ${'x'.repeat(201)}}]\nvenues: [{venue: Hall}]\n`)
    expect(await cal('apply -f a.yaml --prune --stop-on-error 1 --yes')).toMatchObject({
      code: 6,
      stderr: expect.stringContaining('stopped: 1 failed; to continue: rerun the command with --stop-on-error 0\n'),
    })
    expect(await json('venues list')).toMatchObject([{ venue: 'Hall' }])
  })

  it('does not prune a record whose row has an unknown reference', async () => {
    const { cal, json, write } = newWorkspace()
    const file = (more: string) =>
      `calendar: a\nevents:\n  - {key: a, title: A, start: 2027-05-01 10:00, duration: 1h${more}}\n`
    write('a.yaml', file(''))
    await cal('apply -f a.yaml')
    write('a.yaml', file(', categories: [Nope]'))
    expect(await cal('apply -f a.yaml --prune --yes')).toMatchObject({
      code: 2,
      stderr: 'error: invalid records in the file: 1; nothing is pruned\nhint: to list them, add --dry-run\n',
    })
    write('a.yaml', `${file(`, categories: [${'x'.repeat(201)}]`)}`)
    expect(await cal('apply -f a.yaml --prune --create-missing --yes')).toMatchObject({ code: 6 })
    expect(await json('events list --any-date')).toMatchObject([{ title: 'A' }])
  })

  it('resumes and undoes a run only in the calendar it wrote to', async () => {
    const { cal, folder, write } = newWorkspace()
    write('a.csv', 'title,start_date\nA,2027-01-01\n')
    await cal('import a.csv')
    const [run = ''] = readdirSync(join(folder, 'state/runs'))
    const elsewhere = `file:${join(folder, 'other.db')}`
    await cal(`tags create --name red --api-root ${elsewhere}`, { env: { CAL_STATE_DIR: 'elsewhere' } })
    const [wrote, given] = [`file:${join(folder, 'calendar.db')}`, elsewhere]
    for (const line of ['history undo --yes', 'import --resume']) {
      expect(await cal(`${line} --api-root ${elsewhere}`)).toMatchObject({
        code: 2,
        stderr: `error: run ${run} wrote to ${wrote}, not to ${given}\nhint: add --api-root ${wrote}\n`,
      })
    }
  })

  it('ignores a run that was interrupted in its first line', async () => {
    const { cal, json, folder, write } = newWorkspace()
    write('a.csv', 'title,start_date\nA,2027-01-01\n')
    await cal('import a.csv')
    const torn = join(folder, 'state/runs/20991231-000000-000')
    mkdirSync(torn)
    writeFileSync(join(torn, 'journal.ndjson'), '{"run":"20991231-0000')
    expect(await json('history list')).toMatchObject([{ created: 1 }])
    expect((await cal('history undo --yes')).stderr).toContain('1 event deleted')
  })

  it('counts rows rejected before the first request, also in a resumed run', async () => {
    const { cal, json, folder, write } = newWorkspace()
    write('a.csv', 'title,start_date\nA,2027-01-01\nB,soon\nC,later\n')
    await cal('import a.csv')
    expect(await json('history list')).toMatchObject([{ created: 1, failed: 2, finished: true }])
    const [run = ''] = readdirSync(join(folder, 'state/runs'))
    const journal = join(folder, 'state/runs', run, 'journal.ndjson')
    keepLines(journal, isUnfinished)
    expect((await cal('import --resume')).stderr).toContain('1 event created; 2 events failed')
    expect(await json('history list')).toMatchObject([{ created: 1, failed: 2, finished: true }])
  })
})

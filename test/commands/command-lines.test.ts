// Commands: names and aliases, targets, flags, conveniences, and what write verbs take.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { localHome } from '../support/home.ts'

const home = localHome({ CAL_API_ROOT: 'file:./c.db', CAL_TZ: 'Europe/Berlin' })
const { cal } = home
const json = async (...words: readonly string[]) => JSON.parse((await cal([...words, '--json'])).stdout)

beforeAll(async () => {
  writeFileSync(
    join(home.folder, 'all.yaml'),
    `
venues: [{ venue: City Hall, city: Berlin }, { venue: Twin, slug: twin, city: Ulm }]
organizers: [{ organizer: Choir }]
categories: [{ name: Music }, { name: Jazz, parent: Music }]
tags: [{ name: late }]
events:
  - { title: Jazz night, slug: jazz-night, start_date: 2027-03-01 20:00, end_date: 2027-03-01 23:00,
      venue: City Hall, categories: [Jazz], tags: [late] }
  - { title: Year, slug: '2026', start_date: 2027-03-02 20:00, end_date: 2027-03-02 23:00 }
`,
  )
  expect(await cal('apply -f all.yaml')).toMatchObject({ code: 0 })
  await cal('venues create --name twin --allow-duplicate --city Rom')
})

describe('targets', () => {
  it('are ids if they are digits, slugs with the prefix slug:; slugs of terms are looked up', async () => {
    expect(await cal('events get 2026')).toMatchObject({ code: 4, stderr: expect.stringContaining('2026') })
    expect((await cal('events get slug:2026 --template {{title}}')).stdout).toBe('Year\n')
    expect((await cal('categories get jazz --template {{name}}')).stdout).toBe('Jazz\n')
  })

  it('are not selected by --slug, which is the new slug', async () => {
    expect(await cal('events update slug:2026 --slug year')).toMatchObject({ code: 0 })
    expect((await cal('events get year --template {{slug}}')).stdout).toBe('year\n')
    for (const verb of ['get', 'delete'])
      expect(await cal(['events', verb, '--slug', 'year'])).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('unknown flag --slug'),
      })
  })

  it('can be piped from a list, as lines or as NDJSON', async () => {
    const ids = (await cal('events list -o ids')).stdout
    expect(await cal('events update - --status draft --yes', ids)).toMatchObject({ code: 0 })
    const records = (await cal('events list --status draft -o ndjson --fields id,title')).stdout
    expect(records.trim().split('\n')).toHaveLength(2)
    expect(await cal('events update - --status publish --yes', records)).toMatchObject({ code: 0 })
    expect((await cal('events list --status publish -o count')).stdout).toBe('2\n')
  })
})

describe('many records', () => {
  it('can be validated, imported, compared, updated, listed as runs and undone', async () => {
    writeFileSync(join(home.folder, 'rows.csv'), 'title,start_date,end_date\nRow,2027-02-01 10:00,2027-02-01 11:00\n')
    writeFileSync(
      join(home.folder, 'rows.yaml'),
      'events:\n  - { title: Row, start_date: 2027-02-01 10:00, end_date: 2027-02-01 12:00 }\n',
    )
    expect(await cal('validate rows.csv')).toEqual({ code: 0, stdout: '', stderr: '1 event: no errors\n' })
    expect(
      (await cal('import - --format csv', 'title,start_date,end_date\nRow,2027-02-01 10:00,2027-02-01 11:00\n')).stderr,
    ).toMatch(/^1 event created/)
    expect((await cal('import rows.csv')).stderr).toMatch(/^1 event unchanged/)
    expect(await cal('diff -f rows.yaml --exit-code')).toMatchObject({
      code: 10,
      stdout: expect.stringMatching(/~ update event \d+ "Row"[\s\S]*12:00:00/),
    })
    expect(await cal('apply -f rows.yaml --yes')).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^1 event updated/),
    })
    expect(await cal('diff -f rows.yaml --exit-code')).toMatchObject({ code: 0 })
    expect((await cal('history list -o csv --fields command --no-header')).stdout).toMatch(
      /^apply\nimport\n(events|tags|venues|organizers|categories) /,
    )
    expect((await cal('history show --fields action,kind -o csv --no-header')).stdout).toBe('update,event\n')
    expect(await cal('history undo --yes')).toMatchObject({ code: 0 })
    expect((await json('events', 'list', '--search', 'Row'))[0].end_date).toBe('2027-02-01 11:00:00')
    expect((await cal('seed rows.csv')).code).toBe(2)
    expect(JSON.parse((await cal('export tags --stable')).stdout)).toEqual([{ slug: 'late', name: 'late' }])
  })

  it('can be changed in the CSV of a list, and imported again', async () => {
    for (const date of ['2027-02-03', '2027-02-10'])
      await cal([
        'events',
        'create',
        '--title',
        'Choir',
        '--start-date',
        `${date} 18:00`,
        '--end-date',
        `${date} 20:00`,
      ])
    const { stdout } = await cal('events list --search choir --all -o csv --fields id,start_date,end_date')
    writeFileSync(join(home.folder, 'moved.csv'), stdout.replaceAll(' 18:', ' 19:').replaceAll(' 20:', ' 21:'))
    expect(await cal('import moved.csv --kind events --match id --on-existing update --yes')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('2 events updated'),
    })
    expect(await json('events', 'list', '--search', 'choir', '--fields', 'start_date,end_date')).toEqual([
      { start_date: '2027-02-03 19:00:00', end_date: '2027-02-03 21:00:00' },
      { start_date: '2027-02-10 19:00:00', end_date: '2027-02-10 21:00:00' },
    ])
  })
})

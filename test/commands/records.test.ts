// The five commands of the five kinds on a database file without any server.
import { beforeAll, describe, expect, it } from 'vitest'
import { localHome } from '../support/home.ts'
import { shellWords } from '../support/shell-words.ts'

const home = localHome({ CAL_API_ROOT: 'file:./calendar.db' })
const said = (stderr: string, code = 0, stdout = '') => ({ stdout, stderr, code })
/** A message, followed by how to undo. */
const written = (message: string, stdout = '') => ({
  stdout,
  code: 0,
  stderr: expect.toSatisfy((text: string) => text.startsWith(`${message}to undo: cal history undo `)),
})

beforeAll(async () => {
  await home.cal("venues create --name 'City Hall' --city Berlin")
  await home.cal("organizers create --organizer 'Jazz Club'")
  const given = "--title 'Jazz & Blues' --start-date '2027-03-01 20:00' --end-date '2027-03-01 23:00' --cost '12 - 18'"
  await home.cal(`events create ${given} --venue 4 --organizer 5 --tags jazz,late --create-missing`)
  await home.cal('events create --title Market --start-date 2027-03-02 --end-date 2027-03-02 --all-day --featured')
})

describe('create', () => {
  it('reports the new record on stderr and prints nothing to stdout', async () => {
    expect(await home.cal('tag new --name Outdoors')).toEqual(written('Created tag 4 "Outdoors"\n'))
  })

  it('prints only the id, or the object, on request', async () => {
    expect(await home.cal('categories create --name Music --porcelain')).toEqual(said('', 0, '5\n'))
    const { stdout, stderr } = await home.cal(
      'categories create --name Choir --parent 5 -o json --fields id,slug,parent --lang de',
    )
    expect(JSON.parse(stdout)).toEqual({ id: 6, slug: 'choir', parent: 5 })
    expect(stderr).toMatch(/^Kategorie 6 „Choir“ angelegt\nRückgängig machen: cal history undo [\d-]+\n$/)
  })
})

describe('list', () => {
  it('prints a table, and on stderr the records left out', async () => {
    const { stdout, stderr, code } = await home.cal('events list --per-page 1')
    expect(stdout).toBe(
      'ID  WHEN                    TITLE         VENUE      CATEGORIES  STATUS   TIME ZONE\n6   2027-03-01 20:00–23:00  Jazz & Blues  City Hall              publish  Europe/Berlin\n',
    )
    expect(stderr).toMatch(
      /^Showing 1 of 2 events until \d+ \w+ \d{4}\. All of them: --all\. Any date: --any-date\.\n$/,
    )
    expect(code).toBe(0)
  })
})

describe('get', () => {
  it('accepts ids, slugs and URLs', async () => {
    for (const target of [
      '6',
      'id:6',
      'jazz-blues',
      'slug:jazz-blues',
      'http://localhost/event/jazz-blues/',
      'http://localhost/wp-json/tribe/events/v1/events/6',
    ]) {
      expect(await home.cal(['events', 'get', target, '--json', '--fields', 'id,cost'])).toEqual(
        said('', 0, '{\n  "id": 6,\n  "cost": "$12 – $18"\n}\n'),
      )
    }
    expect(await home.cal('tags get late -o ids')).toEqual(said('', 0, '3\n'))
  })

  it('reads targets from standard input, as lines or as records', async () => {
    expect(await home.cal('events get - -o ids', '7\n\n{"id":6,"title":"x"}\n')).toEqual(said('', 0, '7\n6\n'))
  })
})

describe('update', () => {
  it('changes only the given fields', async () => {
    const before = JSON.parse((await home.cal('events get 6 --json')).stdout)
    expect(await home.cal("event update jazz-blues --description 'All night.'")).toEqual(
      written('Updated event 6 "Jazz & Blues" · Mon 1 Mar 2027, 20:00–23:00 (Europe/Berlin) · City Hall\n'),
    )
    const after = JSON.parse((await home.cal('events get 6 --json')).stdout)
    const { modified: _, modified_utc: __, json_ld: ___, ...was } = before
    expect(after).toMatchObject({ ...was, description: expect.stringContaining('All night.') })
  })

  it('keeps the end with a new start, and rejects a start after the end', async () => {
    expect(
      await home.cal("events update 6 --start-date '2027-03-01 19:00' -o json --fields start_date,end_date"),
    ).toEqual(
      written(
        'Updated event 6 "Jazz & Blues" · Mon 1 Mar 2027, 19:00–23:00 (Europe/Berlin) · City Hall\n',
        '{\n  "start_date": "2027-03-01 19:00:00",\n  "end_date": "2027-03-01 23:00:00"\n}\n',
      ),
    )
    expect(await home.cal("events update 6 --start-date '2027-03-01 23:30'")).toMatchObject({ code: 2 })
  })

  it('refuses a day without a time for the same day, which would be midnight', async () => {
    expect(await home.cal('events update 6 --start-date 2027-03-01')).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'error: 2027-03-01 has no time, and the event starts at 19:00\n' +
        'hint: to begin at midnight: --start-date "2027-03-01 00:00"\n',
    })
    for (const flags of ["--start-date '2027-03-01 00:00'", '--start-date 2027-03-01 --all-day'])
      expect(await home.cal(`events update 6 ${flags} --dry-run`)).toMatchObject({ code: 0 })
  })
})

describe('delete', () => {
  it('prompts before deleting several, and does not delete without an answer', async () => {
    expect(await home.cal('events delete 6 7')).toEqual({
      code: 9,
      stdout: '',
      stderr: expect.stringMatching(
        /^- delete event 6 .*\n- delete event 7 .*\nerror: not confirmed: Delete 2 events\?\nhint: to confirm in a script, add --yes\n$/,
      ),
    })
    expect((await home.cal('events delete 7')).stderr).toMatch(
      /^error: not confirmed: Delete event 7 "Market" · \S+ \d.*\?\nhint: to confirm in a script, add --yes\n$/,
    )
  })

  it('reports whether a record was trashed or deleted permanently', async () => {
    const { code, stdout, stderr } = await home.cal('events rm 7 --yes')
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(/^Moved event 7 "Market" to the trash\nto undo: cal history undo [\d-]+\n$/),
    })
    expect(await home.cal('events rm 7 --yes')).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('(410)'),
    })
    expect(await home.cal('tags delete late --porcelain --yes')).toEqual(said('', 0, '3\n'))
  })
})

describe('the sample', () => {
  it('fills a file once and suggests next commands', async () => {
    const { cal } = localHome({})
    const first = await cal('demo')
    expect(first.code).toBe(0)
    expect(first.stdout.split('\n').length).toBeGreaterThan(10)
    expect(first.stderr).toContain('demo.db now contains 40 events, 6 venues, 5 organizers, 9 categories and 6 tags.')
    expect((await cal('demo')).stderr).toContain('demo.db already exists and was left unchanged.')
    const { stdout } = await cal('events list --all --any-date --api-root file:demo.db -o ids')
    expect(stdout.trim().split('\n')).toHaveLength(40)
    const suggested = first.stderr
      .split('\n')
      .filter((line) => /^ {2}cal (?!serve|browse)/.test(line))
      .map((line) => shellWords(line).slice(1))
    expect(suggested.length).toBeGreaterThan(3)
    for (const words of suggested)
      expect((await cal([...words, '--api-root', 'file:demo.db'])).code, words.join(' ')).toBe(0)
  })
})

// `cal search`: searches all kinds.
import { describe, expect, it } from 'vitest'
import { newWorkspace } from '../../../../support/workspace.ts'

async function filled() {
  const at = newWorkspace()
  await at.cal("venues create --venue 'Jazz Cellar'")
  await at.cal("organizers create --organizer 'Jazz Club'")
  await at.cal('categories create --name Jazz')
  await at.cal('tags create --name jazzy')
  for (const day of ['2026-11-01', '2026-10-01', '2026-12-01', '2027-12-01'])
    await at.cal(`events create --title 'Jazz of ${day}' --start-date ${day} --end-date ${day}`)
  await at.cal('events create --title Choir --start-date 2026-12-01 --end-date 2026-12-01')
  return at
}

describe('search', () => {
  it('groups results, upcoming events before past ones', async () => {
    const { cal } = await filled()
    const { stdout, stderr, code } = await cal('search jazz')
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
    const first_words = stdout.split('\n').map((line) => line.split('  ').slice(0, 2).join(' ').trim())
    expect(first_words.filter((line) => /^[A-Z][a-z]/.test(line))).toEqual([
      'Events',
      'Venues',
      'Organizers',
      'Categories',
      'Tags',
    ])
    expect(stdout.match(/Jazz of \S+/g)).toEqual([
      'Jazz of 2026-12-01',
      'Jazz of 2027-12-01',
      'Jazz of 2026-11-01',
      'Jazz of 2026-10-01',
    ])
    expect((await cal('find jazz --lang de')).stdout).toMatch(/^Termine\n[\s\S]*\nOrte\n[\s\S]*\nSchlagwörter\n/)
  })

  it('names the events of the venues, organizers, categories and tags that it finds', async () => {
    const { cal } = await filled()
    await cal(
      "events create --title Trio --start-date 2026-12-03 --end-date 2026-12-03 --venue 'Jazz Cellar' --categories Jazz --tags jazzy",
    )
    await cal(
      "events create --title Duo --start-date 2020-12-03 --end-date 2020-12-03 --organizer 'Jazz Club' --categories Jazz",
    )
    expect((await cal('search jazz')).stderr).toBe(
      '1 event at the venue Jazz Cellar: cal events list --venue jazz-cellar --any-date\n' +
        '1 event of the organizer Jazz Club: cal events list --organizer jazz-club --any-date\n' +
        '2 events in the category Jazz: cal events list --categories jazz --any-date\n' +
        '1 event with the tag jazzy: cal events list --tags jazzy --any-date\n',
    )
    expect((await cal('events list --categories jazz --any-date -o count')).stdout).toBe('2\n')
  })

  it('has the kind of each record in JSON', async () => {
    const { cal, json } = await filled()
    expect(await json('search jazz --fields kind,name --limit 1')).toEqual([
      { kind: 'event', name: 'Jazz of 2026-12-01' },
      { kind: 'venue', name: 'Jazz Cellar' },
      { kind: 'organizer', name: 'Jazz Club' },
      { kind: 'category', name: 'Jazz' },
      { kind: 'tag', name: 'jazzy' },
    ])
    expect((await cal('search jazz cellar -o csv')).stdout).toMatch(
      /^kind,id,name,start_date,url\nvenue,4,Jazz Cellar,,/,
    )
  })

  it('reports omitted results, and how to see all', async () => {
    const { cal } = await filled()
    expect((await cal('search jazz of --limit 2')).stderr).toBe(
      "Showing 2 of 4 events. All of them: cal events list --search 'jazz of' --all --any-date\n",
    )
    expect((await cal('search jazz of --limit 2 --lang de')).stderr).toMatch(
      /^Gezeigt: 2 von 4 Terminen. Alle: cal events list/,
    )
  })

  it('reads the last pages for the latest of many past events', async () => {
    const { cal, json } = newWorkspace()
    for (const day of ['01', '02', '03', '04', '05'])
      await cal(`events create --title 'Choir ${day}' --start-date 2026-10-${day} --end-date 2026-10-${day}`)
    expect(await json('search choir --limit 2 --fields name')).toEqual([{ name: 'Choir 05' }, { name: 'Choir 04' }])
    expect(await json('search choir --limit 3 --fields name')).toEqual([
      { name: 'Choir 05' },
      { name: 'Choir 04' },
      { name: 'Choir 03' },
    ])
  })

  it('finds nothing with exit code 0', async () => {
    const { cal } = await filled()
    expect(await cal('search tango night')).toEqual({
      code: 0,
      stdout: '',
      stderr: 'Nothing matches "tango night".\n',
    })
    expect(await cal('search')).toMatchObject({ code: 2, stderr: expect.stringContaining('WORDS is missing') })
  })

  it('names the category of a word if no event has it, also in lists and views', async () => {
    const { cal } = newWorkspace()
    await cal('categories create --name Film')
    await cal("events create --title Nosferatu --start-date '2026-12-03 20:00' --duration 2h --categories Film")
    const any_date = '1 event in the category Film: cal events list --categories film --any-date\n'
    expect((await cal('search Filme')).stderr).toContain(any_date)
    expect((await cal("events list --search 'Film events'")).stderr).toContain(`\n${any_date}`)
    expect((await cal('agenda 2026-12-01..2026-12-05 --search filmabend')).stderr).toBe(
      'Without --search: cal agenda 2026-12-01..2026-12-05\n' +
        '1 event in the category Film: cal agenda 2026-12-01..2026-12-05 --categories film\n',
    )
    expect((await cal("events delete --where 'search=the film' --yes")).stderr).toBe(`No events match.\n${any_date}`)
    expect(await cal('agenda 2026-12-03 --search nosferatu')).toMatchObject({ code: 0, stderr: '' })
    for (const flags of ['--search film', '--search film --status draft']) {
      const { stderr } = await cal(`agenda 2026-12-04 ${flags}`)
      expect(stderr).toMatch(/^Without --search(, --status)?: cal agenda 2026-12-04\n$/)
    }
  })
})

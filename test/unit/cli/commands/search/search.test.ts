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
})

// Rows without a value for `--match` are matched as without it, with a warning.
import { describe, expect, it } from 'vitest'
import { newWorkspace } from '../../../../support/workspace.ts'

const csv =
  'title,start_date,end_date\nJazz,2027-03-01 20:00,2027-03-01 22:00\nChoir,2027-03-02 20:00,2027-03-02 22:00\n'

async function withEvents() {
  const here = newWorkspace()
  here.write('events.csv', csv)
  await here.cal('import events.csv --yes')
  return here
}

describe('cal import --match', () => {
  it.each(['id', 'uid', 'slug', 'title+website'])(
    '%s finds events of a file without it, and says how',
    async (match) => {
      const { cal } = await withEvents()
      const { stdout, stderr, code } = await cal(`import events.csv --match ${match} --dry-run`)
      expect([stdout, code]).toEqual(['', 0])
      expect(stderr).toContain(
        `warning: 2 records have no ${match} (first: events.csv:2) and are matched as without --match\n`,
      )
      expect(stderr).toContain('2 events unchanged')
    },
  )

  it('id updates the event with the id, finds the one without, and creates the new one', async () => {
    const { cal, write } = await withEvents()
    const { stdout: ids } = await cal('events list --any-date -o ids')
    write(
      'changed.csv',
      `id,title,start_date,end_date\n${ids.split('\n')[0]},Late jazz,2027-03-01 21:00,2027-03-01 22:00\n,Choir,2027-03-02 20:00,2027-03-02 23:00\n,New,2027-03-03 20:00,2027-03-03 22:00\n`,
    )
    const { stderr } = await cal('import changed.csv --kind events --match id --on-existing update --yes')
    expect(stderr).toContain('2 records have no id (first: changed.csv:3)')
    expect(stderr).toContain('1 event created; 2 events updated')
    const { stdout } = await cal('events list --any-date -o csv --fields title,end_date')
    expect(stdout.trim().split('\n')).toEqual([
      'title,end_date',
      'Late jazz,2027-03-01 22:00:00',
      'Choir,2027-03-02 23:00:00',
      'New,2027-03-03 22:00:00',
    ])
  })
})

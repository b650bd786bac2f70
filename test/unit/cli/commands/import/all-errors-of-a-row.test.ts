// Every error of a row is reported at once: invalid values together with names that are not found.
import { describe, expect, it } from 'vitest'
import { newWorkspace } from '../../../../support/workspace.ts'

const csv =
  'title,start_date,end_date,venue,tags\n' +
  'Jazz,2027-13-01 20:00,2027-03-01 22:00,Moon Base,\n' +
  'Choir,soon,2027-03-02 22:00,Hall,outdoors\n'

async function withHall() {
  const here = newWorkspace()
  await here.cal('venues create --name Hall')
  here.write('events.csv', csv)
  return here
}

describe('cal import', () => {
  it('reports invalid values and unknown names of a row together', async () => {
    const { cal } = await withHall()
    const { stdout, code } = await cal('import events.csv --dry-run -o json')
    expect(code).toBe(6)
    const errors: readonly string[][] = JSON.parse(stdout).map((step: { readonly errors: string[] }) => step.errors)
    expect(errors).toEqual([
      [expect.stringContaining('2027-13-01'), expect.stringContaining('Moon Base')],
      [expect.stringContaining('soon'), expect.stringContaining('outdoors')],
    ])
    expect(stdout).not.toContain('Hall')
  })

  it('reports no unknown names with --create-missing', async () => {
    const { cal } = await withHall()
    const { stdout } = await cal('import events.csv -n --create-missing')
    expect(stdout).toContain('2027-13-01')
    expect(stdout).not.toContain('Moon Base')
  })
})

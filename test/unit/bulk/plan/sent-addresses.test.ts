// Addresses that every service refuses are errors of the plan, unless they are stored already.
import { expect, it } from 'vitest'
import { newWorkspace } from '../../../support/workspace.ts'

it('of new and changed records are checked before anything is sent', async () => {
  const { cal, write } = newWorkspace()
  const table = (kind: string, rows: string) => write('a.csv', `${kind}\n${rows}\n`)
  const events = 'title,start_date,Website,image'
  table(events, 'A,2027-05-01 10:00,https://example.org/,\nB,2027-05-02 10:00,,')
  await cal('import a.csv')
  for (const [website, image] of [
    ['www.example.org', ''],
    ['http://ü.example/', ''],
    ['javascript:alert(1)', ''],
    ['', 'www.example.org/a.png'],
    ['', 'ftp://example.org/a.png'],
  ]) {
    table(events, `A,2027-05-01 10:00,${website},${image}\nC,2027-05-03 10:00,${website},${image}`)
    for (const line of ['import a.csv --on-existing update --dry-run', 'import a.csv --on-existing update --yes']) {
      const { code, stdout, stderr } = await cal(line)
      expect([code, `${stdout}${stderr}`]).toEqual([6, expect.stringContaining(`not "${website || image}"`)])
      expect(stderr).not.toContain('the server rejected')
    }
  }
  table('venue,website', 'Hall,example.org')
  expect((await cal('import a.csv --dry-run')).stdout).toContain(
    'website needs an address with its scheme, such as https://example.com, not "example.org"',
  )
})

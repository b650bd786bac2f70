// The status column of spreadsheets: what services refuse is reported before the import.
import { expect, it } from 'vitest'
import { serviceIn } from '../../../support/service-in.ts'

const row = (status: string) => `title,start_date,status\nA,2027-02-01 18:00,${status}\n`

it.each([
  ['cancelled', 'write draft to hide the event, or publish with the category or tag "cancelled"'],
  ['Canceled', 'write draft to hide the event, or publish with the category or tag "cancelled"'],
  ['Abgesagt', 'write draft to hide the event, or publish with the category or tag "cancelled"'],
  ['TENTATIVE', 'write draft'],
  ['CONFIRMED', 'write publish'],
  ['confirmed', 'write publish'],
  ['published', 'write publish'],
  ['Entwurf', 'write draft'],
])('%s is an error of the row', async (status, hint) => {
  const { cal, write } = await serviceIn('standard')
  write('a.csv', row(status))
  const { stdout } = await cal('validate a.csv', 2)
  expect(stdout).toContain(`status needs one of publish, future, draft, pending, private, trash, not "${status}"`)
  expect(stdout).toContain(hint)
})

it.each(['publish', 'Draft', 'PRIVATE'])('%s is accepted', async (status) => {
  const { cal, write } = await serviceIn('standard')
  write('a.csv', row(status))
  expect((await cal('validate a.csv')).stderr).toBe('1 event: no errors\n')
  expect((await cal('import a.csv')).stderr).toContain('1 event created')
})

it('warns about statuses that only extensions have', async () => {
  const { cal, write } = await serviceIn('standard')
  write('a.csv', row('archived'))
  const warning = 'warning: services refuse these statuses unless an extension adds them: archived\n'
  for (const line of ['validate a.csv', 'import a.csv --dry-run']) expect((await cal(line)).stderr).toContain(warning)
})

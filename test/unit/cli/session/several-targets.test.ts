// Each of several targets that do not exist is reported with what to do next, as a single one is.
import { expect, it } from 'vitest'
import { newWorkspace } from '../../../support/workspace.ts'

it.each([
  ['events get 4 abc 16', 'events', ' --any-date'],
  ['events delete abc 16 --yes', 'events', ' --any-date'],
  ['events update abc id:16 --title X --yes', 'events', ' --any-date'],
  ['events restore abc 16', 'events', ' --any-date'],
  ['tags get abc 16', 'tags', ' --no-hide-empty'],
])('%s', async (line, plural, every) => {
  const { cal } = newWorkspace()
  await cal("events create --title Jazz --start-date '2027-03-26 20:00' --duration 3h")
  const { code, stderr } = await cal(line)
  expect(code).toBe(6)
  expect(stderr).toContain(`"abc" not found\nhint: search for it: cal ${plural} list --search "abc"\n`)
  expect(stderr).toContain(` 16 not found\nhint: list them: cal ${plural} list --all${every}\n`)
})

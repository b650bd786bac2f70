// A preview ends as the run would.
import { expect, it } from 'vitest'
import { newWorkspace } from '../../../support/workspace.ts'

it('ends with 6 if some of many would fail, and a single record with its own code', async () => {
  const { cal } = newWorkspace()
  await cal("events create --title Jazz --start-date '2027-03-26 20:00' --duration 3h")
  for (const verb of ['delete', 'update --title Blues', 'update --shift +1d', 'restore']) {
    const [name = '', ...flags] = verb.split(' ')
    const line = (targets: string) => `events ${name} ${targets} ${flags.join(' ')} --dry-run`
    expect([line('4'), (await cal(line('4'))).code]).toEqual([line('4'), 0])
    expect([line('99'), (await cal(line('99'))).code]).toEqual([line('99'), 4])
    const both = await cal(line('4 99'))
    expect([line('4 99'), both.code]).toEqual([line('4 99'), 6])
    expect(both.stderr).toContain('error: event 99 not found\n')
  }
  expect(await cal('events list --any-date -o ids')).toMatchObject({ stdout: '4\n' })
})

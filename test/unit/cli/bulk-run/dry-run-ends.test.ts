// A preview ends as the run would.
import { join } from 'node:path'
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

it('ends with 6 if an undo would leave a record that was edited since', async () => {
  const { cal, write } = newWorkspace()
  write('good.csv', 'title,start_date,end_date\nBlues,2027-03-27 20:00,2027-03-27 21:00\n')
  expect(await cal('import good.csv')).toMatchObject({ code: 0 })
  expect(await cal('history undo --dry-run')).toMatchObject({ code: 0 })
  await cal('events update blues --title Folk', { env: { CAL_STATE_DIR: 'elsewhere' } })
  const [preview, undone] = [await cal('history undo --dry-run'), await cal('history undo --yes')]
  expect([preview.code, undone.code]).toEqual([6, 6])
})

it('a copy ends with 6 if a record differs that must not be changed, and with 10 for changes if asked', async () => {
  const { cal, folder } = newWorkspace('source.db')
  await cal("events create --title Jazz --start-date '2027-03-26 20:00' --duration 3h")
  const env = { CAL_CONFIG: join(folder, 'config.yaml') }
  const copy = (flags: string) => cal(`copy --from source.db --to file:target.db ${flags}`, { env })
  expect(await copy('--dry-run --exit-code')).toMatchObject({ code: 10 })
  expect(await copy('--yes')).toMatchObject({ code: 0 })
  expect(await copy('--dry-run --exit-code')).toMatchObject({ code: 0 })
  await cal('events update jazz --cost 10')
  expect(await copy('--on-existing error --dry-run')).toMatchObject({ code: 6 })
  expect(await copy('--dry-run')).toMatchObject({ code: 0 })
})

// A wrong password is reported as such, not as a missing one.
import { expect, it } from 'vitest'
import { modes, serviceIn } from '../../../support/service-in.ts'

it.each(modes)('a wrong password is reported, in %s mode', async (mode) => {
  const { cal, as, send } = await serviceIn(mode)
  await send('POST', '/events', {
    title: 'Secret',
    start_date: '2027-03-01',
    end_date: '2027-03-02',
    password: 'right',
    status: 'publish',
  })
  as(undefined)
  const hint = async (line: string) => (await cal(line)).stderr.split('\n')[1]
  expect(await hint('events get secret')).toBe('hint: specify its password: --password @FILE')
  expect(await hint('events get secret --password wrong')).toBe('hint: check --password: the password is wrong')
  expect(await cal('events get secret --password right')).toMatchObject({ code: 0 })
})

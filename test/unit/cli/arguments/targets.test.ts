// Targets from standard input: an empty list is nothing to do, as at the end of a pipe that found nothing.
import { expect, it } from 'vitest'
import { newWorkspace } from '../../../support/workspace.ts'

const event = '[{"title":"Choir","start_date":"2027-02-03 18:00","end_date":"2027-02-03 20:00"}]'

it.each([
  'events get -',
  'events update - --cost 5',
  'events update - --shift +1w',
  'events update - --shift +1w --dry-run',
  'events delete - --yes',
  'events restore -',
])('%s without a line', async (line) => {
  const { cal, write } = newWorkspace()
  write('events.json', event)
  await cal('import events.json --yes')
  expect(await cal(line)).toMatchObject({
    code: 0,
    stdout: '',
    stderr: 'standard input names no record: nothing to do\n',
  })
})

it('fails when none of several targets can be read', async () => {
  const { cal, write } = newWorkspace()
  write('events.json', event)
  await cal('import events.json --yes')
  expect(await cal('events restore 98 99')).toMatchObject({ code: 6 })
})

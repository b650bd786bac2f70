// An undo restores as much as the service allows, and deletes nothing that is still used because a write failed.
import { openInMemory } from '../../../support/open-calendar.ts'
import { expect, it } from 'vitest'
import { serveExchange } from '../../../support/exchange-server.ts'
import { noon } from '../../../support/runtime.ts'
import { serviceIn } from '../../../support/service-in.ts'
import { newWorkspace } from '../../../support/workspace.ts'

const sheet =
  'title,slug,start_date,end_date,description,cost,venue,organizer\nOne,one,2027-01-01 10:00,2027-01-01 11:00,Words,7,Hall,Anna\n'

it.each(['quirks', 'quirks-6.17'] as const)('restores the other fields of a record in %s mode', async (mode) => {
  const { cal, json, write } = await serviceIn(mode)
  await cal('events create --title One --slug one --start-date 2027-01-01T10:00 --end-date 2027-01-01T11:00')
  write('a.csv', sheet)
  expect(await cal('import a.csv --create-missing --on-existing update --yes', 1)).toMatchObject({ code: 0 })
  const planned = await cal('history undo --dry-run', 2)
  expect(planned).toMatchObject({
    code: 6,
    stderr: '1 event to update; 1 organizer to delete; 1 event, 1 venue in conflict\n',
  })
  const undone = await cal('history undo --yes', 2)
  expect(undone).toMatchObject({
    code: 6,
    stderr: expect.stringContaining('1 event updated; 1 organizer deleted; 1 venue left unchanged; 1 event failed'),
  })
  expect(undone.stderr).toContain(
    'event "One": not cleared, because the service does not support it: description, venue',
  )
  expect(undone.stderr).toMatch(/venue "Hall": in use by 1 event: \d+\n/)
  expect(await json('events get one --fields cost,organizer')).toEqual({ cost: '', organizer: [] })
})

it('keeps a record that an event still uses because its update failed', async () => {
  const calendar = await openInMemory('standard', {
    authenticate: () => async () => ({ id: 1, login: 'ada', role: 'administrator' }),
  })
  let isRefusing = false
  const { api_root } = await serveExchange(async (request) =>
    isRefusing && request.method !== 'GET' && request.path.startsWith('/events/')
      ? { status: 400, headers: {}, body: '{"code":"rest_invalid_param","message":"refused","data":{"status":400}}' }
      : calendar.exchange(request),
  )
  const { cal, write } = newWorkspace()
  const run = (line: string, second = 0) => cal(line, { env: { CAL_API_ROOT: api_root }, now: noon + second * 1000 })
  await run('events create --title One --slug one --start-date 2027-01-01T10:00 --end-date 2027-01-01T11:00')
  write('a.csv', sheet)
  expect(await run('import a.csv --create-missing --on-existing update --yes', 1)).toMatchObject({ code: 0 })
  isRefusing = true
  expect(await run('history undo --yes', 2)).toMatchObject({
    code: 6,
    stderr: expect.stringContaining('1 venue, 1 organizer left unchanged; 1 event failed'),
  })
})

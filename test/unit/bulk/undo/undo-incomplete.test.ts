// An undo restores as much as the service allows, and deletes nothing that is still used because a write failed.
import { openInMemory } from '../../../support/open-calendar.ts'
import { expect, it } from 'vitest'
import { serveExchange } from '../../../support/exchange-server.ts'
import { noon } from '../../../support/runtime.ts'
import { newWorkspace } from '../../../support/workspace.ts'

const sheet =
  'title,slug,start_date,end_date,description,cost,venue,organizer\nOne,one,2027-01-01 10:00,2027-01-01 11:00,Words,7,Hall,Anna\n'

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

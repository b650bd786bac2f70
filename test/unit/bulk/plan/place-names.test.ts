// A deployed service overwrites the venue or organizer that has the name of a new one: none is created as another one.
import { openInMemory } from '../../../support/open-calendar.ts'
import { expect, it } from 'vitest'
import { serveExchange } from '../../../support/exchange-server.ts'
import { noon } from '../../../support/runtime.ts'
import { newWorkspace } from '../../../support/workspace.ts'

it('an undo keeps a venue that the service overwrote because it got its name during the run', async () => {
  const calendar = await openInMemory('quirks', {
    authenticate: () => async () => ({ id: 1, login: 'ada', role: 'administrator' }),
  })
  const { api_root } = await serveExchange(async (request) => {
    if (request.method === 'POST' && String(request.body).includes('Bonn'))
      await calendar.exchange({ ...request, path: '/venues/4', body: '{"venue":"Hall","city":"Ulm"}' })
    return calendar.exchange(request)
  })
  const { cal, write } = newWorkspace()
  const env = { CAL_API_ROOT: api_root }
  const run = (line: string, second = 0) => cal(line, { env, now: noon + second * 1000 })
  await run('venues create --name Room')
  write('a.csv', 'venue,city\nHall,Bonn\nOther,Ulm\n')
  const imported = await run('import a.csv --kind venues', 1)
  expect(imported).toMatchObject({ code: 6, stderr: expect.stringContaining('1 venue created; 1 venue failed') })
  expect(imported.stderr).toContain('a.csv:2: not created: the service wrote it to the existing venue 4')
  expect(await run('history undo --yes', 2)).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('1 venue deleted'),
  })
  expect(await run('venues list --fields venue -o csv', 3)).toMatchObject({ stdout: 'venue\nHall\n' })
  await calendar.close()
})

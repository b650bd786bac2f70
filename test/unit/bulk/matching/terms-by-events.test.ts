// Authors who may create events but not tags: events create the tags that they name, each once.
import { openInMemory } from '../../../support/open-calendar.ts'
import { expect, it } from 'vitest'
import { serveExchange } from '../../../support/exchange-server.ts'
import { newWorkspace } from '../../../support/workspace.ts'
import { json } from '../../../support/recording.ts'
import { noon } from '../../../support/runtime.ts'

it('an import creates tags through events if the service rejects them with 403', async () => {
  const calendar = await openInMemory('quirks')
  const service = await serveExchange((request) =>
    request.method === 'POST' && request.path === '/tags'
      ? Promise.resolve(json(403, { code: 'rest_forbidden' }))
      : calendar.exchange(request),
  )
  const { cal, write } = newWorkspace()
  const env = { CAL_API_ROOT: service.api_root }
  write(
    'a.csv',
    [
      'title,start_date,end_date,tags',
      ...['red', 'red,blue', 'blue,Kinder & Familie', 'kinder & familie,red', 'none'].map(
        (tags, n) => `E${n},2027-03-0${n + 1} 10:00,2027-03-0${n + 1} 11:00,"${tags}"`,
      ),
    ].join('\n'),
  )
  expect(await cal('import a.csv --create-missing --yes', { env })).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('5 events created; 4 tags left unchanged'),
  })
  expect(
    (await cal('tags list --fields name -o csv --all', { env })).stdout.split(/\r?\n/).slice(1).filter(Boolean).sort(),
  ).toEqual(['Kinder & Familie', 'blue', 'none', 'red'])
  expect(await cal('import a.csv --create-missing --yes', { env, now: noon + 1000 })).toMatchObject({
    code: 0,
    stderr: '5 events unchanged\n',
  })
  await calendar.close()
})

// Lists with fewer records than the service counts.
import { expect, it } from 'vitest'
import { serveExchange } from '../../../support/exchange-server.ts'
import { json } from '../../../support/recording.ts'
import { newWorkspace } from '../../../support/workspace.ts'

/** A service that counts three tags and lists two. */
const miscounting = () =>
  serveExchange(async ({ query }) =>
    json(200, {
      tags:
        query.includes('page=1') || !query.includes('page=')
          ? [
              { id: 1, name: 'red' },
              { id: 2, name: 'blue' },
            ]
          : [],
      total: 3,
      total_pages: 2,
    }),
  )

it('list --all warns with both numbers, exits with 6, and does not advise --all', async () => {
  const { cal } = await miscounting()
  expect(await cal('tags list --all --no-hide-empty -o ids')).toEqual({
    stdout: '1\n2\n',
    stderr: 'warning: 2 tags received, but the service counts 3: some are missing\n',
    code: 6,
  })
  expect((await cal('tags list --limit 5 --no-hide-empty -o ids --lang de')).stderr).toContain(
    'Warnung: 2 Schlagwörter erhalten, der Dienst zählt aber 3: einige fehlen\n',
  )
  expect((await cal('tags list --limit 2 --no-hide-empty -o ids')).stderr).toBe(
    'Showing 2 of 3 tags. All of them: --all.\n',
  )
})

it('export warns with both numbers and exits with 6', async () => {
  const { cal } = await miscounting()
  expect(await cal('export tags')).toMatchObject({
    stderr:
      'warning: 2 tags received, but the service counts 3: some are missing\nExported 2 tags as JSON, the default; as a table: --format csv; as iCalendar: --format ics\n',
    code: 6,
  })
})

it('nothing is pruned, or planned to be', async () => {
  const { api_root, requests } = await miscounting()
  const { cal, write } = newWorkspace()
  write('a.yaml', 'tags: [red]')
  for (const line of ['diff -f a.yaml --prune', 'apply -f a.yaml --prune --yes'])
    expect(await cal(line, { env: { CAL_API_ROOT: api_root } })).toMatchObject({
      stderr: expect.stringContaining('error: 2 tags received, but the service counts 3\n'),
      code: 8,
    })
  expect(requests.filter((request) => !request.startsWith('GET'))).toEqual([])
})

// Warnings about many writes that a service stored differently.
import { expect, it } from 'vitest'
import { serveExchange } from '../../../support/exchange-server.ts'
import { newWorkspace } from '../../../support/workspace.ts'
import { json } from '../../../support/recording.ts'

it('an import warns once for each field that the service stored differently, with the number of records', async () => {
  let id = 0
  const { api_root } = await serveExchange(async ({ method, body }) => {
    if (method === 'GET') return json(200, { venues: [], total: 0, total_pages: 0 })
    return json(201, { ...JSON.parse(String(body)), id: ++id, city: 'Berlin' })
  })
  const { cal, write } = newWorkspace()
  write('my.csv', 'Venue Name,Venue City\nHall,Ulm\nTent,Ulm\nBarn,Berlin\nShed,Bonn\n')
  const { code, stderr } = await cal('import my.csv --concurrency 1', { env: { CAL_API_ROOT: api_root } })
  expect({ code, stderr: stderr.replace(/\nto undo: cal history undo .*/, '') }).toEqual({
    code: 0,
    stderr: 'warning: city of 1: sent "Ulm", but the service stored "Berlin"; and 2 more\n4 venues created\n',
  })
})

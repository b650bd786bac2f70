// Servers that send Retry-After: which pauses are announced and accepted, and which end a command.
import { describe, expect, it } from 'vitest'
import { newWorkspace } from '../../../support/workspace.ts'
import { serveExchange } from '../../../support/exchange-server.ts'
import { json } from '../../../support/recording.ts'

/** Throttles the first request that `isRefused` selects; responds to lists with none, to creates with a tag. */
async function busy(status: number, retry_after: string, isRefused: (method: string) => boolean) {
  let refused = false
  return serveExchange(async ({ method }) => {
    if (!refused && isRefused(method)) {
      refused = true
      return json(status, { code: 'busy' }, { 'retry-after': retry_after })
    }
    return method === 'GET'
      ? json(200, { tags: [], total: 0, total_pages: 0 })
      : json(201, { id: 7, name: 'Jazz', slug: 'jazz' })
  })
}

describe('Retry-After', () => {
  it('a pause is announced before it begins', async () => {
    const { cal } = await busy(429, '45', () => true)
    expect(await cal('tags list')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('the server is limiting requests (429): retrying in 45 s\n'),
    })
  })

  it('600 s end a command with exit 8 at once', async () => {
    const { cal, requests } = await busy(429, '600', () => true)
    expect(await cal('tags list')).toEqual({
      code: 8,
      stdout: '',
      stderr:
        'error: the server is limiting requests (429) and asks to retry in 600 s\nhint: to wait that long, use --max-wait 600\n',
    })
    expect(requests).toHaveLength(1)
  })

  it('--max-wait 600 accepts a pause of 600 s, announced in German too', async () => {
    const { cal } = await busy(503, '600', () => true)
    expect(await cal('tags list --max-wait 600 --lang de')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('der Server ist nicht verfügbar (503): neuer Versuch in 600 s\n'),
    })
  })

  it('600 s interrupt an import, which is resumed later', async () => {
    const service = await busy(429, '600', (method) => method === 'POST')
    const { cal, write } = newWorkspace()
    write('tags.json', JSON.stringify({ tags: [{ name: 'Jazz' }] }))
    const env = { CAL_API_ROOT: service.api_root }
    const first = await cal('import tags.json --yes', { env })
    expect(first).toMatchObject({
      code: 8,
      stderr: expect.stringContaining(
        'error: the server is limiting requests (429) and asks to retry in 600 s\nhint: to wait that long, use --max-wait 600; to resume: cal import --resume',
      ),
    })
    expect((await cal('import --resume', { env })).stderr).toContain('1 tag created')
    expect(service.requests.filter((line) => line.startsWith('POST'))).toHaveLength(2)
  })

  it('600 s end a single create at once; it is repeated after a shorter pause', async () => {
    const { cal } = await busy(429, '600', (method) => method === 'POST')
    expect(await cal('tags create --name Jazz')).toMatchObject({
      code: 8,
      stderr: expect.stringContaining(
        '(429) and asks to retry in 600 s\nhint: to wait that long, use --max-wait 600\n',
      ),
    })
    const { cal: soon, requests } = await busy(429, '5', (method) => method === 'POST')
    expect(await soon('tags create --name Jazz')).toMatchObject({ code: 0 })
    expect(requests.filter((line) => line.startsWith('POST'))).toHaveLength(2)
  })
})

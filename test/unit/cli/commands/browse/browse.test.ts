// `cal browse` with targets that it refuses, and the page of a record on its own site.
import { describe, expect, it } from 'vitest'
import { serveExchange } from '../../../../support/exchange-server.ts'
import { newWorkspace } from '../../../../support/workspace.ts'

describe('browse', () => {
  it.each([
    ['browse venue 9', 4, 'venue 9 not found'],
    ['browse none', 4, 'event "none" not found'],
    ['browse 4 5', 2, 'unexpected argument "5"'],
    ['open venue 4 5', 2, 'unexpected argument "5"'],
    ['browse --idle soon', 2, '--idle needs a duration, not "soon"'],
    ['browse --idle 0', 2, '--idle needs a duration, not "0"'],
  ])('%s', async (line, code, message) => {
    const { cal } = newWorkspace()
    await cal('venues create --venue Hall')
    expect(await cal(line)).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(message) })
  })
})

describe('get --web', () => {
  it('prints the address of a record without a desktop', async () => {
    const page = 'https://example.org/event/jazz/'
    const service = await serveExchange(async () => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: 5, title: 'Jazz', url: page }),
    }))
    expect(await service.cal('events get 5 --web')).toEqual({ code: 0, stdout: `${page}\n`, stderr: '' })
    expect(await service.cal('events open 5')).toEqual({ code: 0, stdout: `${page}\n`, stderr: '' })
    expect(await service.cal('venues get hall --web')).toEqual({ code: 0, stdout: `${page}\n`, stderr: '' })
    expect(await service.cal('events get 5 --web -o ids')).toEqual({ code: 0, stdout: '5\n', stderr: `${page}\n` })
    expect(service.requests).toEqual(['GET /events/5', 'GET /events/5', 'GET /venues/by-slug/hall', 'GET /events/5'])
  })

  it('has no page for a database file', async () => {
    const { cal } = newWorkspace()
    await cal('venues create --venue Hall')
    expect(await cal('venues get hall --web')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is a local file\nhint: show it in the browser: cal browse; in the terminal'),
    })
  })
})

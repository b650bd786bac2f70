// `cal browse` with targets that it refuses, and the page of a record on its own site.
import { describe, expect, it } from 'vitest'
import { serveExchange } from '../../../../support/exchange-server.ts'

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
})

// `cal open`: addresses of records and of the calendar, printed if there is no desktop.
import { describe, expect, it } from 'vitest'
import { calendarPage } from '../../../../../src/cli/commands/open/open.run.ts'
import { serveExchange } from '../../../../support/exchange-server.ts'
import { newWorkspace } from '../../../../support/workspace.ts'

describe('calendarPage', () => {
  it.each([
    ['https://example.org/wp-json/tribe/events/v1', 'https://example.org/?post_type=tribe_events'],
    ['https://example.org/blog/wp-json/tribe/events/v1/', 'https://example.org/blog/?post_type=tribe_events'],
    ['https://example.org/index.php?rest_route=/tribe/events/v1', 'https://example.org/?post_type=tribe_events'],
    ['https://example.org/?rest_route=/tribe/events/v1', 'https://example.org/?post_type=tribe_events'],
  ])('%s', (api_root, page) => expect(calendarPage(api_root)).toBe(page))
})

describe('open', () => {
  it('prints the address of the calendar without a desktop', async () => {
    const { cal } = newWorkspace()
    const env = { CAL_API_ROOT: 'http://127.0.0.1:9/wp-json/tribe/events/v1' }
    expect(await cal('open', { env })).toEqual({
      code: 0,
      stdout: 'http://127.0.0.1:9/?post_type=tribe_events\n',
      stderr: '',
    })
  })

  it('prints the address of a record, as --web does', async () => {
    const page = 'https://example.org/event/jazz/'
    const service = await serveExchange(async () => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: 5, title: 'Jazz', url: page }),
    }))
    expect(await service.cal('open 5')).toEqual({ code: 0, stdout: `${page}\n`, stderr: '' })
    expect(await service.cal('events get 5 --web')).toEqual({ code: 0, stdout: `${page}\n`, stderr: '' })
    expect(await service.cal('open venue hall')).toEqual({ code: 0, stdout: `${page}\n`, stderr: '' })
    expect(await service.cal('events get 5 --web -o ids')).toEqual({ code: 0, stdout: '5\n', stderr: `${page}\n` })
    expect(service.requests).toEqual(['GET /events/5', 'GET /events/5', 'GET /venues/by-slug/hall', 'GET /events/5'])
  })

  it('has no page for a database file', async () => {
    const { cal } = newWorkspace()
    await cal('venues create --venue Hall')
    for (const line of ['open', 'open venue hall'])
      expect(await cal(line)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('is a local file\nhint: show it in the terminal: cal agenda'),
      })
    expect(await cal('open venue 9')).toMatchObject({ code: 4, stderr: expect.stringContaining('venue 9 not found') })
  })
})

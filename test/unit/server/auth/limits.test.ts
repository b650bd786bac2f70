// How many passwords of protected events a client can try at the interface.
import { describe, expect, it } from 'vitest'
import { limitPasswords } from '../../../../src/server/auth/limits.ts'
import type { Caller } from '../../../../src/server/domain/settings.ts'
import type { Mode } from '../../../../src/server/quirks/quirks.ts'
import { noon } from '../../../support/runtime.ts'
import { openTestCalendar } from '../../../support/open-calendar.ts'

async function protectedEvent(caller?: Caller, mode: Mode = 'standard') {
  const calendar = await openTestCalendar(':memory:', {
    mode,
    authenticate: () => async () => caller,
    limitPasswords: limitPasswords(() => 0),
    timezone: 'Europe/Berlin',
    now: () => noon,
  })
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ title: 'Secret', start_date: '2027-03-01', end_date: '2027-03-01', password: 'key' })
  const { body: created } = await calendar.asAdministrator({
    method: 'POST',
    path: '/events',
    query: '',
    headers,
    body,
  })
  const path = `/events/${JSON.parse(created).id}`
  return async (method: string, query: string, from = '192.0.2.1', below = path, sent?: object) => {
    const { status } = await calendar.exchange({
      method,
      path: below,
      query,
      headers,
      from,
      ...(sent && { body: JSON.stringify(sent) }),
    })
    return status
  }
}

const guesses = Array.from({ length: 30 }, (_, n) => `password=guess${n}`)

describe('passwords of protected events', () => {
  it('are limited for each address, whatever the request looks like', async () => {
    const ask = await protectedEvent()
    for (const guess of guesses) expect(await ask('GET', guess)).toBe(403)
    expect(await ask('GET', 'password=key')).toBe(429)
    expect(await ask('HEAD', 'password=key')).toBe(429)
    expect(await ask('GET', 'password=key', '192.0.2.1', '/events')).toBe(429)
    expect(await ask('POST', '_method=GET&password=key')).toBe(429)
    expect(await ask('GET', '')).toBe(403)
    expect(await ask('GET', 'password=key', '192.0.2.2')).toBe(200)
  })

  it('that another address tried before count', async () => {
    const ask = await protectedEvent()
    for (const guess of guesses) expect(await ask('GET', guess, '192.0.2.1')).toBe(403)
    for (const guess of guesses) expect(await ask('GET', guess, '192.0.2.2')).toBe(403)
    expect(await ask('GET', 'password=key', '192.0.2.2')).toBe(429)
  })

  it('count for each event that they are tried on, and once for the same event', async () => {
    const ask = await protectedEvent()
    for (let n = 0; n < 40; n += 1) expect(await ask('GET', 'password=key')).toBe(200)
    for (let n = 0; n < 29; n += 1)
      expect(await ask('GET', 'password=key', '192.0.2.1', `/events/${900 + n}`)).toBe(404)
    expect(await ask('GET', 'password=key', '192.0.2.1', '/events/999')).toBe(429)
    expect(await ask('GET', 'password=key')).toBe(200)
  })

  it('count at every request of a list, which can show another event each time', async () => {
    const ask = await protectedEvent()
    for (let n = 0; n < 30; n += 1)
      expect(await ask('GET', `password=key&include=${n + 1}`, '192.0.2.1', '/events')).toBe(200)
    expect(await ask('GET', 'password=key&include=31', '192.0.2.1', '/events')).toBe(429)
  })

  it('count for each event that `id` or `slug` selects in place of the path', async () => {
    const ask = await protectedEvent(undefined, 'quirks')
    for (let n = 0; n < 29; n += 1) await ask('GET', `password=key&id=${900 + n}`)
    expect(await ask('GET', 'password=key&slug=other')).not.toBe(429)
    expect(await ask('GET', 'password=key&id=999')).toBe(429)
  })

  it('are not limited when an author sets them, nor for editors', async () => {
    const as_author = await protectedEvent({ id: 2, login: 'ann', role: 'author' })
    const dates = { start_date: '2027-03-01', end_date: '2027-03-01' }
    for (let n = 0; n < 31; n += 1)
      expect(await as_author('POST', '', undefined, '/events', { title: `T${n}`, password: `p${n}`, ...dates })).toBe(
        201,
      )
    const as_editor = await protectedEvent({ id: 3, login: 'ed', role: 'editor' })
    for (const guess of [...guesses, 'password=other']) expect(await as_editor('GET', guess)).toBe(200)
  })
})

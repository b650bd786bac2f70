// A file that another program changes while a server has it open.
import { copyFileSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import type { ApiRequest } from '../../../../../../src/base/exchange.ts'
import { anonymous_administrator } from '../../../../../../src/server/auth/authenticate.ts'
import { ApiError } from '../../../../../../src/server/domain/api-error.ts'
import type { OpenOptions } from '../../../../../../src/server/service/service.ts'
import { ScriptConnection } from '../../../../../../src/server/storage/sqlite/sqlite.ts'
import { closeTestCalendars, openTestCalendar } from '../../../../../support/open-calendar.ts'
import { newFolder } from '../../../../../support/folder.ts'

afterEach(closeTestCalendars)

const server = { server: { pid: 1 } }

async function served(options: Partial<OpenOptions> = {}) {
  const file = join(newFolder(), 'calendar.db')
  const { exchange, validAt } = await openTestCalendar(file, { ...server, ...options })
  const send = (method: string, more = '') =>
    exchange({
      method,
      path: '/events',
      query: `start_date=2027-01-01&end_date=2027-01-02&title=x${more}`,
      headers: {},
    }).then(
      ({ status }) => status,
      (error: Error) => error.message,
    )
  for (let i = 0; i < 20; i += 1) expect(await send('POST')).toBe(201)
  return { file, send, exchange, validAt }
}

const refused = /was truncated or overwritten by another program|is damaged|is not a database file/

function overwrite(file: string, bytes: Uint8Array): void {
  writeFileSync(file, bytes, { flag: 'r+' })
}

describe('is not written to after it was', () => {
  const damages: Readonly<Record<string, (file: string) => void>> = {
    emptied: (file) => truncateSync(file, 0),
    truncated: (file) => truncateSync(file, 8_192),
    'truncated by a page': (file) => truncateSync(file, statSync(file).size - 4_096),
    zeroed: (file) => overwrite(file, Buffer.alloc(statSync(file).size)),
    'overwritten in the middle': (file) => {
      const bytes = readFileSync(file)
      bytes.fill(0xab, 3 * 4_096, 9 * 4_096)
      overwrite(file, bytes)
    },
    'robbed of its log': (file) => truncateSync(`${file}-wal`, 0),
  }
  it.each(Object.keys(damages))('%s', async (name) => {
    const { file, send } = await served()
    damages[name]?.(file)
    expect([await send('POST'), await send('POST')]).toEqual([
      expect.stringMatching(refused),
      expect.stringMatching(refused),
    ])
  })

  it('overwritten with another calendar', async () => {
    const [one, other] = [await served(), await served()]
    for (const { file } of [one, other]) {
      const script = new ScriptConnection(file)
      script.run('PRAGMA wal_checkpoint(TRUNCATE)')
      script.close()
    }
    copyFileSync(other.file, one.file)
    expect(await one.send('POST')).toMatch(refused)
    expect(await other.send('POST')).toBe(201)
  })
})

it.each(['emptied', 'zeroed'])('is not read after it was %s', async (name) => {
  // The clock of these calendars is stopped, so their caches never expire.
  const { file, send, exchange, validAt } = await served()
  const list = { method: 'GET', path: '/events', query: '', headers: {} }
  const answer = await exchange(list)
  expect([answer.status, answer.valid_at]).toEqual([200, validAt() ?? 'a state'])
  const bytes = readFileSync(file)
  if (name === 'emptied') truncateSync(file, 0)
  else overwrite(file, Buffer.alloc(statSync(file).size))
  await nextTurn()
  expect(validAt()).toBeUndefined()
  await expect(exchange(list)).rejects.toThrow(refused)
  expect(await send('GET', '&per_page=5')).toMatch(refused)
  writeFileSync(file, bytes)
  await expect(exchange(list)).rejects.toThrow(refused)
})

it('is refused with the error of the file, also if the caller is refused later', async () => {
  const authenticate = () => async (request: Pick<ApiRequest, 'headers'>) => {
    await nextTurn()
    if (request.headers.authorization !== undefined) throw new ApiError('incorrect_password')
    return anonymous_administrator
  }
  const { file, exchange } = await served({ authenticate })
  truncateSync(file, 0)
  const list = { method: 'GET', path: '/events', query: '', headers: { authorization: 'Basic YTpi' } }
  await expect(exchange(list)).rejects.toThrow(refused)
  // Vitest fails if the error of the caller is not awaited, which would end a server.
  await nextTurn()
})

it('is written to after another program emptied its log or wrote with SQLite', async () => {
  const { file, send } = await served()
  const script = new ScriptConnection(file)
  script.run('PRAGMA wal_checkpoint(TRUNCATE)')
  expect([await send('POST'), await send('GET')]).toEqual([201, 200])
  script.run("UPDATE event SET title = 'y'; PRAGMA wal_checkpoint(TRUNCATE)")
  expect([await send('POST'), await send('GET')]).toEqual([201, 200])
  script.close()
})

// The caller that the credentials of a request identify.
import { createHook } from 'node:async_hooks'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  authenticateBy,
  cacheUsers,
  type CurrentUsers,
  isPassword,
  passwordHash,
} from '../../../../src/server/auth/authenticate.ts'
import type { ApiError } from '../../../../src/server/domain/api-error.ts'
import type { UserRecord } from '../../../../src/server/domain/records.ts'
import { limitPasswords } from '../../../../src/server/auth/limits.ts'
import type { Caller } from '../../../../src/server/domain/settings.ts'
import type { Mode } from '../../../../src/server/quirks/quirks.ts'
import { noon } from '../../../support/runtime.ts'
import { openTestCalendar } from '../../../support/open-calendar.ts'
import { parseUsers, userNamed } from '../../../../src/server/auth/users.ts'
import { refuseDuplicateUsers } from '../../../../src/server/serve.ts'

const salt = Uint8Array.from({ length: 16 }, (_, i) => i)
const key = Uint8Array.from({ length: 32 }, (_, i) => 255 - i)
const users: UserRecord[] = []

beforeAll(async () => {
  users.push({
    id: 3,
    login: 'otto',
    email: 'otto@example.org',
    role: 'editor',
    password_hash: await passwordHash('ijkl mnop', salt),
  })
  users.unshift({
    id: 2,
    login: 'edna',
    email: 'edna@example.org',
    role: 'editor',
    password_hash: await passwordHash('abcd efgh', salt),
  })
})

const over = (list: readonly UserRecord[], now = () => 0) =>
  authenticateBy(
    async () => ({
      any: async () => list.length > 0,
      named: async (name) => list.find(({ login, email }) => login === name || email === name),
    }),
    { key, now },
  )
const basic = (text: string) => ({ headers: { authorization: `Basic ${Buffer.from(text).toString('base64')}` } })
/** How many passwords are hashed by this work. */
async function hashesIn(work: () => Promise<unknown>): Promise<number> {
  let hashes = 0
  const hook = createHook({
    init: (_, type) => {
      if (type === 'SCRYPTREQUEST') hashes += 1
    },
  }).enable()
  await work()
  hook.disable()
  return hashes
}

const refusalOf = async (request: ReturnType<typeof basic>) =>
  over(users)(request).then(
    () => undefined,
    (error: ApiError) => [error.code, error.status],
  )

describe('a password', () => {
  it('is stored as a salted hash that can be verified', async () => {
    const [user] = users
    expect(user?.password_hash).toMatch(/^scrypt\$16384\$8\$1\$AAECAwQFBgcICQoLDA0ODw==\$[\w+/]{43}=$/)
    expect(await isPassword('abcdefgh', user?.password_hash ?? '')).toBe(true)
    expect(await isPassword('abcdefgi', user?.password_hash ?? '')).toBe(false)
    expect(await isPassword('abcdefgh', (user?.password_hash ?? '').replace(/[^$]*$/, ''))).toBe(false)
    expect(await passwordHash('abcdefgh', Uint8Array.of(1, 2, 3))).not.toBe(user?.password_hash)
  })

  it('does not match hashes of other formats', async () => {
    expect(await isPassword('x', 'x')).toBe(false)
    expect(await isPassword('x', '$2y$10$abcdefghijklmnopqrstuv')).toBe(false)
  })
})

describe('credentials', () => {
  it.each(['edna:abcdefgh', 'edna:abcd efgh', 'edna:a b c d e f g h', 'edna@example.org:abcdefgh'])(
    '%s are those of edna',
    async (text) => {
      expect(await over(users)(basic(text))).toEqual({ id: 2, login: 'edna', role: 'editor' })
    },
  )

  it.each([
    [{ headers: {} }],
    [{ headers: { authorization: 'Basic !!!' } }],
    [{ headers: { authorization: 'Bearer abc' } }],
    [{ headers: { authorization: 'Basic' } }],
    [basic('edna:')],
    [basic('edna:  ')],
    [basic('edna')],
    [basic(':abcdefgh')],
  ])('%j are a visitor', async (request) => {
    expect(await over(users)(request)).toBeUndefined()
  })

  it('are rejected with the matching error code', async () => {
    expect(await refusalOf(basic('edna:wrong'))).toEqual(['incorrect_password', 401])
    expect(await refusalOf(basic('nobody:abcdefgh'))).toEqual(['invalid_username', 401])
    expect(await refusalOf(basic('nobody@b.example:abcdefgh'))).toEqual(['invalid_email', 401])
  })

  it('are rejected after the password was changed', async () => {
    const list = [...users]
    const authenticate = over(list)
    await authenticate(basic('edna:abcdefgh'))
    const [edna] = users
    if (edna) list[0] = { ...edna, password_hash: await passwordHash('other', salt) }
    await expect(authenticate(basic('edna:abcdefgh'))).rejects.toThrow('wrong password for this user')
    expect(await authenticate(basic('edna:other'))).toMatchObject({ login: 'edna' })
  })

  it('are hashed once for many parallel requests', async () => {
    const authenticate = over(users)
    const all = () => Promise.all(Array.from({ length: 100 }, () => authenticate(basic('edna:abcdefgh'))))
    expect(await hashesIn(all)).toBe(1)
  })

  it('of unknown users are hashed as well', async () => {
    const authenticate = over(users)
    for (const [name, code] of [
      ['edna', 'incorrect_password'],
      ['nobody', 'invalid_username'],
      ['nobody', 'invalid_username'],
      ['nobody@b.example', 'invalid_email'],
    ] as const) {
      const attempt = () => expect(authenticate(basic(`${name}:wrong`))).rejects.toMatchObject({ code })
      expect([name, await hashesIn(attempt)]).toEqual([name, 1])
    }
  })

  it('are not required if the calendar has no users', async () => {
    expect(await over([])({ headers: {} })).toEqual({ id: 1, login: 'admin', role: 'administrator' })
    expect(await over([])(basic('any:thing'))).toEqual({ id: 1, login: 'admin', role: 'administrator' })
  })
})

describe('wrong passwords', () => {
  const outcome = async (authenticate: ReturnType<typeof over>, text: string, from: string) =>
    authenticate({ ...basic(text), from }).then(
      (caller) => caller?.login,
      (error: ApiError) => error.code,
    )

  it('are limited to thirty a minute for each user and address', async () => {
    let instant = 0
    const authenticate = over(users, () => instant)
    expect(await outcome(authenticate, 'edna:abcdefgh', '1.1.1.1')).toBe('edna')
    const codes = await Promise.all(
      Array.from({ length: 40 }, (_, i) => outcome(authenticate, `edna:wrong${i}`, '1.1.1.1')),
    )
    expect(codes.filter((code) => code === 'incorrect_password').length).toBe(30)
    expect(codes.filter((code) => code === 'rest_too_many_sign_ins').length).toBe(10)
    expect(await outcome(authenticate, 'edna:abcdefgh', '1.1.1.1')).toBe('edna')
    expect(await outcome(authenticate, 'edna:wrong', '2.2.2.2')).toBe('incorrect_password')
    expect(await outcome(authenticate, 'otto:wrong', '1.1.1.1')).toBe('incorrect_password')
    instant += 2_000
    expect(await outcome(authenticate, 'edna:again', '1.1.1.1')).toBe('incorrect_password')
    expect(await outcome(authenticate, 'edna:again', '1.1.1.1')).toBe('rest_too_many_sign_ins')
  })

  it('of unknown users are limited together for each address', async () => {
    const authenticate = over(users, () => 0)
    const codes = await Promise.all(
      Array.from({ length: 40 }, (_, i) => outcome(authenticate, `nobody${i}:wrong`, '1.1.1.1')),
    )
    expect(codes.filter((code) => code === 'invalid_username').length).toBe(30)
    expect(codes.filter((code) => code === 'rest_too_many_sign_ins').length).toBe(10)
    expect(await outcome(authenticate, 'nobody:wrong', '2.2.2.2')).toBe('invalid_username')
    expect(await outcome(authenticate, 'edna:abcdefgh', '1.1.1.1')).toBe('edna')
  })
})

const anna: UserRecord = { id: 1, login: 'anna', email: '', role: 'editor', password_hash: 'scrypt$1' }

/** Asks for the current users each time. */
const through = (current: CurrentUsers) => ({
  any: async () => (await current()).any(),
  named: async (name: string) => (await current()).named(name),
})

describe('cached users', () => {
  it('are read once, missing ones too, until the generation increases', async () => {
    const asked: string[] = []
    const known = new Map([['anna', anna]])
    let generation = 1
    const current = cacheUsers(
      {
        any: async () => {
          asked.push('any')
          return known.size > 0
        },
        named: async (name) => {
          asked.push(name)
          return known.get(name)
        },
      },
      () => generation,
    )
    const { any, named } = through(current)
    for (let i = 0; i < 2; i += 1)
      expect([await any(), await named('anna'), await named('bert')]).toEqual([true, anna, undefined])
    expect(asked).toEqual(['any', 'anna', 'bert'])
    known.clear()
    generation = 2
    expect([await any(), await named('anna')]).toEqual([false, undefined])
  })

  it('are those of one generation during a request, which is asked for once', async () => {
    let asked = 0
    const current = cacheUsers({ any: async () => true, named: async () => users[0] }, async () => {
      asked += 1
      return asked
    })
    const authenticate = authenticateBy(current, { key, now: () => 0 })
    expect(await authenticate(basic('edna:abcd efgh'))).toMatchObject({ login: 'edna' })
    expect(asked).toBe(1)
  })

  it('whose read failed are read again', async () => {
    let asked = 0
    const current = cacheUsers(
      {
        any: async () => true,
        named: async () => {
          asked += 1
          if (asked === 1) throw new Error('the disk reports an error')
          return anna
        },
      },
      () => 1,
    )
    const { named } = through(current)
    await expect(named('anna')).rejects.toThrow('the disk reports an error')
    expect(await named('anna')).toBe(anna)
  })

  it('of an older generation are not taken for newer ones, even if they arrive after the generation increased', async () => {
    let generation = 1
    const replies: ((user: UserRecord | undefined) => void)[] = []
    const current = cacheUsers(
      {
        any: async () => true,
        named: () =>
          new Promise((resolve) => {
            replies.push(resolve)
          }),
      },
      async () => generation,
    )
    const { named } = through(current)
    const before = named('anna')
    await new Promise(setImmediate)
    generation = 2
    const after = named('anna')
    await new Promise(setImmediate)
    replies[0]?.(undefined)
    replies[1]?.(anna)
    expect([await before, await after, await named('anna')]).toEqual([undefined, anna, anna])
    expect(replies).toHaveLength(2)
  })
})

// How many passwords of protected events a client can try at the interface.
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

// Users named on the command line or in a JSON file, and duplicate users.
const random_bytes = (count: number) => Uint8Array.from({ length: count }, (_, i) => i)

describe('a named user', () => {
  it('has the password from the environment', () => {
    expect(userNamed('ada.l:editor', { env: { CAL_PASSWORD_ADA_L: 'secret' }, random_bytes })).toEqual({
      user: { id: 0, login: 'ada.l', email: '', role: 'editor', password: 'secret' },
      isGenerated: false,
    })
  })

  it('gets a generated password without one', () => {
    expect(userNamed('ada:editor', { env: {}, random_bytes })).toMatchObject({
      user: { password: 'abcd efgh ijkm npqr stuv' },
      isGenerated: true,
    })
  })

  it.each([
    ['ada', '--user needs a login and a role, such as ada:editor, not "ada"'],
    [':editor', '--user needs a login and a role, such as ada:editor, not ":editor"'],
    ['ada:king', '--user ada:king: unknown role "king"'],
  ])('%s is refused', (text, message) => {
    expect(() => userNamed(text, { env: {}, random_bytes })).toThrow(message)
  })

  it('is rejected with an empty password', () => {
    expect(() => userNamed('ada:editor', { env: { CAL_PASSWORD_ADA: '' }, random_bytes })).toThrow(
      'CAL_PASSWORD_ADA: the password is empty',
    )
  })
})

it('two users with the same id are rejected', () => {
  const user = (login: string, id: number) => ({ id, login, email: '', role: 'editor', password: 'x' }) as const
  expect(() => refuseDuplicateUsers([user('ada', 3), user('bob', 3)])).toThrow('ada and bob have the same id 3')
  expect(() => refuseDuplicateUsers([user('ada', 0), user('bob', 0), user('cy', 1)])).not.toThrow()
})

it('two users with the same login are rejected', () => {
  const user = { id: 0, login: 'ada', email: '', role: 'editor', password: 'x' } as const
  expect(() => refuseDuplicateUsers([user, user])).toThrow('the user ada is defined twice')
})

describe('a list of users', () => {
  it('is read with and without ids and email addresses', () => {
    const text =
      '[{"id":1,"login":"admin","password":"a b","role":"administrator"},{"login":"ed","password":"x","role":"editor","email":"ed@example.org"}]'
    expect(parseUsers(text, 'u.json')).toEqual([
      { id: 1, login: 'admin', email: '', role: 'administrator', password: 'a b' },
      { id: 0, login: 'ed', email: 'ed@example.org', role: 'editor', password: 'x' },
    ])
  })

  it.each([
    ['{}', 'u.json is not a JSON list of users'],
    ['[', 'u.json is not a JSON list of users'],
    ['[1]', 'u.json[0] is not a user'],
    ['[{"login":"a","password":"b","role":"editor","pasword":"c"}]', 'u.json[0]: unknown key "pasword"'],
    ['[{"login":"a","password":"b","role":"king"}]', 'u.json[0]: unknown role "king"'],
    [
      '[{"login":"a b","password":"b","role":"editor"}]',
      'u.json[0]: login needs a name without spaces or colons, not "a b"',
    ],
    ['[{"login":"a","role":"editor"}]', 'u.json[0]: password needs text, not nothing'],
    ['[{"login":"a","password":"  ","role":"editor"}]', 'u.json[0]: the password is empty'],
    ['[{"login":7,"password":"b","role":"editor"}]', 'u.json[0]: login needs text, not 7'],
    ['[{"login":"a","password":"b","role":"editor","email":null}]', 'u.json[0]: email needs text, not null'],
    ['[{"id":-1,"login":"a","password":"b","role":"editor"}]', 'u.json[0]: id needs a positive whole number, not -1'],
    ['[{"id":"1","login":"a","password":"b","role":"editor"}]', 'u.json[0]: id needs a positive whole number, not "1"'],
  ])('%s is refused', (text, message) => {
    expect(() => parseUsers(text, 'u.json')).toThrow(message)
  })
})

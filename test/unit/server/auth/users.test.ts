// Users named on the command line or in a JSON file, and duplicate users.
import { describe, expect, it } from 'vitest'
import { parseUsers, userNamed } from '../../../../src/server/auth/users.ts'
import { refuseDuplicateUsers } from '../../../../src/server/serve.ts'

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

// Users named on the command line, and duplicate users.
import { describe, expect, it } from 'vitest'
import { refuseDuplicateUsers, userNamed } from '../../../../src/server/auth/users.ts'

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

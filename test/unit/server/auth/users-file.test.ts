// The users of a JSON file, and the errors of invalid files.
import { describe, expect, it } from 'vitest'
import { parseUsers } from '../../../../src/server/auth/users-file.ts'

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

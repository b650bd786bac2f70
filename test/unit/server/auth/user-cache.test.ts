// Users are asked of the store once for each generation, and again after it.
import { describe, expect, it } from 'vitest'
import type { UserRecord } from '../../../../src/server/domain/records.ts'
import { cacheUsers } from '../../../../src/server/auth/user-cache.ts'

const anna: UserRecord = { id: 1, login: 'anna', email: '', role: 'editor', password_hash: 'scrypt$1' }

describe('cached users', () => {
  it('are read once, missing ones too, until the generation increases', () => {
    const asked: string[] = []
    const known = new Map([['anna', anna]])
    let generation = 1
    const users = cacheUsers(
      {
        any: () => {
          asked.push('any')
          return known.size > 0
        },
        named: (name) => {
          asked.push(name)
          return known.get(name)
        },
      },
      () => generation,
    )
    for (let i = 0; i < 2; i += 1)
      expect([users.any(), users.named('anna'), users.named('bert')]).toEqual([true, anna, undefined])
    expect(asked).toEqual(['any', 'anna', 'bert'])
    known.clear()
    generation = 2
    expect([users.any(), users.named('anna')]).toEqual([false, undefined])
  })

  it('are dropped when the cache has too many logins', () => {
    let asked = 0
    const users = cacheUsers(
      {
        any: () => true,
        named: () => {
          asked += 1
          return undefined
        },
      },
      () => 1,
    )
    for (let i = 0; i < 1_001; i += 1) users.named(String(i))
    users.named('0')
    expect(asked).toBe(1_002)
  })
})

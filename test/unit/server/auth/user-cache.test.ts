// Users are read from the store once per generation.
import { describe, expect, it } from 'vitest'
import type { UserRecord } from '../../../../src/server/domain/records.ts'
import { cacheUsers } from '../../../../src/server/auth/user-cache.ts'

const anna: UserRecord = { id: 1, login: 'anna', email: '', role: 'editor', password_hash: 'scrypt$1' }

describe('cached users', () => {
  it('are read once, missing ones too, until the generation increases', async () => {
    const asked: string[] = []
    const known = new Map([['anna', anna]])
    let generation = 1
    const users = cacheUsers(
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
    for (let i = 0; i < 2; i += 1)
      expect([await users.any(), await users.named('anna'), await users.named('bert')]).toEqual([true, anna, undefined])
    expect(asked).toEqual(['any', 'anna', 'bert'])
    known.clear()
    generation = 2
    expect([await users.any(), await users.named('anna')]).toEqual([false, undefined])
  })

  it('are dropped when the cache has too many logins', async () => {
    let asked = 0
    const users = cacheUsers(
      {
        any: async () => true,
        named: async () => {
          asked += 1
          return undefined
        },
      },
      () => 1,
    )
    for (let i = 0; i < 1_001; i += 1) await users.named(String(i))
    await users.named('0')
    expect(asked).toBe(1_002)
  })

  it('whose read failed are read again', async () => {
    let asked = 0
    const users = cacheUsers(
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
    await expect(users.named('anna')).rejects.toThrow('the disk reports an error')
    expect(await users.named('anna')).toBe(anna)
  })

  it('of an older generation are not taken for newer ones, even if they arrive after the generation increased', async () => {
    let generation = 1
    const replies: ((user: UserRecord | undefined) => void)[] = []
    const users = cacheUsers(
      {
        any: async () => true,
        named: () =>
          new Promise((resolve) => {
            replies.push(resolve)
          }),
      },
      async () => generation,
    )
    const before = users.named('anna')
    await new Promise(setImmediate)
    generation = 2
    const after = users.named('anna')
    await new Promise(setImmediate)
    replies[0]?.(undefined)
    replies[1]?.(anna)
    expect([await before, await after, await users.named('anna')]).toEqual([undefined, anna, anna])
    expect(replies).toHaveLength(2)
  })
})

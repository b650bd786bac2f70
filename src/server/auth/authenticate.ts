// Basic authentication with application passwords, checked against the users of the calendar. Users are cached until
// the next write, because every request looks up its caller.
import { createHmac, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { BoundedCache } from '../../base/bounded-cache.ts'
import type { Instant } from '../../base/dates/zoned-time.ts'
import type { ApiRequest, Headers } from '../../base/exchange.ts'
import { ApiError } from '../domain/api-error.ts'
import type { UserRecord } from '../domain/records.ts'
import type { Caller } from '../domain/settings.ts'
import type { UserStore } from '../storage/store.ts'
import { password_tries, takeAttempt, type TokenBucket, tokenBucket } from './limits.ts'

/**
 * The caller of a request; undefined without Basic credentials, and if they cannot be parsed.
 *
 * Errors: 401 `invalid_username`, `invalid_email`, `incorrect_password`, 429 `rest_too_many_sign_ins`.
 */
export type Authenticate = (request: Pick<ApiRequest, 'headers' | 'from'>) => Promise<Caller | undefined>

interface AuthDeps {
  /** Random, and never sent. */
  readonly key: Uint8Array
  /** A monotonic clock. */
  now(): Instant
}

/** The number of correct passwords that are cached, each as a keyed hash. */
const cached_max = 1_000
/**
 * The number of pairs of user and address whose wrong passwords are limited at once: all clients of a proxy have the
 * same address, and only those that try this user have to wait.
 */
const buckets_max = 10_000

/** A hash that matches no password, and takes as long to compare as any other. */
const unmatchable_hash = `scrypt$16384$8$1$${'A'.repeat(22)}==$${'A'.repeat(43)}=`

/** The caller of every request to a calendar without users. */
export const anonymous_administrator: Caller = { id: 1, login: 'admin', role: 'administrator' }

/**
 * Checks credentials against these users. Correct passwords are cached, because hashing is slow. The key of an entry
 * contains the stored hash, so a changed password is checked again.
 */
export function authenticateBy(currentUsers: CurrentUsers, { key, now }: AuthDeps): Authenticate {
  const checks = new BoundedCache<string, Promise<boolean>>({ entries_max: cached_max })
  const buckets = new BoundedCache<string, TokenBucket>({ entries_max: buckets_max })
  const bucketOf = (who: string) => buckets.getOrInsert(who, () => tokenBucket(password_tries, now))
  /** Takes as long as a wrong password, so that the time does not reveal which logins exist. */
  const refuseUnknown = async ({ password }: Credentials, from: string) => {
    takeAttempt(bucketOf(`unknown ${from}`))
    await isPassword(password, unmatchable_hash)
  }
  const isCorrect = (user: UserRecord, { password }: Credentials, from: string): Promise<boolean> => {
    const fingerprint = createHmac('sha256', key)
      .update(`${user.password_hash}\0${unspaced(password)}`)
      .digest('base64')
    const known = checks.get(fingerprint)
    if (known) return known
    const bucket = bucketOf(`${user.id} ${from}`)
    takeAttempt(bucket)
    return checks.getOrInsert(fingerprint, () =>
      isPassword(password, user.password_hash).then((matches) => {
        if (matches) bucket.refund()
        else checks.delete(fingerprint)
        return matches
      }),
    )
  }
  return async ({ headers: { authorization }, from = '' }) => {
    const users = await currentUsers()
    if (!(await users.any())) return anonymous_administrator
    const credentials = basicOf(authorization)
    if (!credentials) return undefined
    const user = await users.named(credentials.name)
    if (!user) {
      await refuseUnknown(credentials, from)
      throw new ApiError(credentials.name.includes('@') ? 'invalid_email' : 'invalid_username')
    }
    if (!(await isCorrect(user, credentials, from))) throw new ApiError('incorrect_password')
    return { id: user.id, login: user.login, role: user.role }
  }
}

interface Credentials {
  readonly name: string
  readonly password: string
}

/** Whether the caller of a request is a user, or refused; without credentials it is a visitor. */
export function hasCredentials({ authorization }: Headers): boolean {
  return basicOf(authorization) !== undefined
}

function basicOf(authorization: string | undefined): Credentials | undefined {
  const encoded = /^basic\s+(\S+)\s*$/i.exec(authorization ?? '')?.[1]
  const match = /^([^:]+):(.*)$/s.exec(Buffer.from(encoded ?? '', 'base64').toString())
  const [, name = '', password = ''] = match ?? []
  return name === '' || unspaced(password) === '' ? undefined : { name, password }
}

const names_max = 1_000

export type UserLookup = Pick<UserStore, 'named' | 'any'>
/** The users at the time of the call or later, for one request. */
export type CurrentUsers = () => Promise<UserLookup>

/** The users of an engine, which can need the generation to read them. */
interface UserSource extends Pick<UserLookup, 'named'> {
  /** Whether there are users, at this generation or later. */
  any(generation: number): Promise<boolean>
}

/**
 * Reads each user once per generation: reading took a seventh of the time in a profile of cached answers. A read is
 * cached when it starts, so that the result of an older generation is never used for a newer one.
 */
export function cacheUsers(users: UserSource, generation: () => number | Promise<number>): CurrentUsers {
  const byName = new BoundedCache<string, ReturnType<UserLookup['named']>>({ entries_max: names_max })
  const any = new BoundedCache<'any', ReturnType<UserLookup['any']>>({ entries_max: 1 })
  return async () => {
    const present = await generation()
    return {
      any() {
        any.useGeneration(present)
        return cachedRead(any, 'any', () => users.any(present))
      },
      named(name) {
        byName.useGeneration(present)
        return cachedRead(byName, name, () => users.named(name))
      },
    }
  }
}

/** The cached result of a read; a failed read is not cached. */
function cachedRead<K, T>(cache: BoundedCache<K, Promise<T>>, key: K, read: () => Promise<T>): Promise<T> {
  return cache.getOrInsert(key, () =>
    read().catch((error: unknown) => {
      cache.delete(key)
      throw error
    }),
  )
}

const derive = promisify<
  string,
  Uint8Array,
  number,
  { readonly N: number; readonly r: number; readonly p: number },
  Buffer
>(scrypt)

const hash_bytes = 32

const cost = { N: 2 ** 14, r: 8, p: 1 }

/**
 * `scrypt$N$r$p$salt$hash`. Whitespace in the password is ignored, because application passwords are shown with spaces.
 */
export async function passwordHash(password: string, salt: Uint8Array): Promise<string> {
  const hash = await derive(unspaced(password), salt, hash_bytes, cost)
  return ['scrypt', cost.N, cost.r, cost.p, Buffer.from(salt).toString('base64'), hash.toString('base64')].join('$')
}

/** Whether the stored hash is that of the password; false for a hash of another kind and for an empty one. */
export async function isPassword(password: string, stored: string): Promise<boolean> {
  const [kind, N, r, p, salt, hash] = stored.split('$')
  if (kind !== 'scrypt' || salt === undefined || !hash) return false
  const expected = Buffer.from(hash, 'base64')
  const actual = await derive(unspaced(password), Buffer.from(salt, 'base64'), expected.length, {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  })
  return timingSafeEqual(actual, expected)
}

/** The password without whitespace. */
function unspaced(password: string): string {
  return password.replace(/\s/g, '')
}

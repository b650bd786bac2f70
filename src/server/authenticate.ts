// Who asks: Basic authentication with application passwords, checked against the users of the calendar.
import { createHmac } from 'node:crypto'
import type { Headers } from '../base/exchange.ts'
import type { UserRecord } from './domain/records.ts'
import { Refusal } from './domain/refusal.ts'
import type { Caller } from './domain/settings.ts'
import type { Users } from './domain/store.ts'
import { isPassword, unspaced } from './password.ts'

/**
 * Finds out who sent a request; undefined is a visitor, and so is whoever brings no readable Basic credentials.
 * Fails:  401 `invalid_username`, 401 `incorrect_password`.
 */
export type Authenticate = (headers: Headers) => Promise<Caller | undefined>

/** How many right passwords are remembered, each as a keyed hash. */
const remembered_max = 1_000

/** A calendar without users has one caller, who may do everything. */
const everyone: Caller = { id: 1, login: 'admin', role: 'administrator' }

/**
 * Checks credentials against these users. A right password is remembered, so that a busy client pays for the slow hash once;
 * what is remembered holds the user's own hash, so that a new password forgets the old one.
 * Shape:  `key` is random and never leaves the process.
 */
export function authenticateBy(users: Pick<Users, 'named' | 'all'>, key: Uint8Array): Authenticate {
  const checks = new Map<string, Promise<boolean>>()
  const isRight = (user: UserRecord, password: string): Promise<boolean> => {
    const fingerprint = createHmac('sha256', key).update(`${user.password_hash}\0${unspaced(password)}`).digest('base64')
    const known = checks.get(fingerprint)
    if (known) return known
    if (checks.size >= remembered_max) checks.clear()
    const check = isPassword(password, user.password_hash).then((right) => {
      if (!right) checks.delete(fingerprint)
      return right
    })
    checks.set(fingerprint, check)
    return check
  }
  return async ({ authorization }) => {
    if (users.all().length === 0) return everyone
    const credentials = basicOf(authorization)
    if (!credentials) return undefined
    const user = users.named(credentials.name)
    if (!user) throw new Refusal('invalid_username')
    if (!(await isRight(user, credentials.password))) throw new Refusal('incorrect_password')
    return { id: user.id, login: user.login, role: user.role }
  }
}

interface Credentials {
  readonly name: string
  readonly password: string
}

function basicOf(authorization: string | undefined): Credentials | undefined {
  const encoded = /^basic\s+(\S+)\s*$/i.exec(authorization ?? '')?.[1]
  const match = /^([^:]+):(.*)$/s.exec(Buffer.from(encoded ?? '', 'base64').toString())
  const [, name = '', password = ''] = match ?? []
  return name === '' || unspaced(password) === '' ? undefined : { name, password }
}

// Stores the credentials of `cal login`, by origin and user: in the system's keyring if it responds in time, otherwise
// in a file that only its owner can read.
import { join } from 'node:path'
import type { AsyncEntry } from '@napi-rs/keyring'
import { CalError } from '../../base/errors.ts'
import { isOpenToOthers } from '../../base/files/file-system.ts'
import { isObject, parsedJson } from '../../base/json.ts'
import { t } from '../../base/text/language.ts'
import { readIfExists, userFolder, writePrivately } from '../config/files.ts'
import { auth_kinds, type AuthKind } from '../config/profile.ts'
import type { Configuration } from '../config/configuration.ts'
import type { Runtime } from '../types/session.ts'

/** The stored credentials of one user of an origin; the keyring holds the secret if it is absent. */
export interface StoredSecret {
  readonly kind: AuthKind
  readonly user?: string
  readonly header?: string
  readonly secret?: string
  /** Whether commands without a profile use it, if several users have signed in to the origin. */
  readonly default?: boolean
}

/** The login that is meant among those of an origin. */
export interface LoginChoice {
  readonly kind?: AuthKind | undefined
  readonly user?: string | undefined
}

export interface Vault {
  readonly path: string
  /** The names of the users that have signed in to an origin; `token` for credentials without a user. */
  usersAt(origin: string): readonly string[]
  /**
   * The credentials that are meant, with their secret; undefined if nobody has signed in to the origin. `isExposed` if
   * other users can read the secret: it is in the file, and the file's mode allows it.
   *
   * Errors: `configuration` if only others have, or if several have and none is the default.
   */
  find(
    origin: string,
    choice?: LoginChoice,
  ): Promise<(StoredSecret & { readonly secret: string; readonly isExposed: boolean }) | undefined>
  /** Returns where the secret was stored. Credentials of other users stay. */
  save(origin: string, stored: StoredSecret & { readonly secret: string }): Promise<'keyring' | 'file'>
  /** The user whose credentials were deleted; undefined if there were none. */
  delete(origin: string, choice?: LoginChoice): Promise<string | undefined>
}

/** By account: `https://a.example anna`, or only the origin if an older version saved them. */
type Accounts = Readonly<Record<string, StoredSecret>>

/** Without `keyring`, everything is stored in the file. */
export async function openVault(
  runtime: Pick<Runtime, 'env' | 'home' | 'platform'>,
  keyring: Keyring | undefined,
): Promise<Vault> {
  const path = join(userFolder('config', runtime), 'credentials.json')
  const read = () => storedSecretsOf(readIfExists(path), path)
  read()
  const write = (all: Accounts) => writePrivately(path, `${JSON.stringify(all, null, 2)}\n`)
  return {
    path,
    usersAt: (origin) => Object.values(accountsOf(read(), origin)).map(userOf),
    async find(origin, choice) {
      const [account, stored] = chosen(accountsOf(read(), origin), choice, origin) ?? []
      if (account === undefined || !stored) return undefined
      const secret = stored.secret ?? (await keyring?.find(account))
      if (secret === undefined)
        throw new CalError('not_allowed', t('the keyring has no credentials for {origin}', { origin }), {
          hint: t('sign in again: cal login'),
        })
      return { ...stored, secret, isExposed: stored.secret !== undefined && isOpenToOthers(path, runtime.platform) }
    },
    async save(origin, stored) {
      const { secret, ...rest } = stored
      const account = `${origin} ${userOf(stored)}`
      const inKeyring = keyring !== undefined && (await keyring.save(account, secret))
      const all = read()
      const others = new Map<string, StoredSecret>()
      for (const [name, other] of Object.entries(all)) {
        if (!isAt(name, origin)) others.set(name, other)
        else if (userOf(other) !== userOf(stored))
          others.set(name, stored.default === true ? { ...other, default: false } : other)
        else if (name !== account && other.secret === undefined) await keyring?.delete(name)
      }
      await write({ ...Object.fromEntries(others), [account]: inKeyring ? rest : stored })
      return inKeyring ? 'keyring' : 'file'
    },
    async delete(origin, choice) {
      const all = read()
      const [account, stored] = chosen(accountsOf(all, origin), choice, origin) ?? []
      if (account === undefined || !stored) return undefined
      if (stored.secret === undefined) await keyring?.delete(account)
      const { [account]: _, ...others } = all
      await write(others)
      return userOf(stored)
    },
  }
}

function userOf({ kind, user, header }: StoredSecret): string {
  return user ?? (kind === 'header' ? (header ?? kind) : 'token')
}

function isAt(account: string, origin: string): boolean {
  return account === origin || account.startsWith(`${origin} `)
}

function accountsOf(all: Accounts, origin: string): Accounts {
  return Object.fromEntries(
    Object.entries(all)
      .filter(([account]) => isAt(account, origin))
      .map(([account, stored]) => [account, { ...stored, default: stored.default ?? account === origin }]),
  )
}

function chosen(
  accounts: Accounts,
  { kind, user }: LoginChoice = {},
  origin: string,
): readonly [account: string, StoredSecret] | undefined {
  const all = Object.entries(accounts)
  const meant = all.filter(
    ([, stored]) => (kind === undefined || stored.kind === kind) && (user === undefined || stored.user === user),
  )
  const users = all.map(([, stored]) => userOf(stored)).join(', ')
  if (meant.length === 0 && all.length > 0)
    throw new CalError(
      'configuration',
      t('{wanted} has not signed in to {origin}, only {users}', { wanted: user ?? kind ?? '', origin, users }),
      { hint: t('sign in: cal login, with the same --profile') },
    )
  const one = meant.length === 1 ? meant[0] : meant.find(([, stored]) => stored.default)
  if (one === undefined && meant.length > 1)
    throw new CalError('configuration', t('several users have signed in to {origin}: {users}', { origin, users }), {
      hint: t('choose one: --profile NAME, or set CAL_USER'),
    })
  return one
}

function storedSecretsOf(text: string | undefined, path: string): Accounts {
  if (text === undefined) return {}
  const content = parsedJson(text)
  if (!isObject(content))
    throw new CalError('configuration', t('{path} is not a list of credentials', { path }), {
      hint: t('remove it and sign in again: cal login'),
    })
  return Object.fromEntries(
    Object.entries(content).flatMap(([origin, value]) => {
      const stored = storedSecretOf(value)
      return stored ? [[origin, stored] as const] : []
    }),
  )
}

function storedSecretOf(value: unknown): StoredSecret | undefined {
  if (!isObject(value)) return undefined
  const kind = auth_kinds.find((name) => name === value.kind)
  const texts = Object.fromEntries(
    ['user', 'header', 'secret'].flatMap((name) => (typeof value[name] === 'string' ? [[name, value[name]]] : [])),
  )
  return kind && { kind, ...texts, ...(typeof value.default === 'boolean' && { default: value.default }) }
}

export async function openVaultOf(
  { values }: Pick<Configuration, 'values'>,
  runtime: Pick<Runtime, 'env' | 'home' | 'platform'>,
): Promise<Vault> {
  return openVault(runtime, values.secrets?.value === 'file' ? undefined : system_keyring)
}

export interface Keyring {
  /** undefined if there is no secret, or no response in time. */
  find(account: string): Promise<string | undefined>
  /** False if the keyring didn't store the secret. */
  save(account: string, secret: string): Promise<boolean>
  delete(account: string): Promise<boolean>
}

/** A locked keyring may open a prompt on a screen that no one sees. */
const timeout_ms = 2_000
const service = 'cal'

/** Loads the package on demand: most runs need no secret. */
const system_keyring: Keyring = {
  find: async (account) =>
    (await withTimeout(async (signal) => (await entryOf(account)).getPassword(signal), timeout_ms)) ?? undefined,
  async save(account, secret) {
    await withTimeout(async (signal) => (await entryOf(account)).setPassword(secret, signal), timeout_ms)
    // Some keyrings accept a secret and lose it.
    return (await system_keyring.find(account)) === secret
  },
  delete: async (account) =>
    (await withTimeout(async (signal) => (await entryOf(account)).deletePassword(signal), timeout_ms)) === true,
}

async function entryOf(account: string): Promise<AsyncEntry> {
  const { AsyncEntry } = await import('@napi-rs/keyring')
  return new AsyncEntry(service, account)
}

/** The result of `ask`; undefined if it fails or takes longer than the limit. */
export async function withTimeout<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  limit_ms: number,
): Promise<T | undefined> {
  const signal = AbortSignal.timeout(limit_ms)
  const late = new Promise<undefined>((resolve) =>
    signal.addEventListener('abort', () => resolve(undefined), { once: true }),
  )
  return Promise.race([
    Promise.resolve()
      .then(() => ask(signal))
      .catch(() => undefined),
    late,
  ])
}

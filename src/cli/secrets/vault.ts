// Stores the credentials of `cal login`, by origin: in the system's keyring if it responds in time, otherwise in a file
// that only its owner can read.
import { join } from 'node:path'
import type { AsyncEntry } from '@napi-rs/keyring'
import { CalError } from '../../base/errors.ts'
import { statOf } from '../../base/files/file-system.ts'
import { isObject, parsedJson } from '../../base/json.ts'
import { configFolder, textOf } from '../config/files.ts'
import { auth_kinds, type AuthKind } from '../config/profile.ts'
import type { Configuration } from '../config/configuration.ts'
import { writePrivately } from '../config/write.ts'
import type { Runtime } from '../core/runtime.ts'

/** The stored credentials of one origin; the keyring holds the secret if it is absent. */
export interface StoredSecret {
  readonly kind: AuthKind
  readonly user?: string
  readonly header?: string
  readonly secret?: string
}

export interface Vault {
  readonly path: string
  readonly origins: readonly string[]
  /** The credentials of an origin with their secret; undefined if there are none. */
  find(origin: string): Promise<(StoredSecret & { readonly secret: string }) | undefined>
  /** Whether other users can read the secret of an origin: it is in the file, and the file's mode allows it. */
  isExposed(origin: string): boolean
  /** Returns where the secret was stored. */
  save(origin: string, stored: StoredSecret & { readonly secret: string }): Promise<'keyring' | 'file'>
  /** False if there was nothing to delete. */
  delete(origin: string): Promise<boolean>
}

/** Without `keyring`, everything is stored in the file. */
export async function openVault(
  runtime: Pick<Runtime, 'env' | 'home' | 'platform'>,
  keyring: Keyring | undefined,
): Promise<Vault> {
  const path = join(configFolder(runtime), 'credentials.json')
  let all = storedSecretsOf(textOf(path), path)
  const change = async (origin: string, stored: StoredSecret | undefined) => {
    const { [origin]: _, ...others } = all
    all = stored ? { ...others, [origin]: stored } : others
    await writePrivately(path, `${JSON.stringify(all, null, 2)}\n`)
  }
  return {
    path,
    get origins() {
      return Object.keys(all)
    },
    async find(origin) {
      const stored = Object.hasOwn(all, origin) ? all[origin] : undefined
      if (!stored) return undefined
      const secret = stored.secret ?? (await keyring?.find(origin))
      if (secret === undefined) throw lost(origin)
      return { ...stored, secret }
    },
    isExposed: (origin) =>
      Object.hasOwn(all, origin) && all[origin]?.secret !== undefined && isOpenToOthers(path, runtime.platform),
    async save(origin, stored) {
      const { secret, ...rest } = stored
      const inKeyring = keyring !== undefined && (await keyring.save(origin, secret))
      await change(origin, inKeyring ? rest : stored)
      return inKeyring ? 'keyring' : 'file'
    },
    async delete(origin) {
      if (!Object.hasOwn(all, origin)) return false
      if (all[origin]?.secret === undefined) await keyring?.delete(origin)
      await change(origin, undefined)
      return true
    },
  }
}

/** On Windows, the mode of a file doesn't reflect its permissions. */
function isOpenToOthers(path: string, platform: string): boolean {
  return platform !== 'win32' && (Number(statOf(path)?.mode ?? 0) & 0o077) !== 0
}

function storedSecretsOf(text: string | undefined, path: string): Readonly<Record<string, StoredSecret>> {
  if (text === undefined) return {}
  const content = parsedJson(text)
  if (!isObject(content))
    throw new CalError(
      'configuration',
      { en: `${path} is not a list of credentials`, de: `${path} ist keine Liste von Zugangsdaten` },
      { hint: { en: 'remove it and sign in again: cal login', de: 'die Datei entfernen und neu anmelden: cal login' } },
    )
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
  return kind && { kind, ...texts }
}

function lost(origin: string): CalError {
  return new CalError(
    'not_allowed',
    {
      en: `the keyring has no credentials for ${origin}`,
      de: `der Schlüsselbund enthält keine Zugangsdaten für ${origin}`,
    },
    {
      hint: { en: 'sign in again: cal login', de: 'neu anmelden: cal login' },
    },
  )
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

// The system's keyring, if there is one, with a time limit for each access.
import type { AsyncEntry } from '@napi-rs/keyring'

export interface Keyring {
  /** undefined if it has none, or didn't answer in time. */
  find(account: string): Promise<string | undefined>
  /** False if it didn't accept the secret. */
  save(account: string, secret: string): Promise<boolean>
  delete(account: string): Promise<boolean>
}

/** A locked keyring may open a prompt on a screen without a user. */
const patience_ms = 2_000
const service = 'cal'

/** The package is loaded on demand: most runs need no secret. */
export const system_keyring: Keyring = {
  find: async (account) =>
    (await inTime(async (signal) => (await entryOf(account)).getPassword(signal), patience_ms)) ?? undefined,
  async save(account, secret) {
    await inTime(async (signal) => (await entryOf(account)).setPassword(secret, signal), patience_ms)
    // Some keyrings accept a secret and lose it: it is read again to check.
    return (await system_keyring.find(account)) === secret
  },
  delete: async (account) =>
    (await inTime(async (signal) => (await entryOf(account)).deletePassword(signal), patience_ms)) === true,
}

async function entryOf(account: string): Promise<AsyncEntry> {
  const { AsyncEntry } = await import('@napi-rs/keyring')
  return new AsyncEntry(service, account)
}

/** The answer of the keyring; undefined if there is none, it refused, or it took too long. */
export async function inTime<T>(ask: (signal: AbortSignal) => Promise<T>, limit_ms: number): Promise<T | undefined> {
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

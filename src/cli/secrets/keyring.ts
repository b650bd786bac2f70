// The system's keyring, if there is one, with a time limit for each access.
import type { AsyncEntry } from '@napi-rs/keyring'

export interface Keyring {
  /** undefined where it has none, or gave no answer in time. */
  find(account: string): Promise<string | undefined>
  /** False where it did not take the secret. */
  keep(account: string, secret: string): Promise<boolean>
  forget(account: string): Promise<boolean>
}

/** A locked keyring may open a prompt on a screen that is not in use. */
const patience_ms = 2_000
const service = 'cal'

/** Its package is loaded with the first secret: most runs need none. */
export const system_keyring: Keyring = {
  find: async (account) =>
    (await inTime(async (signal) => (await entryOf(account)).getPassword(signal), patience_ms)) ?? undefined,
  async keep(account, secret) {
    await inTime(async (signal) => (await entryOf(account)).setPassword(secret, signal), patience_ms)
    // Some keyrings accept a secret and lose it: it counts as saved only if it can be read again.
    return (await system_keyring.find(account)) === secret
  },
  forget: async (account) =>
    (await inTime(async (signal) => (await entryOf(account)).deletePassword(signal), patience_ms)) === true,
}

async function entryOf(account: string): Promise<AsyncEntry> {
  const { AsyncEntry } = await import('@napi-rs/keyring')
  return new AsyncEntry(service, account)
}

/**
 * What the keyring answered; undefined where there is none, where it refused, and where it took longer than anybody
 * should wait.
 */
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

// The system's keyring, where there is one: it never keeps anybody waiting.
import type { AsyncEntry } from '@napi-rs/keyring'

export interface Keyring {
  /** undefined where it has none, or gave no answer in time. */
  find(account: string): Promise<string | undefined>
  /** False where it did not take the secret. */
  keep(account: string, secret: string): Promise<boolean>
  forget(account: string): Promise<boolean>
}

/** A locked keyring may ask on a screen that nobody looks at. */
const patience_ms = 2_000
const service = 'cal'

/** undefined where this system has no keyring. */
export async function systemKeyring(): Promise<Keyring | undefined> {
  const entryOf = await entries()
  if (!entryOf) return undefined
  return {
    find: async (account) => (await inTime((signal) => entryOf(account).getPassword(signal))) ?? undefined,
    async keep(account, secret) {
      await inTime((signal) => entryOf(account).setPassword(secret, signal))
      // Some keyrings take a secret and lose it: only what can be read again is kept.
      return (await inTime((signal) => entryOf(account).getPassword(signal))) === secret
    },
    forget: async (account) => (await inTime((signal) => entryOf(account).deletePassword(signal))) === true,
  }
}

async function entries(): Promise<((account: string) => AsyncEntry) | undefined> {
  try {
    const { AsyncEntry } = await import('@napi-rs/keyring')
    return (account) => new AsyncEntry(service, account)
  } catch {
    // An optional package: not every system has a build of it.
    return undefined
  }
}

/** What the keyring answered; undefined where it refused, or took longer than anybody should wait. */
export async function inTime<T>(ask: (signal: AbortSignal) => Promise<T>, limit_ms: number = patience_ms): Promise<T | undefined> {
  const signal = AbortSignal.timeout(limit_ms)
  const late = new Promise<undefined>((resolve) => signal.addEventListener('abort', () => resolve(undefined), { once: true }))
  return Promise.race([Promise.resolve().then(() => ask(signal)).catch(() => undefined), late])
}

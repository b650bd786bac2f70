// How this run is set: flags before environment. Everything that decides it is decided here, once.
import type { Language } from '../base/language.ts'
import { languageOf } from '../base/language.ts'
import type { Values } from '../spec/read.ts'
import type { Credentials } from '../client/credentials.ts'
import type { World } from './world.ts'

export interface Settings {
  /** As it was given: an address, or `file:…`. */
  readonly api_root: string | undefined
  readonly credentials: Credentials
  readonly timeout_ms: number
  readonly insecure_http: boolean
  /** Questions may be asked: a terminal on both sides, no CI, no `--no-input`. */
  readonly interactive: boolean
}

export function settingsOf(options: Values, { env, stdin, stderr }: World): Settings {
  return {
    api_root: textOf(options.api_root) ?? textOf(env.CAL_API_ROOT),
    credentials: credentialsOf(textOf(env.CAL_USER), textOf(env.CAL_TOKEN)),
    timeout_ms: (numberOf(options.timeout) ?? numberOf(env.CAL_TIMEOUT) ?? 30) * 1000,
    insecure_http: options.insecure_http === true,
    interactive: stdin.isTerminal && stderr.isTerminal && !env.CI && !env.CAL_NO_INPUT && options.input !== false,
  }
}

/** `--lang`, then `CAL_LANG`, then the locale. */
export function languageOfRun(lang: unknown, env: World['env']): Language {
  const candidates = [textOf(lang), textOf(env.CAL_LANG), textOf(env.LC_ALL) ?? textOf(env.LC_MESSAGES) ?? textOf(env.LANG)]
  return candidates.map(languageOf).find((language) => language !== undefined) ?? 'en'
}

/** A name and a secret sign in by Basic, a secret alone as a bearer. */
function credentialsOf(user: string | undefined, token: string | undefined): Credentials {
  if (token === undefined) return { kind: 'none' }
  return user === undefined ? { kind: 'bearer', token } : { kind: 'basic', user, password: token }
}

/** A variable that is set to nothing counts as not set. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) && number > 0 ? number : undefined
}

// A profile: one calendar service with everything that belongs to it.
import type { CalError } from '../../base/errors.ts'
import { isObject } from '../../base/json.ts'
import { sameText, type Text } from '../../base/text/language.ts'
import { quoted } from '../../base/text/quoted.ts'
import { isSettingName, type SettingValues, settingRow } from './settings-table.ts'

/** How `cal login` signs in. */
export const login_kinds = ['basic', 'bearer', 'header'] as const
export const auth_kinds = ['none', ...login_kinds] as const
export type AuthKind = (typeof auth_kinds)[number]

/** How a user signs in; the secret itself is never here. */
export interface Auth {
  readonly kind: AuthKind
  readonly user?: string
  /** The name of the header, for `header`. */
  readonly header?: string
  /** `keyring`, `env:NAME` or `file:PATH`. */
  readonly secret?: string
}

export interface Profile {
  readonly settings: SettingValues
  readonly auth?: Auth
  /** Writes ask for the profile's name. */
  readonly protected: boolean
  /** May be emptied and filled again. */
  readonly disposable: boolean
}

type Fail = (reason: Text) => CalError

/** Fails with what `fail` makes of the reason. */
export function profileOf(content: unknown, fail: Fail): Profile {
  if (!isObject(content)) throw fail({ en: 'no list of settings', de: 'keine Liste von Einstellungen' })
  const settings: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(content)) {
    if (name === 'auth' || name === 'protected' || name === 'disposable') continue
    if (!isSettingName(name) || !settingRow(name).profile)
      throw fail({ en: `a profile has no setting "${name}"`, de: `ein Profil hat keine Einstellung „${name}“` })
    if (typeof value !== 'string' && typeof value !== 'number') throw fail(needs(name, 'a text', 'einen Text', value))
    settings[name] = value
  }
  const auth = authOf(content.auth, fail)
  return {
    settings,
    ...(auth ? { auth } : {}),
    protected: onOff('protected', content, fail),
    disposable: onOff('disposable', content, fail),
  }
}

function onOff(name: string, content: Record<string, unknown>, fail: Fail): boolean {
  const value = content[name]
  if (value === undefined || typeof value === 'boolean') return value === true
  throw fail(needs(name, 'true or false', 'true oder false', value))
}

function authOf(content: unknown, fail: Fail): Auth | undefined {
  if (content === undefined || content === null) return undefined
  const { kind, ...rest } = isObject(content) ? content : { kind: content }
  const known = auth_kinds.find((name) => name === kind)
  if (!known) throw fail(needs('auth', `one of ${auth_kinds.join(', ')}`, `eines von ${auth_kinds.join(', ')}`, kind))
  const auth: Record<string, string> = {}
  for (const name of ['user', 'header', 'secret']) {
    const value = rest[name]
    if (value !== undefined && typeof value !== 'string')
      throw fail(needs(`auth.${name}`, 'a text', 'einen Text', value))
    if (value !== undefined) auth[name] = value
  }
  if (auth.secret !== undefined && !/^(keyring$|env:.|file:.)/.test(auth.secret))
    throw fail(sameText('auth.secret: keyring | env:NAME | file:PATH'))
  return { kind: known, ...auth }
}

function needs(name: string, en: string, de: string, value: unknown): Text {
  const shown = quoted(value)
  return { en: `${name} needs ${en}, not ${shown.en}`, de: `${name} braucht ${de}, nicht ${shown.de}` }
}

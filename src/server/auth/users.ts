// Users defined on the command line, with passwords from the environment.
import { usageError } from '../../base/errors.ts'
import { t, type Text } from '../../base/text/language.ts'
import { quoted } from '../../base/text/quoted.ts'
import { type Role, roles, type UserRecord } from '../domain/records.ts'

/** A user with the password in plain text. For `id` 0 the store assigns one. */
export interface NewUser extends Omit<UserRecord, 'password_hash'> {
  readonly password: string
}

/** Errors: `usage` if two users have the same login or the same id. */
export function refuseDuplicateUsers(users: readonly NewUser[]): void {
  const duplicate = users.find(({ login }, i) => users.findIndex((other) => other.login === login) < i)
  if (duplicate) throw usageError(t('the user {login} is defined twice', { login: duplicate.login }))
  for (const [i, { id, login }] of users.entries()) {
    const first = users.slice(0, i).find((other) => id !== 0 && other.id === id)
    if (first)
      throw usageError(t('{login} and {login_2} have the same id {id}', { login: first.login, login_2: login, id }))
  }
}

/** Where the password of a user comes from: the environment, or random bytes. */
export interface PasswordSource {
  readonly env: Readonly<Record<string, string | undefined>>
  random_bytes(count: number): Uint8Array
}

/**
 * Parses `ada:editor`. The password is that in the environment, or a generated one.
 *
 * Errors: `usage` for a missing or unknown role, an invalid login and an empty password.
 */
export function userNamed(
  text: string,
  { env, random_bytes }: PasswordSource,
): { readonly user: NewUser; readonly isGenerated: boolean } {
  const at = text.lastIndexOf(':')
  if (at < 1) throw usageError(t('--user needs a login and a role, such as ada:editor, not "{text}"', { text }))
  const place = `--user ${text}`
  const login = loginOf(text.slice(0, at), place)
  const variable = passwordVariable(login)
  const given = env[variable]
  const password = given === undefined ? newPassword(random_bytes(20)) : passwordOf(given, variable)
  return {
    user: { id: 0, login, email: '', role: roleOf(text.slice(at + 1), place), password },
    isGenerated: given === undefined,
  }
}

/** The environment variable with the password: `CAL_PASSWORD_ADA_LOVELACE` for `ada.lovelace`. */
function passwordVariable(login: string): string {
  return `CAL_PASSWORD_${login.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`
}

/** Unambiguous letters and digits, each from five bits of a byte: 20 bytes give 100 bits. */
function newPassword(bytes: Uint8Array): string {
  return [...bytes]
    .map((byte) => 'abcdefghijkmnpqrstuvwxyz23456789'[byte % 32])
    .join('')
    .replace(/(.{4})(?=.)/g, '$1 ')
}

export const login_pattern = /^[^\s:]+$/

function loginOf(login: string, place: string): string {
  if (login_pattern.test(login)) return login
  throw usageError(loginText(login, place))
}

function roleOf(text: string, place: string): Role {
  const role = roles.find((known) => known === text)
  if (role) return role
  throw usageError(roleText(text, place), role_hint)
}

function passwordOf(password: string, place: string): string {
  if (password.trim() !== '') return password
  throw usageError(emptyPasswordText(place))
}

export function loginText(login: string, place: string): Text {
  return t('{place}: login needs a name without spaces or colons, not "{login}"', { place, login })
}

export function roleText(role: unknown, place: string): Text {
  const role_text = quoted(role)
  return t('{place}: unknown role {role}', { place, role: role_text })
}

export const role_hint: Text = t('use one of: {roles}', { roles: roles.join(', ') })

export function emptyPasswordText(place: string): Text {
  return t('{place}: the password is empty', { place })
}

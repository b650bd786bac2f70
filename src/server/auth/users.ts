// Parses the users of a server, from a file or from the command line with passwords from the environment.
import { CalError } from '../../base/errors.ts'
import { isObject, parsedJson } from '../../base/json.ts'
import type { Text } from '../../base/text/language.ts'
import { quoted } from '../../base/text/quoted.ts'
import { type Role, roles, type UserRecord } from '../domain/records.ts'

/** A user with the password in plain text. For `id` 0 the store assigns one. */
export interface NewUser extends Omit<UserRecord, 'password_hash'> {
  readonly password: string
}

const known_keys = ['id', 'login', 'password', 'role', 'email']

/** Errors: `usage` if the text is not a list of users, or for unknown keys, unknown roles and missing passwords. */
export function usersIn(text: string, file: string): readonly NewUser[] {
  const list = parsedJson(text)
  if (!Array.isArray(list))
    throw usage({ en: `${file} is no JSON list of users`, de: `${file} ist keine JSON-Liste von Benutzern` }, example)
  return list.map((item, i) => listedUser(item, `${file}[${i}]`))
}

/** Errors: `usage` if two users have the same login or the same id. */
export function refuseDuplicateUsers(users: readonly NewUser[]): void {
  const duplicate = users.find(({ login }, i) => users.findIndex((other) => other.login === login) < i)
  if (duplicate)
    throw usage({
      en: `the user ${duplicate.login} is named twice`,
      de: `der Benutzer ${duplicate.login} ist zweimal genannt`,
    })
  for (const [i, { id, login }] of users.entries()) {
    const first = users.slice(0, i).find((other) => id !== 0 && other.id === id)
    if (first)
      throw usage({
        en: `${first.login} and ${login} have the same id ${id}`,
        de: `${first.login} und ${login} haben dieselbe ID ${id}`,
      })
  }
}

const example: Text = {
  en: 'for example: [{"login": "ada", "password": "…", "role": "administrator"}]',
  de: 'zum Beispiel: [{"login": "ada", "password": "…", "role": "administrator"}]',
}

function listedUser(item: unknown, place: string): NewUser {
  if (!isObject(item)) throw usage({ en: `${place} is no user`, de: `${place} ist kein Benutzer` }, example)
  const unknown = Object.keys(item).find((key) => !known_keys.includes(key))
  if (unknown !== undefined)
    throw usage(
      { en: `${place} has an unknown key "${unknown}"`, de: `${place} hat einen unbekannten Schlüssel „${unknown}“` },
      { en: `known are ${known_keys.join(', ')}`, de: `bekannt sind ${known_keys.join(', ')}` },
    )
  const { id = 0, login, password, role, email = '' } = item
  if (!Number.isSafeInteger(id) || Number(id) < 0)
    throw usage({
      en: `${place}: id needs a whole number from 1 on, not ${quoted(id).en}`,
      de: `${place}: id braucht eine ganze Zahl ab 1, nicht ${quoted(id).de}`,
    })
  return {
    id: Number(id),
    login: loginOf(login, place),
    email: textOf(email, `${place}: email`),
    role: roleOf(role, place),
    password: passwordOf(password, place),
  }
}

/** Where the password of a named user comes from. */
export interface Passwords {
  readonly env: Readonly<Record<string, string | undefined>>
  random_bytes(count: number): Uint8Array
}

/** Parses `ada:editor`. The password is from the environment or generated, in which case `made` is true. */
export function userNamed(
  text: string,
  { env, random_bytes }: Passwords,
): { readonly user: NewUser; readonly made: boolean } {
  const at = text.lastIndexOf(':')
  if (at < 1)
    throw usage({
      en: `--user needs a login and a role, such as ada:editor, not "${text}"`,
      de: `--user braucht Namen und Rolle, etwa ada:editor, nicht „${text}“`,
    })
  const place = `--user ${text}`
  const login = loginOf(text.slice(0, at), place)
  const variable = passwordVariable(login)
  const given = env[variable]
  const password = given === undefined ? newPassword(random_bytes(20)) : passwordOf(given, variable)
  return {
    user: { id: 0, login, email: '', role: roleOf(text.slice(at + 1), place), password },
    made: given === undefined,
  }
}

/** `CAL_PASSWORD_ADA_LOVELACE` for `ada.lovelace`. */
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

function loginOf(value: unknown, place: string): string {
  const login = textOf(value, `${place}: login`)
  if (/^[^\s:]+$/.test(login)) return login
  throw usage({
    en: `${place}: login needs a name without blanks and colons, not "${login}"`,
    de: `${place}: login braucht einen Namen ohne Leerzeichen und Doppelpunkte, nicht „${login}“`,
  })
}

function roleOf(value: unknown, place: string): Role {
  const role = roles.find((known) => known === value)
  if (role) return role
  throw usage(
    {
      en: `${place}: there is no role ${quoted(value).en}`,
      de: `${place}: die Rolle ${quoted(value).de} gibt es nicht`,
    },
    { en: `roles are ${roles.join(', ')}`, de: `Rollen sind ${roles.join(', ')}` },
  )
}

function passwordOf(value: unknown, place: string): string {
  const password = textOf(value, `${place}: password`)
  if (password.trim() !== '') return password
  throw usage({ en: `${place}: the password is empty`, de: `${place}: das Passwort ist leer` })
}

function textOf(value: unknown, place: string): string {
  if (typeof value === 'string') return value
  throw usage({
    en: `${place} needs a text, not ${quoted(value).en}`,
    de: `${place} braucht einen Text, nicht ${quoted(value).de}`,
  })
}

function usage(text: Text, hint?: Text): CalError {
  return new CalError('usage', text, hint && { hint })
}

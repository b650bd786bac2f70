// Users as the command line gives them: named by --user, with passwords from the environment, or in the JSON file of
// --users. Loaded for these only, because of zod.
import * as z from 'zod/mini'
import { type CalError, usageError } from '../../base/errors.ts'
import { isObject, parsedJson } from '../../base/json.ts'
import { pattern, t, type Text } from '../../base/text/language.ts'
import { quoted } from '../../base/text/quoted.ts'
import { roles, type UserRecord } from '../domain/records.ts'

/** A user with the password in plain text. For `id` 0 the store assigns one. */
export interface NewUser extends Omit<UserRecord, 'password_hash'> {
  readonly password: string
}

/** Where the password of a user comes from: the environment, or random bytes. */
export interface PasswordSource {
  readonly env: Readonly<Record<string, string | undefined>>
  random_bytes(count: number): Uint8Array
}

const known_roles = t('use one of: {roles}', { roles: roles.join(', ') })

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
  if (at < 1)
    throw usageError(t('--user needs a login and a role, such as ada:editor, not "{text}"', { text }), known_roles)
  const login = text.slice(0, at)
  const variable = passwordVariable(login)
  const given = env[variable]
  if (given?.trim() === '') throw emptyPassword(variable)
  const password = given ?? newPassword(random_bytes(20))
  const user = parseUser({ login, role: text.slice(at + 1), password }, `--user ${text}`)
  return { user, isGenerated: given === undefined }
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

const user_schema = z.strictObject({
  id: z._default(z.int().check(z.nonnegative()), 0),
  login: z.string().check(z.regex(/^[^\s:]+$/)),
  password: z.string().check(z.regex(/\S/)),
  role: z.enum(roles),
  email: z._default(z.string(), ''),
})

/**
 * The users in a file. Errors: `usage` if the text is not a list of users; for unknown keys and roles and missing
 * passwords.
 */
export function parseUsers(text: string, file: string): readonly NewUser[] {
  const list = parsedJson(text)
  if (!Array.isArray(list)) throw usageError(t('{file} is not a JSON list of users', { file }), example)
  return list.map((item, i) => parseUser(item, `${file}[${i}]`))
}

function parseUser(item: unknown, place: string): NewUser {
  if (!isObject(item)) throw usageError(t('{place} is not a user', { place }), example)
  const result = user_schema.safeParse(item)
  if (result.success) return result.data
  throw userError(result.error.issues[0], item, place)
}

function userError(
  issue: z.core.$ZodIssue | undefined,
  item: Readonly<Record<string, unknown>>,
  place: string,
): CalError {
  if (issue?.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys
    const names = Object.keys(user_schema.shape).join(', ')
    return usageError(t('{place}: unknown key "{key}"', { place, key }), t('allowed keys: {names}', { names }))
  }
  const key = String(issue?.path[0])
  const value = item[key]
  if (key === 'role') return usageError(t('{place}: unknown role {role}', { place, role: quoted(value) }), known_roles)
  if (key === 'login' && typeof value === 'string')
    return usageError(t('{place}: login needs a name without spaces or colons, not "{login}"', { place, login: value }))
  if (key === 'password' && typeof value === 'string') return emptyPassword(place)
  const shown = quoted(value)
  return key === 'id'
    ? usageError(t('{place}: id needs a positive whole number, not {shown}', { place, shown }))
    : usageError(t('{place}: {key} needs text, not {shown}', { place, key, shown }))
}

function emptyPassword(place: string): CalError {
  return usageError(t('{place}: the password is empty', { place }))
}

const example: Text = pattern('for example: [{"login": "ada", "password": "…", "role": "administrator"}]')

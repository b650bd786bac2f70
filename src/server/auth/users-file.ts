// Parses a file of users, a JSON list, with a zod schema. Loaded for `--users` only.
import * as z from 'zod/mini'
import { type CalError, usageError } from '../../base/errors.ts'
import { isObject, parsedJson } from '../../base/json.ts'
import { pattern, t, type Text } from '../../base/text/language.ts'
import { quoted } from '../../base/text/quoted.ts'
import { roles } from '../domain/records.ts'
import { emptyPasswordText, login_pattern, loginText, type NewUser, role_hint, roleText } from './users.ts'

const user_schema = z.strictObject({
  id: z._default(z.int().check(z.nonnegative()), 0),
  login: z.string().check(z.regex(login_pattern)),
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
  if (key === 'role') return usageError(roleText(value, place), role_hint)
  if (key === 'login' && typeof value === 'string') return usageError(loginText(value, place))
  if (key === 'password' && typeof value === 'string') return usageError(emptyPasswordText(place))
  const shown = quoted(value)
  return key === 'id'
    ? usageError(t('{place}: id needs a positive whole number, not {shown}', { place, shown }))
    : usageError(t('{place}: {key} needs text, not {shown}', { place, key, shown }))
}

const example: Text = pattern('for example: [{"login": "ada", "password": "…", "role": "administrator"}]')

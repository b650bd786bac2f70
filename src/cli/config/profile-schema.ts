// The zod schema of a profile in a configuration file. Loaded only if a file has profiles.
import * as z from 'zod/mini'
import type { CalError } from '../../base/errors.ts'
import { isObject } from '../../base/json.ts'
import { sameText, t, type Text } from '../../base/text/language.ts'
import { quoted } from '../../base/text/quoted.ts'
import { auth_kinds, type Profile } from './profile.ts'
import { setting_names, settingRow } from '../types/settings-table.ts'

const text = z.optional(z.string())
const boolean = z.optional(z.boolean())

const auth_schema = z.object({
  kind: z.enum(auth_kinds),
  user: text,
  header: text,
  secret: z.optional(z.string().check(z.regex(/^(keyring$|env:.|file:.)/))),
})

const profile_schema = z.strictObject({
  ...Object.fromEntries(
    setting_names
      .filter((name) => settingRow(name).profile)
      .map((name) => [name, z.optional(z.union([z.string(), z.number()]))]),
  ),
  auth: z.nullish(auth_schema),
  protected: boolean,
  disposable: boolean,
})

const choices = auth_kinds.join(', ')
const one_kind: Text = t('one of {choices}', { choices })
const true_or_false: Text = t('true or false')

/** The values of a key, for errors; other keys take text. */
const expectations: Readonly<Record<string, Text>> = {
  auth: one_kind,
  'auth.kind': one_kind,
  protected: true_or_false,
  disposable: true_or_false,
}

/** Errors: the result of `fail` for the first invalid setting. */
export function parseProfile(content: unknown, fail: (reason: Text) => CalError): Profile {
  if (!isObject(content)) throw fail(t('not a list of settings'))
  // `auth: basic` is short for `auth: {kind: basic}`.
  const given = typeof content.auth === 'string' ? { ...content, auth: { kind: content.auth } } : content
  const result = profile_schema.safeParse(given)
  if (!result.success) throw fail(issueText(result.error.issues[0], given))
  const { auth, protected: isProtected = false, disposable = false, ...settings } = result.data
  return { settings, ...(auth && { auth }), protected: isProtected, disposable }
}

function issueText(issue: z.core.$ZodIssue | undefined, given: unknown): Text {
  if (issue?.code === 'unrecognized_keys') {
    const [name = ''] = issue.keys
    return t('unknown profile setting "{name}"', { name })
  }
  const path = issue?.path.map(String) ?? []
  const name = path.join('.')
  if (issue?.code === 'invalid_format') return sameText(`${name}: keyring | env:NAME | file:PATH`)
  const expected = expectations[name] ?? t('text')
  const shown = quoted(path.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), given))
  const key = name === 'auth.kind' ? 'auth' : name
  return t('{key} needs {expected}, not {shown}', { key, expected, shown })
}

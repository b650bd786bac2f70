// User-defined aliases: `alias: { gigs: events list --categories music }` in the user's configuration file.
import type { CalError } from '../../base/errors.ts'
import { isObject } from '../../base/json.ts'
import { t, type Text } from '../../base/text/language.ts'

/** The command line of each alias, by name. */
export type Aliases = Readonly<Record<string, string>>

/** `alias.gigs` → `gigs`; undefined for other names of settings. */
export function aliasIn(setting: string): string | undefined {
  return /^alias(?:es)?\.(.*)$/s.exec(setting)?.[1]
}

/** Errors: the result of `fail` if the content is not a mapping of names to command lines. */
export function aliasesOf(content: unknown, fail: (reason: Text) => CalError): Aliases {
  if (content === undefined || content === null) return {}
  if (!isObject(content)) throw fail(t('alias must map names to command lines'))
  return Object.fromEntries(
    Object.entries(content).map(([name, value]) => {
      if (typeof value === 'string') return [name, value]
      throw fail(t('alias.{name} is not a command line', { name }))
    }),
  )
}

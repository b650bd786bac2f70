// User-defined aliases, `alias: { gigs: events list --categories music }` in the user's configuration file, and their
// expansion to arguments, split as a shell splits them.
import { CalError } from '../../base/errors.ts'
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

/**
 * The words of an alias, with nested aliases expanded; undefined if there is no such alias.
 *
 * Errors: `configuration` for an alias that leads to itself, and for a quote that is not closed.
 */
export function wordsOfAlias(name: string, aliases: Aliases): readonly string[] | undefined {
  const seen: string[] = []
  let words: readonly string[] = [name]
  for (;;) {
    const [first = '', ...rest] = words
    const line = Object.hasOwn(aliases, first) ? aliases[first] : undefined
    if (line === undefined) return seen.length === 0 ? undefined : words
    if (seen.includes(first)) throw loop([...seen, first])
    seen.push(first)
    words = [...aliasWords(first, line), ...rest]
  }
}

function aliasWords(name: string, line: string): readonly string[] {
  const words = shellWords(line) ?? []
  const called = words[0] === 'cal' || words[0] === 'calctl' ? words.slice(1) : words
  if (called.length > 0) return called
  throw new CalError('configuration', t('alias.{name} is not a valid command line: {line}', { name, line }), {
    hint: removal(name),
  })
}

function loop(names: readonly string[]): CalError {
  const [name = ''] = names
  return new CalError(
    'configuration',
    t('alias.{name} refers to itself: {names}', { name, names: names.join(' → ') }),
    { hint: removal(name) },
  )
}

function removal(name: string): Text {
  return t('remove it: cal config unset alias.{name}', { name })
}

/** undefined if a quote is not closed. */
export function shellWords(text: string): readonly string[] | undefined {
  const words = [...text.matchAll(/(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s"'\\])+|["'\\]/gs)].map(([word]) => word)
  if (words.some((word) => /^["'\\]$/.test(word))) return undefined
  return words.map((word) =>
    word.replace(/"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/gs, (_, double?: string, single?: string, escaped?: string) =>
      double === undefined ? (single ?? escaped ?? '') : double.replace(/\\(["\\$`])/g, '$1'),
    ),
  )
}

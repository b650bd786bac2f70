// Expands an alias to arguments, split as a shell splits them. Loaded only for command lines with an alias.
import { CalError } from '../../base/errors.ts'
import { t, type Text } from '../../base/text/language.ts'
import type { Aliases } from './aliases.ts'

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

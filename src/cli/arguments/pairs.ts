// `NAME=VALUE` arguments of flags.
import { CalError } from '../../base/errors.ts'

/** Errors: `usage` if `=` is missing. Repeated names have a list. */
export function pairsOf(
  flag: string,
  texts: readonly string[] = [],
): Readonly<Record<string, string | readonly string[]>> {
  const pairs: Record<string, string | string[]> = {}
  for (const text of texts) {
    const at = text.indexOf('=')
    if (at < 1)
      throw new CalError('usage', {
        en: `${flag} needs NAME=VALUE, not "${text}"`,
        de: `${flag} erwartet NAME=WERT, nicht „${text}“`,
      })
    const name = text.slice(0, at)
    const value = text.slice(at + 1)
    const before = Object.hasOwn(pairs, name) ? pairs[name] : undefined
    Object.defineProperty(pairs, name, {
      value: before === undefined ? value : [before, value].flat(),
      enumerable: true,
      configurable: true,
      writable: true,
    })
  }
  return pairs
}

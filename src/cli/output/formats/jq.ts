// `--jq EXPR`: the data through jq itself; texts come out as they are, everything else as JSON on a line.
import type { Json } from '../../../base/json.ts'
import { createRequire } from 'node:module'
import { CalError } from '../../../base/errors.ts'
import { escapeControls } from '../../../base/text/untrusted-text.ts'
import { jqError } from './jq-errors.ts'

interface Jq {
  /** jq on the text of one JSON document; undefined where nothing came out; throws jq's own words. */
  raw(json: string, expression: string, flags: readonly string[]): string | undefined
}

/** The package is a promise instead of a module, which an import does not survive everywhere. */
const require = createRequire(import.meta.url)

/** Fails with `usage` where it does not understand the expression, or stumbles over the data. */
export async function throughJq(
  value: Json | undefined,
  expression: string,
  { isTerminal }: { readonly isTerminal: boolean },
): Promise<string> {
  const jq = await (require('jq-web') as Promise<Jq>)
  try {
    const text = jq.raw(JSON.stringify(value), expression, ['-r', '-c']) ?? ''
    const lines = text === '' || text.endsWith('\n') ? text : `${text}\n`
    return isTerminal ? escapeControls(lines) : lines
  } catch (cause) {
    const { en, de } = jqError((cause as Error).message)
    throw new CalError(
      'usage',
      { en: `--jq: ${en}`, de: `--jq: ${de}` },
      { cause, hint: { en: `the expression is ${expression}`, de: `der Ausdruck ist ${expression}` } },
    )
  }
}

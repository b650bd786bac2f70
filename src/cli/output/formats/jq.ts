// `--jq EXPR`: applies jq to the data; strings are printed unquoted, other values as a line of JSON.
import { createRequire } from 'node:module'
import { CalError } from '../../../base/errors.ts'
import type { Json } from '../../../base/json.ts'
import { t, type Text } from '../../../base/text/language.ts'
import { quoted } from '../../../base/text/quoted.ts'
import { escapeControls } from '../../../base/text/untrusted-text.ts'

interface Jq {
  /** Runs jq on a JSON document; undefined if there is no output. Errors: those of jq, with its own messages. */
  raw(json: string, expression: string, flags: readonly string[]): string | undefined
}

/** The package is a CommonJS module that exports a promise, which `import` doesn't handle in every version of Node. */
const require = createRequire(import.meta.url)

/** Errors: `usage` for an invalid expression, or one that fails for the data. */
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
    const problem = jqError(cause instanceof Error ? cause.message : String(cause))
    throw new CalError('usage', t('--jq: {problem}', { problem }), {
      cause,
      hint: t('the expression is {expression}', { expression }),
    })
  }
}

/** A message of jq, without the line and the number of the error. */
function jqError(output: string): Text {
  const words = output.split('\n').find((line) => line.startsWith('jq: ') && !/compile error/.test(line)) ?? output
  return quoted(words.replace(/^jq: error(?: \(at [^)]*\))?: /, '').replace(/ at <.*$| \(Unix shell .*$/, ''))
}

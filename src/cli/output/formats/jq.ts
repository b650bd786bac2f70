// `--jq EXPR`: applies jq to the data; strings are printed unquoted, other values as a line of JSON.
import { createRequire } from 'node:module'
import { CalError } from '../../../base/errors.ts'
import type { Json } from '../../../base/json.ts'
import { sameText, t, type Text } from '../../../base/text/language.ts'
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

/** Translates a message of jq; an unknown one is quoted. */
function jqError(output: string): Text {
  const words = output.split('\n').find((line) => line.startsWith('jq: ') && !/compile error/.test(line)) ?? output
  for (const [pattern, textOf] of messages) {
    const found = pattern.exec(words)
    if (found) return textOf(found)
  }
  const shown = quoted(words.replace(/^jq: error(?: \(at [^)]*\))?: /, ''))
  return t('{shown}', { shown })
}

const kinds: Readonly<Record<string, Text>> = {
  array: t('a list'),
  object: t('an object'),
  string: t('a string'),
  number: t('a number'),
  boolean: t('true or false'),
  null: t('null'),
}

function kindOf(word: string | undefined): Text {
  return kinds[word ?? ''] ?? sameText(word ?? '')
}

const messages: readonly (readonly [RegExp, (found: RegExpExecArray) => Text])[] = [
  [
    /syntax error, unexpected (.*?)(?: \(.*| at <.*|, expecting.*)?$/,
    ([, token = '']) => {
      const end = /end of file|\$end/.test(token)
      return end ? t('the expression ends too early') : t('unexpected {token} in the expression', { token })
    },
  ],
  [/syntax error/, () => t('the expression is not valid')],
  [
    /: (\w+)\/0 is not defined/,
    ([, name]) => t('there is no function {name}; fields begin with a dot: .{name}', { name: String(name) }),
  ],
  [
    /: (\$?[\w:]+)\/(\d+) is not defined/,
    ([, name, count]) =>
      count === '1'
        ? t('{name} with {count} argument is not defined', { name: String(name), count: String(count) })
        : t('{name} with {count} arguments is not defined', { name: String(name), count: String(count) }),
  ],
  [/: (\$\w+) is not defined/, ([, name]) => t('{name} is not defined', { name: String(name) })],
  [
    /Cannot index array with (?:string )?"(.*)"/,
    ([, name]) => t('a list has no field "{name}"; use .[].{name} for the field of each item', { name: String(name) }),
  ],
  [
    /Cannot index (\w+) with (?:string )?"(.*)"/,
    ([, kind, name]) => t('{kind} has no field "{name}"', { kind: kindOf(kind), name: String(name) }),
  ],
  [
    /Cannot index (\w+) with (\w+)/,
    ([, kind, by]) => t('{kind} cannot be indexed by {kind_2}', { kind: kindOf(kind), kind_2: kindOf(by) }),
  ],
  [/Cannot iterate over (\w+)/, ([, kind]) => t('[] iterates over lists, but this is {kind}', { kind: kindOf(kind) })],
]

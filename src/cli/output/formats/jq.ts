// `--jq EXPR`: applies jq to the data; strings are printed unquoted, other values as a line of JSON.
import { createRequire } from 'node:module'
import { CalError } from '../../../base/errors.ts'
import type { Json } from '../../../base/json.ts'
import type { Text } from '../../../base/text/language.ts'
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
    throw new CalError(
      'usage',
      { en: `--jq: ${problem.en}`, de: `--jq: ${problem.de}` },
      { cause, hint: { en: `the expression is ${expression}`, de: `der Ausdruck ist ${expression}` } },
    )
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
  return { en: shown.en, de: `jq meldet ${shown.de}` }
}

const kinds: Readonly<Record<string, Text>> = {
  array: { en: 'a list', de: 'eine Liste' },
  object: { en: 'an object', de: 'ein Objekt' },
  string: { en: 'a string', de: 'ein Text' },
  number: { en: 'a number', de: 'eine Zahl' },
  boolean: { en: 'true or false', de: 'true oder false' },
  null: { en: 'null', de: 'null' },
}

function kindOf(word: string | undefined): Text {
  return kinds[word ?? ''] ?? { en: word ?? '', de: word ?? '' }
}

const messages: readonly (readonly [RegExp, (found: RegExpExecArray) => Text])[] = [
  [
    /syntax error, unexpected (.*?)(?: \(.*| at <.*|, expecting.*)?$/,
    ([, token = '']) => {
      const end = /end of file|\$end/.test(token)
      return end
        ? { en: 'the expression ends too early', de: 'der Ausdruck ist unvollständig' }
        : {
            en: `unexpected ${token} in the expression`,
            de: `Syntaxfehler im Ausdruck: unerwartet: ${token}`,
          }
    },
  ],
  [/syntax error/, () => ({ en: 'the expression is not valid', de: 'Syntaxfehler im Ausdruck' })],
  [
    /: (\w+)\/0 is not defined/,
    ([, name]) => ({
      en: `there is no function ${name}; fields begin with a dot: .${name}`,
      de: `keine Funktion ${name}; Felder beginnen mit einem Punkt: .${name}`,
    }),
  ],
  [
    /: (\$?[\w:]+)\/(\d+) is not defined/,
    ([, name, count]) => ({
      en: `${name} with ${count} ${count === '1' ? 'argument' : 'arguments'} is not defined`,
      de: `keine Funktion ${name} mit ${count} ${count === '1' ? 'Argument' : 'Argumenten'}`,
    }),
  ],
  [/: (\$\w+) is not defined/, ([, name]) => ({ en: `${name} is not defined`, de: `${name} ist nicht definiert` })],
  [
    /Cannot index array with (?:string )?"(.*)"/,
    ([, name]) => ({
      en: `a list has no field "${name}"; use .[].${name} for the field of each item`,
      de: `eine Liste hat kein Feld „${name}“; .[].${name} ist das Feld jedes Elements`,
    }),
  ],
  [
    /Cannot index (\w+) with (?:string )?"(.*)"/,
    ([, kind, name]) => ({
      en: `${kindOf(kind).en} has no field "${name}"`,
      de: `${kindOf(kind).de} hat kein Feld „${name}“`,
    }),
  ],
  [
    /Cannot index (\w+) with (\w+)/,
    ([, kind, by]) => ({
      en: `${kindOf(kind).en} cannot be indexed by ${kindOf(by).en}`,
      de: `${kindOf(kind).de}: ${kindOf(by).de} ist kein gültiger Index`,
    }),
  ],
  [
    /Cannot iterate over (\w+)/,
    ([, kind]) => ({
      en: `[] iterates over lists, but this is ${kindOf(kind).en}`,
      de: `[] durchläuft nur Listen, dies ist ${kindOf(kind).de}`,
    }),
  ],
]

// Syntax errors of JSON and YAML in both languages; the parsers' own messages are English only.
import { t, type Text } from '../text/language.ts'
import { quoted } from '../text/quoted.ts'

/** The error of `JSON.parse` with its position, if known; the text begins at `first_line` of its file. */
export function jsonSyntaxError(
  text: string,
  cause: SyntaxError,
  { first_line }: { readonly first_line: number },
): Text {
  const [, words] = json_messages.find(([pattern]) => pattern.test(cause.message)) ?? [undefined, stray]
  const position = /at position (\d+)/.exec(cause.message)?.[1]
  return position === undefined ? words : withPosition(words, positionIn(text, Number(position), first_line))
}

/** The error of the YAML library; `placed: false` omits its position, which the caller adds. */
export function yamlSyntaxError(cause: unknown, { placed }: { readonly placed: boolean }): Text {
  const { code, linePos, message } = cause as {
    readonly code?: string
    readonly linePos?: readonly { readonly line: number; readonly col: number }[]
    readonly message?: string
  }
  const known = yaml_messages[code ?? '']
  const words = known ?? quoted(message?.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/, ''))
  const [place] = linePos ?? []
  return placed && place ? withPosition(words, { line: place.line, column: place.col }) : words
}

interface TextPosition {
  readonly line: number
  readonly column: number
}

function withPosition(text: Text, { line, column }: TextPosition): Text {
  return t('{text} (line {line}, column {column})', { text, line, column })
}

function positionIn(text: string, position: number, first_line: number): TextPosition {
  const lines = text.slice(0, position).split('\n')
  return { line: first_line + lines.length - 1, column: (lines.at(-1) ?? '').length + 1 }
}

const stray: Text = t('unexpected character')
const backslash: Text = t('a backslash before a character that cannot be escaped')
const too_early: Text = t('unexpected end of file')

const json_messages: readonly (readonly [RegExp, Text])[] = [
  [/Unexpected end/, too_early],
  [/Unterminated string/, t('a string is not closed')],
  [/Expected ':'/, t('a colon is missing after a name')],
  [/property name/, t('a name in double quotes is missing')],
  [/Expected ','/, t('a comma is missing')],
  [/after JSON/, t('unexpected text after the end')],
  [/control character/, t('a line break or control character inside a string')],
  [/escape/, backslash],
]

/** Messages by the codes of the YAML library. */
const yaml_messages: Readonly<Record<string, Text>> = {
  ALIAS_CIRCLE: t('an alias (*) inside its own anchor'),
  ALIAS_FLOOD: t('aliases (*) of aliases that expand to too much data'),
  BAD_ALIAS: t('an alias (*) without an anchor'),
  BAD_COLLECTION_TYPE: stray,
  BAD_DQ_ESCAPE: backslash,
  BAD_INDENT: t('the indentation is wrong, or a bracket is not closed'),
  BAD_SCALAR_START: t('a string that begins like this needs quotes'),
  BLOCK_AS_IMPLICIT_KEY: t('a string with a colon needs quotes'),
  BLOCK_IN_FLOW: t('a block list or mapping inside brackets'),
  DUPLICATE_KEY: t('a name occurs twice'),
  MISSING_CHAR: t('a colon, a quote or a bracket is missing'),
  MULTILINE_IMPLICIT_KEY: t('a name spans several lines, or its colon is missing'),
  MULTIPLE_DOCS: t('the file contains several documents'),
  TAB_AS_INDENT: t('a tab where YAML requires spaces'),
  TOO_DEEP: t('it is nested too deeply'),
  UNEXPECTED_TOKEN: stray,
}

// Syntax errors of JSON and YAML in both languages; the parsers' own messages are English only.
import type { Text } from '../text/language.ts'
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

function withPosition({ en, de }: Text, { line, column }: TextPosition): Text {
  return { en: `${en} (line ${line}, column ${column})`, de: `${de} (Zeile ${line}, Spalte ${column})` }
}

function positionIn(text: string, position: number, first_line: number): TextPosition {
  const lines = text.slice(0, position).split('\n')
  return { line: first_line + lines.length - 1, column: (lines.at(-1) ?? '').length + 1 }
}

const stray: Text = { en: 'unexpected character', de: 'unerwartetes Zeichen' }
const backslash: Text = {
  en: 'a backslash before a character that cannot be escaped',
  de: 'ein Backslash vor einem Zeichen, das er nicht maskieren kann',
}
const too_early: Text = { en: 'unexpected end of file', de: 'unerwartetes Ende des Textes' }

const json_messages: readonly (readonly [RegExp, Text])[] = [
  [/Unexpected end/, too_early],
  [/Unterminated string/, { en: 'a string is not closed', de: 'eine Zeichenkette ist nicht abgeschlossen' }],
  [/Expected ':'/, { en: 'a colon is missing after a name', de: 'nach einem Namen fehlt ein Doppelpunkt' }],
  [/property name/, { en: 'a name in double quotes is missing', de: 'ein Name in doppelten Anführungszeichen fehlt' }],
  [/Expected ','/, { en: 'a comma is missing', de: 'ein Komma fehlt' }],
  [/after JSON/, { en: 'unexpected text after the end', de: 'unerwarteter Inhalt nach dem Ende' }],
  [
    /control character/,
    {
      en: 'a line break or control character inside a string',
      de: 'ein Zeilenumbruch oder Steuerzeichen in einer Zeichenkette',
    },
  ],
  [/escape/, backslash],
]

/** Messages by the codes of the YAML library. */
const yaml_messages: Readonly<Record<string, Text>> = {
  ALIAS_CIRCLE: {
    en: 'an alias (*) inside its own anchor',
    de: 'ein Alias (*) innerhalb seines eigenen Ankers',
  },
  ALIAS_FLOOD: {
    en: 'aliases (*) of aliases that expand to too much data',
    de: 'verschachtelte Aliasse (*), die zu viele Daten ergeben',
  },
  BAD_ALIAS: { en: 'an alias (*) without an anchor', de: 'ein Alias (*) ohne Anker' },
  BAD_COLLECTION_TYPE: stray,
  BAD_DQ_ESCAPE: backslash,
  BAD_INDENT: {
    en: 'the indentation is wrong, or a bracket is not closed',
    de: 'falsche Einrückung oder nicht geschlossene Klammer',
  },
  BAD_SCALAR_START: {
    en: 'a string that begins like this needs quotes',
    de: 'eine Zeichenkette, die so beginnt, muss in Anführungszeichen stehen',
  },
  BLOCK_AS_IMPLICIT_KEY: {
    en: 'a string with a colon needs quotes',
    de: 'eine Zeichenkette mit Doppelpunkt muss in Anführungszeichen stehen',
  },
  BLOCK_IN_FLOW: {
    en: 'a block list or mapping inside brackets',
    de: 'eine Blockliste oder Zuordnung innerhalb von Klammern',
  },
  DUPLICATE_KEY: { en: 'a name occurs twice', de: 'ein Name kommt zweimal vor' },
  MISSING_CHAR: {
    en: 'a colon, a quote or a bracket is missing',
    de: 'ein Doppelpunkt, ein Anführungszeichen oder eine Klammer fehlt',
  },
  MULTILINE_IMPLICIT_KEY: {
    en: 'a name spans several lines, or its colon is missing',
    de: 'ein Name geht über mehrere Zeilen oder sein Doppelpunkt fehlt',
  },
  MULTIPLE_DOCS: { en: 'the file contains several documents', de: 'die Datei enthält mehrere Dokumente' },
  TAB_AS_INDENT: { en: 'a tab where YAML requires spaces', de: 'ein Tabulator anstelle von Leerzeichen' },
  TOO_DEEP: { en: 'it is nested too deeply', de: 'es ist zu tief verschachtelt' },
  UNEXPECTED_TOKEN: stray,
}

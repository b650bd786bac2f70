// File errors with reason and remedy in both languages; the system's own messages are English only.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isDatabaseUrl, withoutDatabasePassword } from '../database-url.ts'
import { CalError, type ErrorCode, errorCode } from '../errors.ts'
import { closest, didYouMean } from '../text/closest.ts'
import { t, type Text } from '../text/language.ts'
import { quoted, shellWord } from '../text/quoted.ts'
import { withoutPasswords } from '../text/untrusted-text.ts'

/** The meaning of an error code of the system. */
interface FileErrorText {
  readonly reason: Text
  readonly hint?: (name: string) => Text | undefined
  /** Not the user's mistake. */
  readonly code?: ErrorCode
}

/** The error to throw for a failed read; the cause itself if it is not a file system error. */
export function readError(name: string, cause: unknown, code: ErrorCode = 'usage'): unknown {
  const description = reasonOf(cause)
  if (description === undefined) return cause
  if (description === absent && (name.startsWith('file:') || isDatabaseUrl(name))) return calendarAddress(name, cause)
  const { reason, hint = () => (description === absent ? nearFile(name, cause) : undefined) } = description
  return new CalError(description.code ?? code, t('{name} cannot be read: {reason}', { name, reason }), {
    cause,
    hint: hint(name),
  })
}

/** The text of a file, named in errors as the user wrote it. Errors: those of `readError`. */
export function readText(path: string, name: string = path, code?: ErrorCode): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw readError(name, cause, code)
  }
}

/** A file of a similar name in the folder, else where the file was expected. */
function nearFile(name: string, cause: unknown): Text | undefined {
  const { path } = cause as { readonly path?: string }
  if (path === undefined) return undefined
  const folder = dirname(path)
  const files = filesIn(folder)
  if (files === undefined) return t('the folder {folder} does not exist', { folder })
  const near = closest(basename(path), files)
  return near === undefined ? t('looked in {folder}', { folder }) : didYouMean(shellWord(join(dirname(name), near)))
}

function filesIn(folder: string): readonly string[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map(({ name }) => name)
  } catch {
    return undefined
  }
}

/** The records of a calendar are copied; its address is not a file. */
function calendarAddress(name: string, cause: unknown): CalError {
  const address = isDatabaseUrl(name) ? withoutDatabasePassword(name) : withoutPasswords(name)
  const file = name.startsWith('file:') ? name.slice(5) : undefined
  return new CalError('usage', t('{address} is the address of a calendar, not a file', { address }), {
    cause,
    hint:
      file === undefined
        ? t('copy its records: cal copy --from {address} --to CALENDAR', { address })
        : t('copy its records: cal copy --from {address} --to CALENDAR\nfor a file: {file}', { address, file }),
  })
}

/**
 * The error to throw for a failed write; ENOENT means that the folder is missing. The cause may also be the result of
 * a check before writing: `{ code: 'EISDIR' }`.
 */
export function writeError(name: string, cause: unknown, code: ErrorCode = 'usage'): unknown {
  const description = errorCode(cause) === 'ENOENT' ? no_folder : reasonOf(cause)
  if (description === undefined) return cause
  const { reason, hint } = description
  return new CalError(description.code ?? code, t('{name} cannot be written: {reason}', { name, reason }), {
    cause,
    hint: hint?.(name),
  })
}

/**
 * A file system error that no caller handled; undefined for other errors, such as a missing program.
 */
export function fileError(cause: unknown): CalError | undefined {
  const description = reasonOf(cause)
  if (
    description === undefined ||
    !(cause instanceof Error && 'syscall' in cause) ||
    /^(spawn|connect|listen|bind)/.test(String(cause.syscall))
  )
    return undefined
  const { reason, hint, code = 'usage' } = description
  if (!('path' in cause && typeof cause.path === 'string'))
    return new CalError(code, t('a file cannot be used: {reason}', { reason }), { cause })
  return new CalError(code, t('{path} cannot be used: {reason}', { path: cause.path, reason }), {
    cause,
    hint: hint?.(cause.path),
  })
}

/** undefined for other errors. */
export function reasonOf(cause: unknown): FileErrorText | undefined {
  return descriptions[errorCode(cause)]
}

/** The part of a path before its last slash, without the password of what is no path. */
function folderOf(name: string): string {
  const [, folder] = /^(.*)[\\/]./.exec(withoutPasswords(name)) ?? []
  return folder === undefined ? '.' : folder === '' ? '/' : folder
}

const no_folder: FileErrorText = {
  reason: t('no such folder'),
  hint: (name) => t('create it: mkdir -p {folder}', { folder: shellWord(folderOf(name)) }),
}
const absent: FileErrorText = { reason: t('no such file') }
const forbidden: FileErrorText = {
  reason: t('permission denied'),
  hint: (name) =>
    t('check the permissions: ls -ld {folder} {name}', { folder: shellWord(folderOf(name)), name: shellWord(name) }),
}
const other_path_hint = (): Text => t('use another path')
const folder: FileErrorText = {
  reason: t('it is a folder'),
  hint: () => t('specify a file in the folder'),
}
const full: FileErrorText = {
  code: 'disk',
  reason: t('no space left on the device'),
  hint: () => t('free some space, or use another path'),
}
const too_many: FileErrorText = {
  reason: t('too many files are open'),
  hint: () => t('check the limit: ulimit -n'),
}

const descriptions: Readonly<Record<string, FileErrorText>> = {
  ENOENT: absent,
  ENOTDIR: {
    reason: t('part of its path is a file, not a folder'),
    hint: other_path_hint,
  },
  EACCES: forbidden,
  EPERM: forbidden,
  EISDIR: folder,
  // Node's own `rm` uses this code.
  ERR_FS_EISDIR: folder,
  EEXIST: {
    reason: t('a file or folder of that name exists'),
    hint: other_path_hint,
  },
  ENAMETOOLONG: { reason: t('its name is too long'), hint: other_path_hint },
  ELOOP: {
    reason: t('its symbolic links form a loop'),
    hint: other_path_hint,
  },
  ENOSPC: full,
  EDQUOT: full,
  EMFILE: too_many,
  ENFILE: too_many,
  EFBIG: {
    reason: t('it exceeds the maximum file size'),
    hint: () => t('check the limit: ulimit -f'),
  },
  EROFS: {
    reason: t('the file system is read-only'),
    hint: other_path_hint,
  },
  EIO: {
    code: 'disk',
    reason: t('the device reports an error'),
    hint: () => t('check the system log: dmesg'),
  },
}

/** The error of `JSON.parse` with its position. */
export function jsonSyntaxError(text: string, cause: SyntaxError): Text {
  const { words, position } = jsonErrorIn(text, cause)
  return withPosition(words, position)
}

/** The error of `JSON.parse` with its column, and its line if the text begins at this line of a file. */
export function jsonErrorFrom(first_line: number, text: string, cause: SyntaxError) {
  const { words, position } = jsonErrorIn(text, cause)
  const { line, column } = position
  return { line: first_line + line - 1, problem: t('{text} (column {column})', { text: words, column }) }
}

function jsonErrorIn(text: string, { message }: SyntaxError): { words: Text; position: TextPosition } {
  const [, words] = json_messages.find(([pattern]) => pattern.test(message)) ?? [undefined, stray]
  return { words, position: positionIn(text, positionNamed(message) ?? wrongFrom(text)) }
}

function positionNamed(message: string): number | undefined {
  const position = /at position (\d+)/.exec(message)?.[1]
  return position === undefined ? undefined : Number(position)
}

/** Where a text no longer begins JSON: Node does not name the position of an unexpected token. */
function wrongFrom(text: string): number {
  let [right, wrong] = [0, text.length + 1]
  while (wrong - right > 1) {
    const middle = Math.floor((right + wrong) / 2)
    if (isBeginning(text.slice(0, middle))) right = middle
    else wrong = middle
  }
  return right
}

function isBeginning(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return /Unexpected end/.test(error.message) || positionNamed(error.message) === text.length
  }
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

function positionIn(text: string, position: number): TextPosition {
  const lines = text.slice(0, position).split('\n')
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 }
}

const stray: Text = t('unexpected character')

const backslash: Text = t('a backslash before a character that cannot be escaped')

const json_messages: readonly (readonly [RegExp, Text])[] = [
  [/Unexpected end/, t('unexpected end of the text')],
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

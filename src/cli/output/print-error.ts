// Formats errors as text, or as JSON with `-o json` and `-o ndjson`, and determines the exit code.
import { CalError, exit_codes } from '../../base/errors.ts'
import { type Language, t } from '../../base/text/language.ts'
import { withShortQuotes } from '../../base/text/quoted.ts'
import {
  escapeControls,
  escapeControlsInLine,
  jsonWithEscapes,
  withoutPasswords,
} from '../../base/text/untrusted-text.ts'
import { type OutputStream, type Runtime, withProgramName } from '../types/session.ts'
import { foldedMessage } from './text-width.ts'
import type { Format } from '../types/outcome.ts'

interface ReportOptions {
  readonly language: Language
  readonly format: Format | undefined
  readonly debug: boolean
  readonly program: string
}

const labels = { error: t('error'), hint: t('hint') } as const

/** Writes an error to standard error, wrapped on a terminal. Returns the exit code. */
export async function writeError(
  error: unknown,
  options: Omit<ReportOptions, 'program'>,
  { stderr, program }: Pick<Runtime, 'stderr' | 'program'>,
): Promise<number> {
  const { text, exit_code } = errorReport(error, { ...options, program })
  await stderr.write(isText(options.format) ? messageFor(stderr, text) : text)
  return exit_code
}

/** Whether errors are text in this format. */
export function isText(format: Format | undefined): boolean {
  return format !== 'json' && format !== 'ndjson'
}

/** A message for people, wrapped between words if it is printed on a terminal. */
export function messageFor({ isTerminal, columns }: OutputStream, text: string): string {
  return isTerminal ? foldedMessage(text, columns) : text
}

export function errorReport(error: unknown, options: ReportOptions) {
  const failure = error instanceof CalError ? error : bug(error)
  const stack = options.debug ? stackOf(error) : ''
  const text = (isText(options.format) ? formatError(failure, options) : jsonOf(failure, options)) + stack
  return { text: withoutPasswords(text), exit_code: failure.exit_code }
}

function bug(error: unknown): CalError {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return new CalError('bug', t('internal error: {message}', { message }), {
    cause: error,
    hint: t('rerun the command with --debug to see the stack trace'),
  })
}

function formatError(failure: CalError, { language, program }: ReportOptions): string {
  const text = withProgramName(program, withShortQuotes(failure.text[language]))
  // Usage errors have a line each. In other messages, a line break may come from a name: the lines after it are
  // indented, so that they don't look like a separate error.
  const lines = Object.keys(failure.fields ?? {}).length > 1 ? text.split('\n') : [text.replace(/\r?\n/g, '\n  ')]
  const error = lines.map((line) => `${labels.error[language]}: ${escapeControls(line)}\n`).join('')
  const { code, fields: rejected = {} } = failure.remote ?? {}
  // The message itself names missing fields.
  const fields = Object.entries(code === 'rest_missing_callback_param' ? {} : rejected)
    .map(([name, text]) => `  ${escapeControlsInLine(name)}: ${escapeControlsInLine(text)}\n`)
    .join('')
  const label = `${labels.hint[language]}: `
  const indent = ' '.repeat(label.length)
  const hint = failure.hint
    ? `${label}${escapeControls(withProgramName(program, failure.hint[language])).replaceAll('\n', `\n${indent}`)}\n`
    : ''
  return error + fields + hint
}

function jsonOf(failure: CalError, { language, program }: ReportOptions): string {
  const error = {
    code: failure.code,
    message: withProgramName(program, failure.text[language]),
    hint: failure.hint && withProgramName(program, failure.hint[language]),
    status: failure.remote?.status,
    remote_code: failure.remote?.code,
    fields:
      failure.remote?.fields ??
      (failure.fields &&
        Object.fromEntries(Object.entries(failure.fields).map(([name, text]) => [name, text[language]]))),
    exit: exit_codes[failure.code],
  }
  return `${jsonWithEscapes({ error })}\n`
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const cause = error.cause === undefined ? '' : stackOf(error.cause)
  return `${escapeControls(error.stack ?? '')}\n${cause}`
}

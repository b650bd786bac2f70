// One line for each record, or one for all: `-o ids`, `-o count` and `--template '{{id}} {{title}}'`.
import { CalError } from '../../../base/errors.ts'
import { t } from '../../../base/text/language.ts'
import { escapeControls } from '../../../base/text/untrusted-text.ts'
import { cellOf, valueAt } from '../fields.ts'
import type { Printer } from './formats.ts'

/** The id of each record, or the name of each run: input for other commands with `-`. */
export const printIds: Printer = async function* (records) {
  for await (const record of records) {
    const id = escapeControls(cellOf(valueAt(record, 'id') ?? valueAt(record, 'run'), ','))
    if (id !== '') yield `${id}\n`
  }
}

/** The total that the service reports if only some pages were fetched, otherwise the number of records. */
export const printCount: Printer = async function* (records, { total }) {
  let count = 0
  for await (const _ of records) count += 1
  yield `${count === 0 ? 0 : Math.max(total?.() ?? 0, count)}\n`
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', '\\': '\\' }

/**
 * `{{venue.city}}` is replaced by the value of that field; `\n` and `\t` are line feed and tab.
 *
 * Errors: `usage` for braces that are not closed.
 */
export function templatePrinter(template: string): Printer {
  const text = template.replace(/\\([nt\\])/g, (_, letter: string) => escapes[letter] ?? letter)
  if (/\{\{(?![^{}]*\}\})/.test(text)) {
    throw new CalError('usage', t('--template: a brace is not closed: {template}', { template }))
  }
  return async function* (records, { page }) {
    for await (const record of records) {
      const line = text.replace(/\{\{\s*([^{}]*?)\s*\}\}/g, (_, name: string) => cellOf(valueAt(record, name), ', '))
      yield `${page.isTerminal ? escapeControls(line) : line}\n`
    }
  }
}

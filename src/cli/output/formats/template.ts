// `--template '{{id}} {{title}}'`: a line of your own for each record.
import { CalError } from '../../../base/errors.ts'
import { escapeControls } from '../../../base/text/untrusted-text.ts'
import { cellOf, valueAt } from '../fields/fields.ts'
import type { Printer } from './formats.ts'

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', '\\': '\\' }

/**
 * `{{venue.city}}` is what stands there; `\n` and `\t` are line feed and tab. Fails with `usage` for braces that do not
 * close.
 */
export function templatePrinter(template: string): Printer {
  const text = template.replace(/\\([nt\\])/g, (_, letter: string) => escapes[letter] ?? letter)
  if (/\{\{(?![^{}]*\}\})/.test(text)) {
    throw new CalError('usage', {
      en: `--template needs {{NAME}}, and a pair of braces is open: ${template}`,
      de: `--template braucht {{NAME}}, und eine Klammer ist offen: ${template}`,
    })
  }
  return async function* (records, { page }) {
    for await (const record of records) {
      const line = text.replace(/\{\{\s*([^{}]*?)\s*\}\}/g, (_, name: string) => cellOf(valueAt(record, name), ', '))
      yield `${page.isTerminal ? escapeControls(line) : line}\n`
    }
  }
}

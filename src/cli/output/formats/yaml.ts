// YAML: a list of any length, an item at a time, or one object.
import { escapeControls } from '../../../base/text/untrusted-text.ts'
import { picked } from '../fields/fields.ts'
import type { Printer } from './formats.ts'

export const printYaml: Printer = async function* (records, { fields, fields_chosen, single, page }) {
  const { stringify } = (await import('yaml')).default
  let empty = true
  for await (const record of records) {
    const shown = fields_chosen ? picked(record, fields) : record
    const text = stringify(single ? shown : [shown], { lineWidth: 0 })
    yield page.isTerminal ? escapeControls(text) : text
    empty = false
  }
  if (empty && !single) yield '[]\n'
}

// Records as JSON or YAML, streamed as one document, or as NDJSON, one object per line.
import type { Json } from '../../../base/json.ts'
import { escapeControls } from '../../../base/text/untrusted-text.ts'
import type { OutcomeItem } from '../../core/outcome.ts'
import { picked } from '../fields.ts'
import type { Layout, Printer } from './formats.ts'

export const printJson: Printer = async function* (records, layout) {
  if (layout.single) {
    for await (const record of records) yield `${indented(shown(record, layout), layout.page)}\n`
    return
  }
  let before = '[\n'
  for await (const record of records) {
    yield `${before}${indented(shown(record, layout), layout.page).replace(/^/gm, '  ')}`
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}

export const printNdjson: Printer = async function* (records, layout) {
  for await (const record of records) yield `${escaped(JSON.stringify(shown(record, layout)), layout.page)}\n`
}

function shown(record: OutcomeItem, { fields, fields_chosen }: Layout): OutcomeItem {
  return fields_chosen ? picked(record, fields) : record
}

export const printYaml: Printer = async function* (records, layout) {
  const { stringify } = (await import('yaml')).default
  const { single, page } = layout
  let isEmpty = true
  for await (const record of records) {
    const item = shown(record, layout)
    const text = stringify(single ? item : [item], { lineWidth: 0 })
    yield page.isTerminal ? escapeControls(text) : text
    isEmpty = false
  }
  if (isEmpty && !single) yield '[]\n'
}

/** Indented JSON. For a terminal, control characters are escaped as `\uXXXX`, which is equivalent JSON. */
export function indented(value: Json | undefined, page: Pick<Layout['page'], 'isTerminal'>): string {
  return escaped(JSON.stringify(value, null, 2) ?? 'null', page)
}

function escaped(json: string, { isTerminal }: Pick<Layout['page'], 'isTerminal'>): string {
  if (!isTerminal) return json
  return escapeControls(json).replace(/\\u\{([0-9a-f]+)\}/g, (_, hex: string) => `\\u${hex.padStart(4, '0')}`)
}

// YAML: a bundle of all kinds, or a list of one, with texts of several lines as blocks.
import { stringify } from 'yaml'
import type { JsonObject } from '../../base/json.ts'
import type { ExportBatch, ExportWriter } from './formats.ts'

export async function* yamlOf(
  batches: AsyncIterable<ExportBatch> | Iterable<ExportBatch>,
  { alone }: ExportWriter,
): AsyncIterable<string> {
  const indent = alone ? '' : '  '
  for await (const { kind, records } of batches) {
    let count = 0
    for await (const record of records) {
      if (count++ === 0 && !alone) yield `${kind}:\n`
      yield itemText(record, indent)
    }
    if (count === 0) yield alone ? '[]\n' : `${kind}: []\n`
  }
}

function itemText(record: JsonObject, indent: string): string {
  const text = stringify([record], { lineWidth: 0 })
  return indent === '' ? text : text.replace(/^(?=.)/gm, indent)
}

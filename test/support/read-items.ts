// Reads the text of a file of records for tests.
import { type InputBatches, isEntry, type InputItem } from '../../src/bulk/input/entry.ts'
import { batchesOf, type ReadOptions } from '../../src/bulk/input/formats/formats.ts'
import { convertedFields } from '../../src/bulk/input/parse-entry.ts'
import { textSource } from '../../src/bulk/input/source.ts'

export const default_read_options: ReadOptions = {
  kinds: {},
  map: {},
  order: 'mdy',
  files: new Map(),
  since: '1900-01-01 00:00:00',
  until: '2030-01-01 00:00:00',
  now: Date.UTC(2027, 0, 1),
  note: () => {},
}

/** The records one by one. */
export async function* itemsOf(batches: InputBatches): AsyncIterable<InputItem> {
  for await (const items of batches) yield* items
}

async function itemsIn(name: string, text: string, reading: Partial<ReadOptions> = {}): Promise<InputItem[]> {
  const options = { ...default_read_options, ...reading }
  const items: InputItem[] = []
  for await (const item of itemsOf(batchesOf(textSource(name, text), options))) items.push(item)
  return items
}

/** Kind, line and values of each record as they are sent, or `error`, line and message. */
export async function readItems(name: string, text: string, reading: Partial<ReadOptions> = {}): Promise<unknown[]> {
  return (await itemsIn(name, text, reading)).map((item) =>
    isEntry(item) && item.row_errors === undefined
      ? [item.kind, item.location.line, convertedFields(item.kind, item.values)]
      : ['error', item.location.line, (isEntry(item) ? item.row_errors : item.errors)?.[0]?.text.en],
  )
}

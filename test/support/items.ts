// Reads a text as a file of records, for tests.
import { isEntry, type InputItem } from '../../src/bulk/input/entry.ts'
import { itemsOf, type ReadOptions } from '../../src/bulk/input/formats/formats.ts'
import { textSource } from '../../src/bulk/input/source.ts'

export const plain_reading: ReadOptions = {
  kinds: {},
  map: {},
  order: 'mdy',
  leftOut: () => {},
  since: '1900-01-01 00:00:00',
  until: '2030-01-01 00:00:00',
  now: Date.UTC(2027, 0, 1),
  warn: () => {},
  note: () => {},
}

async function itemsIn(name: string, text: string, reading: Partial<ReadOptions> = {}): Promise<InputItem[]> {
  const items: InputItem[] = []
  for await (const item of itemsOf(textSource(name, text), { ...plain_reading, ...reading })) items.push(item)
  return items
}

/** `venues venues.csv:2 {…}`, or the complaint: what a test compares. */
export async function seen(name: string, text: string, reading: Partial<ReadOptions> = {}): Promise<unknown[]> {
  return (await itemsIn(name, text, reading)).map((item) =>
    isEntry(item)
      ? [item.kind, item.location.line, item.values]
      : ['error', item.location.line, item.errors[0]?.text.en],
  )
}

// A small input is read once, a large one twice; both are imported in the same way.
import { expect, it } from 'vitest'
import type { InputItem } from '../../../../src/bulk/input/entry.ts'
import { ParsedRows, type Inputs, type ParsedItem, parseInputs } from '../../../../src/bulk/matching/parsed-input.ts'
import { scanInput } from '../../../../src/bulk/matching/input-scan.ts'

/** Events with a description of this many letters; `opened` counts how often the input is read. */
function inputOf(count: number, letters: number) {
  const opened = { times: 0 }
  async function* items(): AsyncIterable<InputItem> {
    opened.times++
    for (let n = 0; n < count; n++) {
      const values = {
        title: `Evening ${n % 3}`,
        start_date: '2027-03-01 20:00',
        end_date: '2027-03-01 22:00',
        description: 'a'.repeat(letters),
      }
      yield { kind: 'events', values, location: { file: 'events.ndjson', line: n + 1 }, original: values }
    }
  }
  const inputs: Inputs = {
    files: ['events.ndjson'],
    items,
    match: undefined,
    rules: {
      here: { now: 0, zone: 'UTC' },
      order: 'mdy',
      without: new Set(),
      partial: false,
      unknown: () => {},
      note: () => {},
    },
  }
  return { inputs, opened }
}

async function all(records: AsyncIterable<ParsedItem>): Promise<readonly ParsedItem[]> {
  const list: ParsedItem[] = []
  for await (const reading of records) list.push(reading)
  return list
}

it('caches the parsed records and their duplicates', async () => {
  const { inputs, opened } = inputOf(4, 10)
  const { parsed: records, duplicates } = await scanInput(inputs, () => {}, new ParsedRows())
  expect(opened.times).toBe(1)
  expect(records?.map(({ n, errors }) => [n, errors.length])).toEqual([
    [0, 0],
    [1, 0],
    [2, 0],
    [3, 1],
  ])
  expect(records).toEqual(await all(parseInputs(inputs, { known: duplicates })))
})

it('does not cache a large input, even if it has few records', async () => {
  const { inputs } = inputOf(2, 20 * 1024 * 1024)
  expect((await scanInput(inputs, () => {}, new ParsedRows())).parsed).toBeUndefined()
  expect((await scanInput(inputOf(1, 20 * 1024 * 1024).inputs, () => {}, new ParsedRows())).parsed).toHaveLength(1)
})

it('does not cache without the option', async () => {
  expect((await scanInput(inputOf(2, 10).inputs, () => {})).parsed).toBeUndefined()
})

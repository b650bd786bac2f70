// An input is read once, whether its records fit into memory or not.
import { expect, it } from 'vitest'
import type { InputItem } from '../../../../src/bulk/input/entry.ts'
import { type Inputs, type ParsedItem, ParsedRows, storeInput } from '../../../../src/bulk/matching/input-scan.ts'

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

const numbered = (rows: Iterable<ParsedItem>) => [...rows].map(({ n, errors }) => [n, errors.length])

it('reads an input once, and finds the records with the key of an earlier one', async () => {
  const { inputs, opened } = inputOf(4, 10)
  const { rows, invalid } = await storeInput(inputs, () => {})
  const found = [
    [0, 0],
    [1, 0],
    [2, 0],
    [3, 1],
  ]
  expect(numbered(rows)).toEqual(found)
  expect(numbered(rows)).toEqual(found)
  expect([invalid, opened.times]).toEqual([1, 1])
})

it('reads a large input once too, in the same way', async () => {
  const { inputs, opened } = inputOf(700, 10)
  const [few, many] = [await storeInput(inputs, () => {}), await storeInput(inputs, () => {}, new ParsedRows(10_000))]
  expect(opened.times).toBe(2)
  expect([...many.rows]).toEqual([...few.rows])
  expect([...many.rows].map(({ n }) => n)).toEqual(Array.from({ length: 700 }, (_, n) => n))
  expect(many.rows.at(699)).toMatchObject({ n: 699, record: { entry: { location: { line: 700 } } } })
})

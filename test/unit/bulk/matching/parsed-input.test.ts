// An input is read once, and its records come back from the table in which they are kept.
import { expect, it } from 'vitest'
import type { InputBatches, InputItem } from '../../../../src/bulk/input/entry.ts'
import { type Inputs, scanInput } from '../../../../src/bulk/matching/input-scan.ts'
import type { ParsedItem } from '../../../../src/bulk/matching/input-table.ts'

/** Events with a description of this many letters; `opened` counts how often the input is read. */
function inputOf(count: number, letters: number) {
  const opened = { times: 0 }
  async function* batches(): InputBatches {
    opened.times++
    yield items()
  }
  function* items(): Iterable<InputItem> {
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
    batches,
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
  const { rows, invalid } = await scanInput(inputs, () => {}, { keeps: true })
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

it('names the first of records with one key, also far above', async () => {
  const { inputs } = inputOf(700, 10)
  const { rows } = await scanInput(inputs, () => {}, { keeps: true })
  expect([...rows].map(({ n }) => n)).toEqual(Array.from({ length: 700 }, (_, n) => n))
  expect(rows.at(699)).toMatchObject({ n: 699, record: { entry: { location: { line: 700 } } } })
  expect(rows.at(699)?.errors[0]?.text.en).toMatch(/^duplicate of events.ndjson:1 /)
  expect(rows.at(700)).toBeUndefined()
})

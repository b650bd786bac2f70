// Values that are kept in a temporary database once they are many.
import { describe, expect, it } from 'vitest'
import { TemporaryValues } from '../../../../src/base/files/temporary-values.ts'

const sampleOf = (id: number) => ({ id, title: `Termin ${id} – für alle`, description: 'Musik. '.repeat(id % 400) })

describe.each([
  ['in memory', Number.POSITIVE_INFINITY],
  ['in a database', 0],
  ['first in memory, then in a database', 100_000],
])('values %s', (_, characters_max) => {
  it('are found by number and listed, also those replaced, and without those deleted', () => {
    const values = new TemporaryValues<ReturnType<typeof sampleOf>>(characters_max)
    for (let id = 1; id <= 900; id++) values.set(id, sampleOf(id))
    values.set(7, { ...sampleOf(7), title: 'Other' })
    values.delete(9)
    for (const id of [1, 900, 2, 899, 450, 3, 8, 10]) expect(values.get(id)).toEqual(sampleOf(id))
    expect([values.get(7)?.title, values.get(9), values.get(901)]).toEqual(['Other', undefined, undefined])
    const listed = [...values.values()].map(({ id }) => id)
    expect(listed).toEqual(Array.from({ length: 900 }, (_, i) => i + 1).filter((id) => id !== 9))
  })
})

it('gives back a text that is longer than the memory of the database', () => {
  const values = new TemporaryValues<{ readonly text: string }>(0)
  values.set(1, { text: 'ü'.repeat(12_000_000) })
  values.set(2, { text: 'short' })
  expect(values.get(1)?.text.length).toBe(12_000_000)
  expect(values.get(2)).toEqual({ text: 'short' })
})

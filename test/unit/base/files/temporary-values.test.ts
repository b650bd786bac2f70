// Values and keys that are kept in a temporary database.
import { describe, expect, it } from 'vitest'
import { TemporaryKeys, TemporaryValues } from '../../../../src/base/files/temporary-values.ts'

const sampleOf = (id: number) => ({ id, title: `Termin ${id} – für alle`, description: 'Musik. '.repeat(id % 400) })

describe('values', () => {
  it('are found by number and listed, also those replaced, and without those deleted', () => {
    const values = new TemporaryValues<ReturnType<typeof sampleOf>>()
    for (let id = 1; id <= 900; id++) values.set(id, sampleOf(id))
    values.set(7, { ...sampleOf(7), title: 'Other' })
    values.delete(9)
    for (const id of [1, 900, 2, 899, 450, 3, 8, 10]) expect(values.get(id)).toEqual(sampleOf(id))
    expect([values.get(7)?.title, values.get(9), values.get(901)]).toEqual(['Other', undefined, undefined])
    const listed = [...values.values()].map(({ id }) => id)
    expect(listed).toEqual(Array.from({ length: 900 }, (_, i) => i + 1).filter((id) => id !== 9))
  })

  it('can be longer than the memory of the database', () => {
    const values = new TemporaryValues<{ readonly text: string }>()
    values.set(1, { text: 'ü'.repeat(12_000_000) })
    values.set(2, { text: 'short' })
    expect(values.get(1)?.text.length).toBe(12_000_000)
    expect(values.get(2)).toEqual({ text: 'short' })
  })
})

describe('keys', () => {
  it('have the numbers that were added to them, each once, and not those deleted', () => {
    const keys = new TemporaryKeys()
    expect([keys.has('slug=7', 7), keys.get('slug=7')]).toEqual([false, []])
    for (let n = 0; n < 900; n += 2) keys.addAll([n, n + 1].map((one) => [`slug=${one % 300}`, one]))
    for (const n of [7, 307, 7]) keys.add('slug=7', n)
    keys.delete('slug=8', 308)
    keys.delete('slug=8', 9)
    const found = ['slug=7', 'slug=8', 'slug=299', 'slug=300', 'slug='].map((key) => keys.get(key))
    expect(found).toEqual([[7, 307, 607], [8, 608], [299, 599, 899], [], []])
    expect([keys.has('slug=8', 608), keys.has('slug=8', 308)]).toEqual([true, false])
    expect([608, 308, 908, 308].map((n) => keys.add('slug=8', n))).toEqual([false, true, true, false])
    for (const n of [9, 309]) keys.delete('slug=9', n)
    const shared = keys.shared().map((numbers) => Math.min(...numbers) % 300)
    expect(shared.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 300 }, (_, n) => n).filter((n) => n !== 9))
  })

  it('differ in one letter, in case, and by what is no Unicode', () => {
    const keys = new TemporaryKeys()
    const all = [
      '',
      ' ',
      'a',
      'ab',
      'ba',
      'a\0b',
      'a\0c',
      'ä',
      'Ä',
      '\u{1f3b7}',
      '\ud83c',
      '\ud83d',
      '\ufffd',
      '7',
      '07',
    ]
    keys.addAll(all.map((key, n) => [key, n]))
    expect(all.map((key) => keys.get(key))).toEqual([...all.keys()].map((n) => [n]))
  })
})

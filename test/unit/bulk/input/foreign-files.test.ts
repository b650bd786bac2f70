// Files as other programs write them: nothing of them is lost without a word, and no time is wrong.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isEntry } from '../../../../src/bulk/input/entry.ts'
import { batchesOf } from '../../../../src/bulk/input/formats/formats.ts'
import type { Text } from '../../../../src/base/text/language.ts'
import { fileSource, type InputSource } from '../../../../src/bulk/input/source.ts'
import { default_read_options, itemsOf, readItems } from '../../../support/read-items.ts'
import { newFolder } from '../../../support/folder.ts'

/** A source whose chunks have this many bytes. */
function inChunks(name: string, bytes: Uint8Array, size: number): InputSource {
  return {
    name,
    async *bytes() {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
    },
  }
}

async function valuesOf(source: InputSource) {
  const values = []
  for await (const item of itemsOf(batchesOf(source, default_read_options)))
    values.push(isEntry(item) ? [item.location.line, item.values] : item.errors)
  return values
}

describe('iCalendar lines folded in the middle of a character', () => {
  const text = 'äöü€😀'.repeat(20)

  function folded(line: string, size: number): Uint8Array {
    const bytes = Buffer.from(line)
    const parts = [bytes.subarray(0, size)]
    for (let at = size; at < bytes.length; at += size - 1)
      parts.push(Buffer.from('\r\n '), bytes.subarray(at, at + size - 1))
    return Buffer.concat(parts)
  }

  it.each([20, 30, 40, 41, 42, 43, 74, 75])('at %i bytes', async (size) => {
    const bytes = Buffer.concat([
      Buffer.from('BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\nDTSTART:20270105T180000Z\r\nSUMMARY:Fold\r\n'),
      folded(`DESCRIPTION:${text}`, size),
      Buffer.from('\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n'),
    ])
    for (const chunk of [1, 7, 64, 100_000])
      expect(await valuesOf(inChunks('x.ics', bytes, chunk))).toMatchObject([[2, { description: text }]])
  })
})

describe('the encoding of a file', () => {
  const read = async (bytes: Uint8Array, name = 'x.csv') => {
    const notes = new Set<string>()
    const reading = { ...default_read_options, note: ({ en }: Text) => void notes.add(en) }
    for await (const _ of itemsOf(batchesOf(inChunks(name, bytes, 100), reading)));
    return [...notes]
  }
  const sheet = (title: string) => Buffer.from(`title,start_date\nA,2027-03-13\n${title},2027-03-14\n`, 'latin1')

  it('is named with a word if it is a guess', async () => {
    const note = 'warning: x.csv is not in UTF-8 and is read as Windows-1252: check a word such as'
    expect(await read(sheet('Fr\u00fchling'))).toEqual([`${note} "Frühling"`])
    // Mac OS Roman
    expect(await read(sheet('Fr\u009fhling'))).toEqual([`${note} "FrŸhling"`])
    expect(await read(Buffer.from('title,start_date\nFrühling,2027-03-14\n'))).toEqual([])
    expect(await read(Buffer.from('\ufefftitle,start_date\nFrühling,2027-03-14\n', 'utf16le'))).toEqual([])
  })

  it.each([
    [
      'x.ics',
      'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:Frühling\r\nDTSTART:20270101T100000\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
    ],
    ['x.json', '[{"title":"Frühling"}]'],
    ['x.ndjson', '{"title":"Frühling"}\n'],
    ['x.yaml', '- title: Frühling\n'],
  ])('is named in %s too', async (name, text) =>
    expect(await read(Buffer.from(text, 'latin1'), name)).toEqual([
      `warning: ${name} is not in UTF-8 and is read as Windows-1252: check a word such as "Frühling"`,
    ]),
  )

  it('is refused if a byte is in neither', async () => {
    // DOS
    await expect(read(sheet('Fr\u0081hling'))).rejects.toThrow('x.csv is neither in UTF-8 nor in Windows-1252')
  })
})

describe('YAML with merge keys', () => {
  it('has the fields of the merged maps, its own first', async () => {
    const text = [
      'base: &base {venue: Depot, cost: "5"}',
      'events:',
      ' - &first {<<: *base, title: A, start_date: 2027-01-05}',
      ' - {<<: [{cost: "9"}, *first], title: B}',
      ' - {<<: {"__proto__": {cost: "1"}}, title: C}',
    ]
    expect(await readItems('x.yaml', text.join('\n'))).toEqual([
      ['events', 3, { title: 'A', start_date: '2027-01-05', venue: 'Depot', cost: '5' }],
      ['events', 4, { title: 'B', start_date: '2027-01-05', venue: 'Depot', cost: '9' }],
      ['events', 5, Object.defineProperty({ title: 'C' }, '__proto__', { value: { cost: '1' }, enumerable: true })],
    ])
  })
})

describe('a file without a byte', () => {
  const folder = newFolder()

  it.each(['x.csv', 'x.json', 'x.ics', 'x.yaml', 'x'])('is refused: %s', async (name) => {
    writeFileSync(join(folder, name), '')
    await expect(valuesOf(fileSource(join(folder, name), name))).rejects.toMatchObject({
      code: 'usage',
      text: { en: `${name} is empty` },
    })
  })
})

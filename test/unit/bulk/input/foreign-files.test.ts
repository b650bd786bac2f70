// Files as other programs write them: nothing of them is lost without a word, and no time is wrong.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isEntry } from '../../../../src/bulk/input/entry.ts'
import { itemsOf } from '../../../../src/bulk/input/formats/formats.ts'
import type { Text } from '../../../../src/base/text/language.ts'
import { fileSource, type InputSource } from '../../../../src/bulk/input/source.ts'
import { default_read_options, readItems } from '../../../support/read-items.ts'

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
  for await (const item of itemsOf(source, default_read_options))
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

describe('a spreadsheet', () => {
  const event = async (header: string, row: string) => {
    const [item] = await readItems('x.csv', `${header}\n${row}\n`)
    return Array.isArray(item) ? item[2] : item
  }

  it.each([
    ['22:00', '02:00', { start_date: '2026-12-31 22:00:00', end_date: '2027-01-01 02:00:00' }],
    ['22:00', '24:00', { start_date: '2026-12-31 22:00:00', end_date: '2027-01-01 00:00:00' }],
    ['18:00', '22:00', { start_date: '2026-12-31 18:00:00', end_date: '2026-12-31 22:00:00' }],
    ['20:00', '18:00', { start_date: '2026-12-31 20:00:00', end_date: '2026-12-31 18:00:00' }],
  ])('ends on the next day after a night: %s to %s', async (start, end, dates) => {
    expect(await event('Titel;Datum;Beginn;Ende', `Nacht;31.12.2026;${start};${end}`)).toMatchObject(dates)
    expect(await event('Titel;Datum;Uhrzeit', `Nacht;31.12.2026;${start}-${end}`)).toMatchObject(dates)
  })

  it.each([
    ['1.234,50 €', '1234,50 €'],
    ['"1,234.50"', '1234.50'],
    ['1.234.567', '1234567'],
    ['1 234 EUR', '1234 EUR'],
    ["CHF 1'234.50", 'CHF 1234.50'],
    ['1.500', '1.500'],
    ['12,50 €', '12,50 €'],
    ['8 / 12 €', '8 / 12 €'],
    ['10.50 - 20.75', '10.50 - 20.75'],
    ['5 100', '5 100'],
    ['5 100 kr', '5100 kr'],
    ['"5,-"', '5'],
    ['"ab 5,-- €"', 'ab 5 €'],
    ['CHF 5.–', 'CHF 5'],
    ['"5,- – 8,- €"', '5 – 8 €'],
    ['5.-10', '5.-10'],
  ])('has separators of thousands in a price: %s', async (written, cost) => {
    expect(await event('title;start_date;cost', `A;2027-01-01 10:00;${written}`)).toMatchObject({ cost })
  })

  it.each([
    ['Private', 'True', 'private'],
    ['Private', 'False', undefined],
    ['Privat', 'Ein', 'private'],
    ['Privat', 'Aus', undefined],
    ['Sensitivity', 'Personal', 'private'],
    ['Privat', 'Wahr', 'private'],
    ['Sensitivity', 'Confidential', 'private'],
    ['Vertraulichkeit', 'Normal', undefined],
  ])('has private events: %s %s', async (header, cell, status) => {
    const values = await event(`Subject;Start Date;Start Time;${header}`, `Doctor;2027-01-01;10:00;${cell}`)
    expect(values).toMatchObject({ title: 'Doctor' })
    expect(values.status).toBe(status)
  })

  it.each([
    ['Subject,Start Date,Start Time,Private,Sensitivity', 'True', 'Normal', 'private'],
    ['Subject,Start Date,Start Time,Private,Sensitivity', 'False', 'Confidential', 'private'],
    ['Subject,Start Date,Start Time,Private,Sensitivity', 'False', 'Normal', undefined],
    ['Betreff,Beginnt am,Beginnt um,Privat,Vertraulichkeit', 'Ein', 'Normal', 'private'],
    ['Betreff,Beginnt am,Beginnt um,Privat,Vertraulichkeit', 'Aus', 'Normal', undefined],
  ])('reads both columns of Outlook about privacy: %s %s %s', async (header, first, second, status) => {
    const values = await event(header, `Doctor,2027-01-01,10:00,${first},${second}`)
    expect(values).toMatchObject({ title: 'Doctor' })
    expect(values.status).toBe(status)
  })

  it('rejects a private event whose status is publish', async () => {
    const rows = 'Doctor,2027-01-01 10:00,Publish,True\nFair,2027-01-01 10:00,publish,False\n'
    expect(await readItems('x.csv', `title,start_date,status,Private\n${rows}`)).toEqual([
      ['error', 2, 'Private: "True" contradicts the status publish'],
      [
        'events',
        3,
        { title: 'Fair', start_date: '2027-01-01 10:00:00', end_date: '2027-01-01 10:00:00', status: 'publish' },
      ],
    ])
  })

  it('rejects a privacy that is neither private nor public', async () => {
    expect(await readItems('x.csv', 'title,start_date,Private\nDoctor,2027-01-01 10:00,perhaps\n')).toEqual([
      ['error', 2, 'Private: "perhaps" is neither private nor public'],
    ])
  })

  it.each([
    ['Draft', 'draft'],
    ['PENDING', 'pending'],
    ['Live', 'Live'],
  ])('reads a known status regardless of case: %s', async (written, status) =>
    expect(await event('title,start_date,Event Status', `A,2027-01-01 10:00,${written}`)).toMatchObject({ status }),
  )
})

describe('the encoding of a file', () => {
  const read = async (bytes: Uint8Array, name = 'x.csv') => {
    const notes = new Set<string>()
    const reading = { ...default_read_options, note: ({ en }: Text) => void notes.add(en) }
    for await (const _ of itemsOf(inChunks(name, bytes, 100), reading));
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

describe('YAML with an explicit timestamp', () => {
  it('keeps it as text', async () => {
    expect(
      await readItems(
        'x.yaml',
        'events:\n - {title: A, start_date: !!timestamp 2027-01-05, end_date: !!timestamp 2027-01-05T10:00:00Z}\n',
      ),
    ).toMatchObject([['events', 2, { start_date: '2027-01-05', end_date: '2027-01-05T10:00:00Z' }]])
  })
})

describe('a file without a byte', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cal-empty-'))

  it.each(['x.csv', 'x.json', 'x.ics', 'x.yaml', 'x'])('is refused: %s', async (name) => {
    writeFileSync(join(folder, name), '')
    await expect(valuesOf(fileSource(join(folder, name), name))).rejects.toMatchObject({
      code: 'usage',
      text: { en: `${name} is empty` },
    })
  })
})

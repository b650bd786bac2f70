// JSON of other programs: calendars are read, records in a wrapper are refused with a jq filter that extracts them.
import { describe, expect, it } from 'vitest'
import { throughJq } from '../../../../../src/cli/output/print-outcome.ts'
import { readItems } from '../../../../support/read-items.ts'
import { newWorkspace } from '../../../../support/workspace.ts'

const record = { title: 'A', start_date: '2027-03-13 19:00', end_date: '2027-03-13 20:00' }
const thing = {
  '@type': 'Event',
  name: 'A',
  startDate: '2027-03-13T19:00:00+01:00',
  location: { '@type': 'Place', name: 'Hall' },
}
const of_thing = {
  title: 'A',
  start_date: '2027-03-13T19:00:00+01:00',
  end_date: '2027-03-13T19:00:00+01:00',
  venue: 'Hall',
}

describe('records in a wrapper are refused with a jq filter that extracts them', () => {
  it.each([
    ['"data" is not a kind of record', '.data', { data: [record] }, [record]],
    [
      '"result.list.rows" is not a kind of record',
      '.result.list.rows',
      { result: { list: { rows: [record] } } },
      [record],
    ],
    ['"@rows" is not a kind of record', '."@rows"', { '@rows': [record] }, [record]],
    [
      '"records" is not a kind of record',
      '[.records[].fields]',
      { records: [{ id: 'rec1', createdTime: '2026-11-01T10:00:00.000Z', fields: record }], offset: 'itr' },
      [record],
    ],
    ['has the form of schema.org', /startDate/, { '@context': 'https://schema.org', ...thing }, [of_thing]],
    [
      'has the form of schema.org',
      /startDate/,
      [{ '@context': 'http://schema.org', ...thing, location: 'Hall' }],
      [of_thing],
    ],
    [
      'has the form of schema.org',
      /startDate/,
      {
        '@context': 'https://schema.org',
        '@graph': [{ ...thing, eventStatus: 'https://schema.org/EventCancelled' }],
      },
      [{ ...of_thing, status: 'draft' }],
    ],
  ])('%s: %s', async (message, filter, document, records) => {
    const { cal, write } = newWorkspace()
    write('a&b.json', JSON.stringify(document))
    const { code, stderr } = await cal('import a&b.json --yes')
    expect(code).toBe(2)
    expect(stderr).toContain(message)
    const [, written = ''] = /jq '(.*)' 'a&b\.json' \| cal import - --kind events\n$/.exec(stderr) ?? []
    expect(written).toMatch(filter)
    expect(JSON.parse(await throughJq(document, written, { isTerminal: false }))).toEqual(records)
  })

  it.each([{ data: [record] }, { result: { rows: [record] } }])('also in a large file: %j', async (document) => {
    const text = `${' '.repeat(300_000)}${JSON.stringify(document)}`
    await expect(readItems('a.json', text)).rejects.toThrow('is not a kind of record')
  })
})

// Errors at the top level of a calendar file: each names its line, the value and what is expected, in both languages.
import { describe, expect, it } from 'vitest'
import { documentOf, recognize, recognizeStrictly } from '../../../../src/bulk/calendar-file/document.ts'
import { readJson } from '../../../../src/bulk/input/formats/json.ts'
import { readYaml } from '../../../../src/bulk/input/formats/yaml.ts'
import { itemsOf } from '../../../support/read-items.ts'
import { type InputSource, textSource } from '../../../../src/bulk/input/source.ts'

const keys = 'calendar, timezone, language, defaults, categories, tags, venues, organizers, events'

describe('a calendar file', () => {
  it.each([
    [
      'tags: [a]\nevent: []\n',
      `2: unknown key "event"; allowed keys: ${keys}`,
      `2: unbekannter Schlüssel „event“; erlaubt sind ${keys}`,
    ],
    ['events: []\ntags: free\n', '2: tags needs a list, not "free"', '2: tags erwartet eine Liste, nicht „free“'],
    [
      'timezone: Berlin\n',
      '1: timezone needs a zone such as Europe/Berlin or UTC+2, not "Berlin"',
      '1: timezone erwartet eine Zone wie Europe/Berlin oder UTC+2, nicht „Berlin“',
    ],
    ['calendar: 5\n', '1: calendar needs a name, not 5', '1: calendar erwartet einen Namen, nicht 5'],
    ['language: fr\n', '1: language needs en or de, not "fr"', '1: language erwartet en oder de, nicht „fr“'],
    [
      'tags: []\n\ndefaults: [1]\n',
      '3: defaults needs fields with values, not [1]',
      '3: defaults erwartet Felder mit Werten, nicht [1]',
    ],
    [
      '- a\n',
      `1: not a calendar file: none of the keys ${keys}`,
      `1: keine Kalenderdatei: keiner der Schlüssel ${keys} vorhanden`,
    ],
  ])('rejects %j', async (text, en, de) => {
    await expect(documentOf(textSource('a.yaml', text))).rejects.toMatchObject({
      code: 'usage',
      text: { en: `a.yaml:${en}`, de: `a.yaml:${de}` },
    })
  })

  it('may omit any key or leave it empty', async () => {
    for (const text of ['# nothing\n', 'events:\n', 'timezone:\nlanguage:\ndefaults:\ncalendar:\n'])
      await expect(documentOf(textSource('a.yaml', text))).resolves.toMatchObject({
        calendar: undefined,
        timezone: undefined,
        language: 'en',
        defaults: {},
        rows: { categories: [], tags: [], venues: [], organizers: [], events: [] },
      })
  })

  it('may name a zone as Windows does', async () => {
    const { timezone } = await documentOf(textSource('a.yaml', 'timezone: W. Europe Standard Time\n'))
    expect(timezone).toBe('Europe/Berlin')
  })

  it('has the line of each record', async () => {
    const { rows } = await documentOf(textSource('a.yaml', 'tags: [a, b]\nevents:\n  - title: A\n  - title: B\n'))
    expect([rows.tags, rows.events]).toEqual([
      [
        { value: 'a', line: 1 },
        { value: 'b', line: 1 },
      ],
      [
        { value: { title: 'A' }, line: 3 },
        { value: { title: 'B' }, line: 4 },
      ],
    ])
  })

  it('has the lines of JSON, also of an unknown key', async () => {
    const { rows } = await documentOf(
      textSource('a.json', '{"tags": ["a"],\n"events": [\n{"title":"A"},\n{"title":"B"}]}'),
    )
    expect([rows.tags[0]?.line, ...rows.events.map(({ line }) => line)]).toEqual([1, 3, 4])
    await expect(documentOf(textSource('a.json', '{"tags": ["a"],\n"colour": {"a": 1}}'))).rejects.toMatchObject({
      message: expect.stringContaining('a.json:2: unknown key "colour"'),
    })
  })
})

const isCalendar = async (name: string, text: string) => 'calendar' in (await recognize(textSource(name, text)))

describe('a file recognized as a calendar file', () => {
  it.each([
    ['a.yaml', 'categories:\n  - Services: [Prayer]\n'],
    [
      'a.yml',
      'defaults: { timezone: Europe/Berlin }\nevents:\n  - { title: Mass, start: 2027-01-05 08:00, repeat: FREQ=DAILY;COUNT=2 }\n',
    ],
    ['a.json', '{"tags": ["weekly"]}'],
    ['without-an-ending', 'events:\n  - title: Mass\n    start: 2027-01-05\n'],
  ])('is %s: %s', async (name, text) => {
    expect(await isCalendar(name, text)).toBe(true)
  })

  it.each([
    ['a.yaml', '- title: Mass\n  start_date: 2027-01-05\n', 'a list'],
    ['a.yaml', 'title: Mass\nstart_date: 2027-01-05\ncategories: [1]\n', 'one event'],
    ['a.json', '{"events": [{"id": 7, "title": "Mass"}], "total": 1}', 'an answer'],
    ['a.yaml', 'venues:\n  - id: 5\n    venue: Chapel\n', 'an export'],
    ['a.yaml', 'events:\n  - title: "Mass\n', 'no YAML'],
    ['a.yaml', '', 'empty'],
    ['events.csv', 'title,start_date\n', 'a table'],
  ])('is not %s: %s (%s)', async (name, text) => {
    expect(await isCalendar(name, text)).toBe(false)
  })
})

describe('a calendar file that the importer cannot read', () => {
  it.each([
    ['a.yaml', 'timezone: Europe/Berlin\nevents:\n  - { title: Mass, start_date: 2027-01-05 }\n', true],
    ['a.json', '{"events":[{"title":"Mass","start":"2027-01-05 08:00"}]}', true],
    ['a.yaml', 'events:\n  - { title: Mass, start_date: 2027-01-05, repeat: FREQ=DAILY;COUNT=2 }\n', true],
    ['a.json', '{"events":[{"title":"Mass","start_date":"2027-01-05 08:00","duration":"1h","key":"m"}]}', false],
    ['a.json', '{"timezone":"Europe/Berlin","events":[{"id":7,"title":"Mass"}]}', false],
    ['a.json', '{"title":"Mass","start":"2027-01-05 08:00"}', false],
    ['a.csv', 'title,start\nMass,2027-01-05\n', false],
  ])('%s %s: %s', async (name, text, expected) => {
    expect('calendar' in (await recognizeStrictly(textSource(name, text), undefined))).toBe(expected)
  })
})

it('is read once, whether a calendar file or not', async () => {
  for (const [name, text] of [
    ['a.yaml', 'events:\n  - { title: A, start: 2027-01-05 }\n'],
    ['a.yaml', '- { title: A, start_date: 2027-01-05 }\n'],
    ['a.json', '{ "total": 1, "events": [{ "title": "A" }] }'],
    ['a.json', `[{ "title": "A", "description": "${'long '.repeat(100_000)}" }]`],
  ] as const) {
    let isOpen = true
    const source: InputSource = {
      name,
      async *bytes() {
        if (!isOpen) throw new Error('read again')
        yield Buffer.from(text)
      },
    }
    const file = await recognize(source)
    isOpen = false
    const rows: unknown[] = 'calendar' in file ? file.calendar.rows.events.map(({ value }) => value) : []
    const read = name === 'a.yaml' ? readYaml : readJson
    if ('records' in file) for await (const item of itemsOf(read(file.records, {}, () => {}))) rows.push(item.original)
    expect(rows).toMatchObject([{ title: 'A' }])
  }
})

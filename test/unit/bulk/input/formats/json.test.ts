import { describe, expect, it } from 'vitest'
import { readYaml } from '../../../../../src/bulk/input/formats/yaml.ts'
import { decodeSource, type InputSource, textSource } from '../../../../../src/bulk/input/source.ts'
import { jsonSlicesOf, readJson } from '../../../../../src/bulk/input/formats/json.ts'
import { readItems } from '../../../../support/read-items.ts'

describe('JSON', () => {
  it('reads an array, with the line of each record', async () => {
    expect(await readItems('a.json', '[\n {"title":"A"},\n\n {"title":"B, [x] \\"{"}\n]')).toEqual([
      ['events', 2, { title: 'A' }],
      ['events', 4, { title: 'B, [x] "{' }],
    ])
  })

  it('reads a bundle of all kinds by its keys', async () => {
    const bundle =
      '{"categories":[{"name":"Music"}],"note":"x","venues":[{"venue":"Hall"}],"events":[{"title":"A","categories":["Music"]}]}'
    expect(await readItems('b.json', bundle)).toEqual([
      ['categories', 1, { name: 'Music' }],
      ['venues', 1, { venue: 'Hall' }],
      ['events', 1, { title: 'A', categories: ['Music'] }],
    ])
  })

  it.each([
    ['{"events":[{"title":"A"}],"total":31}', ['p.json: one page of a list, with 1 of 31 records']],
    ['{"total" : 31, "total_pages":31,"events":[{"title":"A"}]}', ['p.json: one page of a list, with 1 of 31 records']],
    ['{"events":[{"title":"A"}],"total":1}', []],
    ['{"events":[{"title":"A","total":5}],"x":"total","total_pages":9,"total":null}', []],
    ['{"events":[{"title":"A"}],"venues":[{"venue":"B"}],"total":9}', []],
    ['{"events":[],"data":{"items":[]}}', []],
    ['{"venues":{},"tags":null}', []],
  ])('says that records are missing: %s', async (text, messages) => {
    const notes: string[] = []
    await readItems('p.json', text, { note: ({ en }) => notes.push(en) })
    expect(notes).toEqual(messages.map((message) => expect.stringContaining(message)))
  })

  it('notes a nested list of YAML', async () => {
    const notes: string[] = []
    await readItems('p.yaml', 'data:\n  items:\n    - title: A\n', { note: ({ en }) => notes.push(en) })
    expect(notes).toEqual([expect.stringContaining('p.yaml: ignored: "data" is not a list')])
  })

  it.each([
    ['a.json', '[{"title":"A","title":"B"},{"title":"C"}]'],
    ['a.json', '{"title":"A","title":"B","start_date":"2027-01-01"}'],
    ['a.json', '{"events":[{"title":"A","venue":{"venue":"X","venue":"Y"}}]}'],
    ['a.ndjson', '{"title":"A","title":"B"}'],
  ])('refuses a record with a name that occurs twice: %s %s', async (name, text) => {
    const message = expect.stringMatching(/"(title|venue)" occurs twice/)
    expect((await readItems(name, text))[0]).toEqual(['error', 1, message])
  })

  it.each([
    ['[{"title":"A"},{"title":}]', 'e.json:1: not JSON'],
    ['[{"title":"A"}', 'e.json:1: the JSON is incomplete'],
    ['', 'e.json is empty'],
    [' \n', 'e.json:2: the file contains no JSON'],
    ['[]\n[]', 'e.json:2: unexpected text after the end of the JSON'],
    ['"text"', 'e.json:1: JSON must begin with [ or {'],
  ])('names the file and line of invalid JSON: %s', async (text, message) => {
    await expect(readItems('e.json', text)).rejects.toThrow(message)
  })

  it('finds the same records however the text is split into chunks', async () => {
    const text = '{"events": [{"title":"ä \\\\\\" ]"}, {"a":[1,{"b":"}"}]}], "total": 2}'
    for (let size = 1; size < 12; size++) {
      const bytes = Buffer.from(text)
      const source = {
        ...textSource('s', text),
        async *bytes() {
          for (let i = 0; i < bytes.length; i += size) yield bytes.subarray(i, i + size)
        },
      }
      const texts: string[] = []
      const pieces = decodeSource(source)
      for await (const slice of jsonSlicesOf({ name: 's', pieces }, () => {})) texts.push(`${slice.key}:${slice.text}`)
      expect(texts).toEqual(['events:{"title":"ä \\\\\\" ]"}', 'events:{"a":[1,{"b":"}"}]}'])
    }
  })

  it.each([
    ['a.json', '{"events": [{"title": "A"}], "total": 1}'],
    ['a.json', `[${'{"title":"A"},'.repeat(30_000)}{"title":"A"}]`],
    ['a.yaml', '- title: A\n'],
    ['a.yaml', '- title: A\n'.repeat(100_000)],
  ])('reads a file once, short or long: %s', async (name, text) => {
    let reads = 0
    const pieces: InputSource = {
      name,
      async *bytes() {
        reads++
        yield* textSource(name, text).bytes()
      },
    }
    const read = name === 'a.json' ? readJson : readYaml
    for await (const item of read(pieces, {}, () => {})) expect(item).toMatchObject({ values: { title: 'A' } })
    expect(reads).toBe(1)
  })

  it('keeps both of two lists of one name', async () => {
    expect(await readItems('a.json', '{"tags":[{"name":"A"}],"tags":[{"name":"B"}]}')).toEqual([
      ['tags', 1, { name: 'A' }],
      ['tags', 1, { name: 'B' }],
    ])
  })

  it('requires --kind if the record fits several kinds', async () => {
    expect(await readItems('f.json', '[{"name":"Jazz"}]')).toEqual([
      ['error', 1, 'the kind of record cannot be inferred'],
    ])
    expect(await readItems('f.json', '[{"name":"Jazz"}]', { kinds: { given: 'tags' } })).toEqual([
      ['tags', 1, { name: 'Jazz' }],
    ])
    expect(await readItems('dump/tags.json', '[{"name":"Jazz"}]')).toEqual([['tags', 1, { name: 'Jazz' }]])
  })

  it.each([
    ['a.json', '[{"kind":"venue","venue":"Hall"},{"kind":"calendar#event","name":"Jazz"},{"name":"Rock"}]'],
    ['a.json', '{"venues":[{"venue":"Hall"}],"tags":[{"name":"Jazz"},{"kind":"tag","name":"Rock"}]}'],
    ['a.ndjson', '{"kind":"venue","venue":"Hall"}\n{"name":"Jazz"}\n{"name":"Rock"}\n'],
    ['a.yaml', '- {kind: venue, venue: Hall}\n- name: Jazz\n- name: Rock\n'],
    ['a.yaml', 'venues:\n- venue: Hall\ntags:\n- name: Jazz\n- name: Rock\n'],
  ])('uses --kind only if the file does not determine the kind, in %s: %s', async (name, text) => {
    const line: unknown = expect.any(Number)
    expect(await readItems(name, text, { kinds: { given: 'tags' } })).toEqual([
      ['venues', line, { venue: 'Hall' }],
      ['tags', line, { name: 'Jazz' }],
      ['tags', line, { name: 'Rock' }],
    ])
  })
})

describe('NDJSON', () => {
  it('continues after an invalid line', async () => {
    expect(await readItems('a.ndjson', '{"kind":"tag","name":"x"}\n\nnope\n{"title":"B","_error":"old"}\r\n')).toEqual([
      ['tags', 1, { name: 'x' }],
      ['error', 3, 'not a JSON object: nope'],
      ['events', 4, { title: 'B' }],
    ])
  })
})

describe('YAML', () => {
  it('reads lists, bundles and single records, with lines', async () => {
    expect(await readItems('a.yaml', '# all\n- title: A\n  tags: [x, y]\n- title: B\n')).toEqual([
      ['events', 2, { title: 'A', tags: ['x', 'y'] }],
      ['events', 4, { title: 'B' }],
    ])
    expect(await readItems('b.yml', 'venues:\n  - venue: Hall\nevents:\n- title: A\n')).toEqual([
      ['venues', 2, { venue: 'Hall' }],
      ['events', 4, { title: 'A' }],
    ])
    expect(await readItems('c.yaml', 'title: A\nvenue: 3\n')).toEqual([['events', 1, { title: 'A', venue: 3 }]])
  })

  it('names the file and line of invalid YAML', async () => {
    await expect(readItems('d.yaml', 'events:\n  - title: "A\n  - title: B\n')).rejects.toThrow(/^d\.yaml:\d: not YAML/)
  })

  it('reads a large file item by item with the same result', async () => {
    const text = `events:\n${Array.from({ length: 12_000 }, (_, i) => `  - title: Event number ${i} with a longer title than usual\n    start_date: "2026-01-01"\n`).join('')}tags:\n  - name: last\n`
    const items = await readItems('big.yaml', text)
    expect(items).toHaveLength(12_001)
    expect(items[11_999]).toEqual([
      'events',
      24_000,
      { title: 'Event number 11999 with a longer title than usual', start_date: '2026-01-01' },
    ])
    expect(items[12_000]).toEqual(['tags', 24_003, { name: 'last' }])
  })
})

import { describe, expect, it } from 'vitest'
import { readYaml } from '../../../../../src/bulk/input/formats/yaml.ts'
import { decodeSource, type InputSource, textSource } from '../../../../../src/bulk/input/source.ts'
import { readJson, Slicer } from '../../../../../src/bulk/input/formats/json.ts'
import { itemsOf, readItems } from '../../../../support/read-items.ts'

describe('JSON', () => {
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
      const slicer = new Slicer('s')
      for await (const piece of decodeSource(source))
        for (const slice of slicer.push(piece)) texts.push(`${slice.key}:${slice.text}`)
      slicer.end()
      expect(texts).toEqual(['events:{"title":"ä \\\\\\" ]"}', 'events:{"a":[1,{"b":"}"}]}', 'total:2'])
    }
  })

  it.each([
    ['{"title": "A" "B"}', 'a.json:1: not JSON: a comma is missing (column 15)'],
    ['{\n"events" [{"title": "A"}]}', 'a.json:2: a colon is missing after a name'],
    ['{"events": [{"title": "A"}] "tags": []}', 'a.json:1: not JSON: a comma is missing (column 29)'],
    [`{"pad": "${'x'.repeat(300_000)}", "events": {"a": 1}}`, 'a.json: "events" is not a list'],
  ])('refuses %s', async (text, error) => {
    await expect(readItems('a.json', text)).rejects.toThrow(error)
  })

  it.each([
    ['a.json', '{"events": [{"title": "A"}], "total": 1}'],
    ['a.json', `[${'{"title":"A"},'.repeat(30_000)}{"title":"A"}]`],
    ['a.yaml', '- title: A\n'],
    ['a.yaml', `- title: A\n  description: ${'x'.repeat(500)}\n`.repeat(2_500)],
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
    const titles: unknown[] = []
    for await (const item of itemsOf(read(pieces, {}, () => {})))
      titles.push('values' in item ? item.values.title : item)
    expect([titles.length, new Set(titles)]).toEqual([text.match(/title/g)?.length, new Set(['A'])])
    expect(reads).toBe(1)
  })
})

describe('NDJSON', () => {
  it('continues after an invalid line', async () => {
    expect(await readItems('a.ndjson', '{"kind":"tag","name":"x"}\n\nnope\n{"title":"B","_error":"old"}\r\n')).toEqual([
      ['tags', 1, { name: 'x' }],
      ['error', 3, 'not JSON: unexpected character (column 2): nope'],
      ['events', 4, { title: 'B' }],
    ])
  })
})

describe('YAML', () => {
  it('reads a large file item by item with the same result', async () => {
    const text = `events:\n${Array.from({ length: 2_500 }, (_, i) => `  - title: Event ${i} with a long title ${'x'.repeat(400)}\n    start_date: "2026-01-01"\n`).join('')}tags:\n  - name: last\n`
    const items = await readItems('big.yaml', text)
    expect(items).toHaveLength(2_501)
    expect(items[2_499]).toEqual([
      'events',
      5_000,
      { title: `Event 2499 with a long title ${'x'.repeat(400)}`, start_date: '2026-01-01' },
    ])
    expect(items[2_500]).toEqual(['tags', 5_003, { name: 'last' }])
  })
})

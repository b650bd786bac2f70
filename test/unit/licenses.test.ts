// What the build says about the packages inside: their licenses, and the bill of materials.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { packageFolders } from '../../licenses.js'
import { project } from '../support/project.ts'
import { importsOf, sourcesUnder } from '../support/sources.ts'

interface Component {
  readonly group?: string
  readonly name: string
  readonly version: string
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[]
  readonly licenses: readonly { readonly license?: { readonly id: string } }[]
  readonly purl: string
  readonly properties: readonly { readonly name: string; readonly value: string }[]
}

const read = (file: string) => readFileSync(join(project, file), 'utf8')
const licenses = read('THIRD_PARTY_LICENSES')
const bill: { readonly components: readonly Component[]; readonly metadata: { readonly component: Component } } =
  JSON.parse(read('sbom.cdx.json'))
const fullName = ({ group, name }: Component) => (group === undefined ? name : `${group}/${name}`)
const namesOf = (place: string) =>
  bill.components.filter(({ properties }) => properties[0]?.value === place).map(fullName)

/** Each section: `ical.js 2.2.1 (MPL-2.0)`, its source, its text. */
const sections = licenses.split(/^-{80}\n(?=.+\nSource: )/m).slice(1)
const titled = new Map(
  sections.map((section) => {
    const [title = '', source = '', , ...text] = section.split('\n')
    return [title.split(' ')[0] ?? '', { title, source, text: text.join('\n').trim() }]
  }),
)

describe('the licenses of what is bundled', () => {
  it('name every package that the sources import', () => {
    const imported = new Set(
      sourcesUnder('src')
        .flatMap(importsOf)
        .filter(({ to, typeOnly }) => !typeOnly && !/^(src|node:)/.test(to) && to !== 'node' && to !== 'package.json')
        .map(({ to }) => /^(@[^/]+\/)?[^/]+/.exec(to)?.[0] ?? to),
    )
    const known = new Set([...titled.keys(), ...namesOf('installed')])
    expect(imported.size).toBeGreaterThan(20)
    expect([...imported].filter((name) => !known.has(name))).toEqual([])
  })

  it('are those of the bill of materials, in the installed versions, each with its text', () => {
    expect([...titled.keys()]).toEqual(namesOf('bundled'))
    for (const [name, { title, text }] of titled) {
      const { version, license } = JSON.parse(read(`node_modules/${name}/package.json`))
      expect(title).toBe(`${name} ${version} (${license})`)
      expect(text.length, name).toBeGreaterThan(400)
    }
  })

  it('say where the source of ical.js is, as its license requires', () => {
    const { source, text } = titled.get('ical.js') ?? {}
    expect(source).toMatch(/^Source: https:\/\/registry\.npmjs\.org\/ical\.js\/-\/ical\.js-[\d.]+\.tgz$/)
    expect(text).toContain('Mozilla Public License Version 2.0')
  })
})

describe('the bill of materials', () => {
  it('names each package once, with license and checksum', () => {
    const purls = bill.components.map(({ purl }) => purl)
    expect(new Set(purls).size).toBe(purls.length)
    for (const { name, licenses: own, hashes = [] } of bill.components) {
      expect(own, name).toHaveLength(1)
      expect(hashes[0]?.content, name).toMatch(/^[0-9a-f]{128}$/)
    }
    const { name, version } = JSON.parse(read('package.json'))
    expect(bill.metadata.component).toMatchObject({ name, version })
    expect(namesOf('installed')).toEqual(expect.arrayContaining(['jq-web', '@napi-rs/keyring', 'node-gyp-build']))
  })
})

it('the package of a module is the innermost, in the paths of every system', () => {
  const modules = [
    '/p/node_modules/pg/lib/index.js',
    '\0/p/node_modules/pg/lib/other.js',
    '/p/node_modules/@inquirer/core/dist/index.js?commonjs',
    'C:\\p\\node_modules\\a\\node_modules\\b\\c.js',
    '/p/src/main.ts',
    '\0late-http2.cjs',
  ]
  expect(packageFolders(modules)).toEqual([
    '/p/node_modules/@inquirer/core',
    'C:/p/node_modules/a/node_modules/b',
    '/p/node_modules/pg',
  ])
})

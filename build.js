// Bundles src into dist: one entry for the command, one for the thread that writes, chunks for what only some commands need.
import { rm } from 'node:fs/promises'
import { build } from 'esbuild'

/** Packages that stay packages: native ones, one that finds its wasm beside itself, and a 11 MB one that cosmiconfig never calls here. */
const external = ['better-sqlite3', '@napi-rs/keyring', 'jq-web', 'typescript']

/** CommonJS packages inside an ES module still ask for `require`. */
const banner = { js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);" }

await rm('dist', { recursive: true, force: true })
await build({
  entryPoints: { main: 'src/main.ts', writer: 'src/server/writer.ts' },
  outdir: 'dist', bundle: true, splitting: true, format: 'esm', platform: 'node', target: 'node20.18',
  external, banner, minifySyntax: true, minifyWhitespace: true, legalComments: 'linked', logLevel: 'warning',
})

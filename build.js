// Bundles src into dist: entries for the command, the thread that writes and the library for tests, chunks for what only some need.
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import ts from 'typescript'

/** Packages that stay packages: native ones, one that finds its wasm beside itself, and a 11 MB one that cosmiconfig never calls here. */
const external = ['better-sqlite3', '@napi-rs/keyring', 'jq-web', 'typescript']
const main = join(import.meta.dirname, 'src/main.ts')

await rm('dist', { recursive: true, force: true })
const bundle = await rolldown({
  input: { main, writer: 'src/server/writer.ts', testing: 'src/testing.ts' },
  platform: 'node', external, transform: { target: 'node20.18' },
  // What is imported dynamically in one place and statically in another costs nothing: both are in the same chunk.
  checks: { ineffectiveDynamicImport: false, pluginTimings: false },
})
await bundle.write({
  dir: 'dist', format: 'esm', minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
  codeSplitting: { groups: [{ name: startOf(main), debugName: 'start' }] },
})

/**
 * Puts what every run loads into one file. Left to itself the bundler makes 40 chunks of it, each shared by another set of
 * commands, and opening 40 files takes Node 20 longer than reading them: 41 ms of CPU over a bare node against 28.
 */
function startOf(entry) {
  const eager = new Set()
  const walk = (id, context) => {
    if (eager.has(id)) return
    eager.add(id)
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) walk(imported, context)
  }
  return (id, context) => {
    walk(entry, context)
    return eager.has(id) ? 'start' : null
  }
}

// The library says its types in its own file, so that no other declaration has to travel.
const { outputText } = ts.transpileDeclaration(await readFile('src/testing.ts', 'utf8'), { compilerOptions: { target: ts.ScriptTarget.ES2023 } })
await writeFile('dist/testing.d.ts', outputText)

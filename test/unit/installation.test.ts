// A program that was not built, or whose SQLite is for another Node.js, says so in a sentence.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, describe, expect, it } from 'vitest'
import { storageFailure } from '../../src/server/store/storage-failure.ts'
import { project } from '../support/sources.ts'

const folder = mkdtempSync(join(tmpdir(), 'cal-unbuilt-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('without dist', () => {
  const started = async (env: Record<string, string>) => {
    mkdirSync(join(folder, 'bin'), { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    for (const name of ['cal.js', 'package.json']) copyFileSync(join(project, 'bin', name), join(folder, 'bin', name))
    const { stdout, stderr, exitCode } = await execa(process.execPath, [join(folder, 'bin/cal.js'), 'events', 'list'], { env, extendEnv: false, reject: false })
    return { stdout, stderr, exitCode }
  }

  it('says what to run, exit 11', async () => {
    expect(await started({})).toEqual({ stdout: '', stderr: 'error: cal is not built, or not installed completely\nhint: in its folder, run npm ci (or npm run build)', exitCode: 11 })
    expect((await started({ LANG: 'de_DE.UTF-8' })).stderr).toBe('Fehler: cal ist nicht vollständig gebaut oder installiert\nHinweis: in seinem Ordner npm ci ausführen, oder npm run build')
  })
})

describe('a compiled SQLite', () => {
  const refused = (message: string, code?: string) => storageFailure(Object.assign(new Error(message), code === undefined ? {} : { code }), 'a.db')
  const hint = { en: 'npm rebuild better-sqlite3 compiles it for this Node.js', de: 'npm rebuild better-sqlite3 übersetzt es für dieses Node.js' }

  it('for another Node.js is named with both numbers', () => {
    const message = "The module '/x/better_sqlite3.node'\nwas compiled against a different Node.js version using\nNODE_MODULE_VERSION 115. This version of Node.js requires\nNODE_MODULE_VERSION 127. Please try re-compiling"
    expect(refused(message, 'ERR_DLOPEN_FAILED')).toMatchObject({ code: 'configuration', hint, text: { en: 'SQLite was compiled for another version of Node.js (NODE_MODULE_VERSION 115, 127)', de: 'SQLite wurde für eine andere Fassung von Node.js übersetzt (NODE_MODULE_VERSION 115, 127)' } })
  })

  it('that is broken or missing is named too', () => {
    expect(refused('/x/better_sqlite3.node: invalid ELF header', 'ERR_DLOPEN_FAILED')).toMatchObject({ code: 'configuration', hint, text: { en: 'the compiled part of SQLite cannot be loaded' } })
    expect(refused('Could not locate the bindings file. Tried:\n → /x')).toMatchObject({ code: 'configuration', hint })
  })
})

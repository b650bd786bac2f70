// A program that was not built, or whose SQLite cannot be loaded, says so in a sentence.
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { storageError } from '../../src/server/storage/sqlite/files/storage-errors.ts'
import { project } from '../support/project.ts'
import { newFolder } from '../support/folder.ts'

const folder = newFolder()

describe('without dist', () => {
  const started = async (env: Record<string, string>) => {
    mkdirSync(join(folder, 'bin'), { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    for (const name of ['cal.js', 'package.json']) copyFileSync(join(project, 'bin', name), join(folder, 'bin', name))
    const { stdout, stderr, exitCode } = await execa(process.execPath, [join(folder, 'bin/cal.js'), 'events', 'list'], {
      env,
      extendEnv: false,
      reject: false,
    })
    return { stdout, stderr, exitCode }
  }

  it('says what to run, exit 11', async () => {
    expect(await started({})).toEqual({
      stdout: '',
      stderr:
        'error: cal is not built, or not installed completely\nhint: in its folder, run npm ci (or npm run build)',
      exitCode: 11,
    })
    expect((await started({ LANG: 'de_DE.UTF-8' })).stderr).toBe(
      'Fehler: cal ist nicht vollständig gebaut oder installiert\nHinweis: in seinem Ordner npm ci ausführen, oder npm run build',
    )
  })
})

describe('a SQLite that cannot be loaded', () => {
  const refused = (message: string, code?: string) =>
    storageError(Object.assign(new Error(message), code === undefined ? {} : { code }), 'a.db')
  const failure = {
    code: 'configuration',
    text: {
      en: 'the native SQLite library cannot be loaded',
      de: 'der native Teil von SQLite kann nicht geladen werden',
    },
    hint: {
      en: 'reinstall cal; on platforms other than Linux, macOS and Windows (x64, arm64) compile it: npm rebuild @photostructure/sqlite',
      de: 'cal neu installieren; auf anderen Plattformen als Linux, macOS und Windows (x64, arm64) kompilieren: npm rebuild @photostructure/sqlite',
    },
  }

  it('because it is broken is named', () => {
    expect(refused('/x/@photostructure+sqlite.glibc.node: invalid ELF header', 'ERR_DLOPEN_FAILED')).toMatchObject(
      failure,
    )
  })

  it('because it is not installed is named', () => {
    expect(
      refused("Cannot find module '@photostructure/sqlite'\nRequire stack:\n- /x/dist/open.js", 'MODULE_NOT_FOUND'),
    ).toMatchObject(failure)
  })

  it('because there is none for the machine is named', () => {
    expect(
      refused(
        'No native build was found for platform=sunos arch=x64 runtime=node abi=115 uv=1 libc=glibc node=20.20.2',
      ),
    ).toMatchObject(failure)
  })
})

// A desk for one test: a folder with a database file of its own, and the program to work on it.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { wordsOf } from './answering.ts'
import { cal, type Typed, type Written } from './runtime.ts'

export interface Desk {
  readonly folder: string
  write(name: string, text: string): void
  read(name: string): string
  cal(line: string, typed?: Typed): Promise<Written>
  /** What a command prints as JSON. */
  json(line: string): Promise<unknown>
}

const folders: string[] = []
/** In memory where the system has such a place: what is tested here is not the disk. */
const place = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** Its files are gone after the test file. */
export function desk(file = 'calendar.db'): Desk {
  if (folders.length === 0)
    afterAll(() => {
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    })
  const folder = mkdtempSync(join(place, 'cal-desk-'))
  folders.push(folder)
  const env = { CAL_API_ROOT: `file:${join(folder, file)}`, CAL_STATE_DIR: join(folder, 'state'), CAL_TZ: 'UTC' }
  const run = (line: string, typed: Typed = {}) =>
    cal(wordsOf(line), { ...typed, cwd: folder, env: { ...env, ...typed.env } })
  return {
    folder,
    cal: run,
    write: (name, text) => writeFileSync(join(folder, name), text),
    read: (name) => readFileSync(join(folder, name), 'utf8'),
    json: async (line) => {
      const { stdout, stderr } = await run(`${line} -o json`)
      if (stdout === '') throw new Error(stderr)
      return JSON.parse(stdout)
    },
  }
}

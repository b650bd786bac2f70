// A workspace for one test: a folder, an empty database file, and the program run in this process.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { in_memory, newFolder } from './folder.ts'
import { splitArguments } from './shell-words.ts'
import { cal, type RunInput, type RunResult } from './runtime.ts'

export interface Workspace {
  readonly folder: string
  write(name: string, text: string): void
  read(name: string): string
  cal(line: string, typed?: RunInput): Promise<RunResult>
  /** The parsed output of a command with `-o json`. */
  json(line: string, typed?: RunInput): Promise<unknown>
}

/** The folder is deleted after the test file. */
export function newWorkspace(file = 'calendar.db'): Workspace {
  const folder = newFolder(in_memory)
  const env = { CAL_API_ROOT: `file:${join(folder, file)}`, CAL_STATE_DIR: join(folder, 'state'), CAL_TZ: 'UTC' }
  const run = (line: string, typed: RunInput = {}) =>
    cal(splitArguments(line), { ...typed, cwd: folder, env: { ...env, ...typed.env } })
  return {
    folder,
    cal: run,
    write: (name, text) => writeFileSync(join(folder, name), text),
    read: (name) => readFileSync(join(folder, name), 'utf8'),
    json: async (line, typed) => {
      const { stdout, stderr } = await run(`${line} -o json`, typed)
      if (stdout === '') throw new Error(stderr)
      return JSON.parse(stdout)
    },
  }
}

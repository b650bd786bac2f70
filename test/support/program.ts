// The built program, spawned with an environment of its own and a home that is empty.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { project } from './sources.ts'

export interface Ran {
  readonly stdout: string
  readonly stderr: string
  readonly code: number | undefined
}

export interface Home {
  /** Where the program runs and what it takes for the user's home. */
  readonly folder: string
  /** Runs the program to its end. */
  cal(words: readonly string[], input?: string): Promise<Ran>
  /** The program under way, for tests that interrupt it. */
  start(words: readonly string[]): Running
}

export type Running = ReturnType<typeof startIn>

const folders: string[] = []

/** A command that takes longer than `limit_ms` is ended: 143. */
export function homeWith(env: Readonly<Record<string, string>>, limit_ms = 20_000): Home {
  const folder = mkdtempSync(join(tmpdir(), 'cal-home-'))
  if (folders.length === 0) process.once('exit', () => { for (const one of folders) rmSync(one, { recursive: true, force: true }) })
  folders.push(folder)
  const start = (words: readonly string[], input = '') => startIn(folder, words, { env, input, limit_ms })
  return {
    folder,
    cal: async (words, input) => {
      const { stdout, stderr, exitCode } = await start(words, input)
      return { stdout, stderr, code: exitCode }
    },
    start,
  }
}

function startIn(folder: string, words: readonly string[], { env, input, limit_ms }: { readonly env: Readonly<Record<string, string>>; readonly input: string; readonly limit_ms: number }) {
  return execa(process.execPath, [join(project, 'bin/cal.js'), ...words], {
    cwd: folder, input, reject: false, stripFinalNewline: false, extendEnv: false, timeout: limit_ms,
    env: { HOME: folder, PATH: process.env.PATH ?? '', TZ: 'Europe/Berlin', ...env },
  })
}

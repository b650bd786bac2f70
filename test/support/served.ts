// The built program as a server, for as long as a test needs it.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { project } from './sources.ts'

export interface Served {
  readonly api_root: string
  readonly pid: number
  /** What it wrote on standard error until it ended. */
  stop(): Promise<string>
}

/** Starts `cal serve --port 0` in a folder of its own, with these words; it answers when the promise resolves. */
export async function serveIn(...words: readonly string[]): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), 'cal-served-'))
  const child = execa(process.execPath, [join(project, 'bin/cal.js'), 'serve', '--port', '0', '-o', 'json', ...words], {
    cwd: folder,
    env: { HOME: folder, PATH: process.env.PATH ?? '' },
    extendEnv: false,
    reject: false,
  })
  const line = await new Promise<string>((resolve) => {
    child.stdout.once('data', (chunk) => resolve(String(chunk)))
    child.stdout.once('close', () => resolve(''))
  })
  if (line === '') throw new Error(`no server: ${(await child).stderr}`)
  const { api_root, pid } = JSON.parse(line)
  return {
    api_root,
    pid,
    stop: async () => {
      child.kill('SIGTERM')
      return (await child).stderr
    },
  }
}

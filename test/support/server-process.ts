// The built program as a server process.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { project } from './project.ts'

export interface ServerProcess {
  readonly api_root: string
  readonly pid: number
  /** Stops the server and returns its standard error. */
  stop(): Promise<string>
}

/** Starts `cal serve --port 0` in a new folder with these arguments; resolves when it accepts requests. */
export function startServer(...words: readonly string[]): Promise<ServerProcess> {
  return startServerWith({}, ...words)
}

/** The same with these environment variables. */
export async function startServerWith(
  env: Readonly<Record<string, string>>,
  ...words: readonly string[]
): Promise<ServerProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'cal-served-'))
  const child = execa(process.execPath, [join(project, 'bin/cal.js'), 'serve', '--port', '0', '-o', 'json', ...words], {
    cwd: folder,
    env: { HOME: folder, PATH: process.env.PATH ?? '', ...env },
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

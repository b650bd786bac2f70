// A runtime for one run of the program inside a test: what is typed goes in, what is written comes out.
import { PassThrough, Readable } from 'node:stream'
import { escapeForTerminal } from '../../src/cli/output/terminal.ts'
import { run } from '../../src/cli/program.ts'
import type { OutputStream, Runtime } from '../../src/cli/core/runtime.ts'

export interface Written {
  readonly stdout: string
  readonly stderr: string
  readonly code: number
}

export interface Typed {
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string
  readonly terminal?: boolean
  readonly columns?: number
  readonly now?: number
  readonly cwd?: string
}

/** 2026-11-21 12:00 UTC */
export const noon = Date.UTC(2026, 10, 21, 12)

/** Runs the program on its sources, in this process. */
export async function cal(argv: readonly string[], typed: Typed = {}): Promise<Written> {
  const out: string[] = []
  const err: string[] = []
  const code = await run(worldOf(argv, typed, { out, err }))
  return { stdout: out.join(''), stderr: err.join(''), code }
}

export function worldOf(
  argv: readonly string[],
  { env = {}, stdin = '', terminal = false, columns = 80, now = noon, cwd = '/nowhere' }: Typed,
  { out, err }: { readonly out: string[]; readonly err: string[] },
): Runtime {
  const output = (parts: string[]): OutputStream => ({
    isTerminal: terminal,
    columns,
    stream: new PassThrough(),
    write: async (text) => void parts.push(escapeForTerminal(text, () => terminal)),
  })
  return {
    argv,
    env,
    cwd,
    now: () => now,
    ticks: () => now,
    killGroup: () => {},
    random: () => 0.5,
    random_bytes: (count) => new Uint8Array(count).fill(7),
    sleep: async () => {},
    program: 'cal',
    version: '0.0.0',
    pid: 1,
    home: '/nowhere',
    platform: 'linux',
    timezone: 'Europe/Berlin',
    stdin: { isTerminal: terminal, stream: Readable.from([Buffer.from(stdin)]) },
    stdout: output(out),
    stderr: output(err),
    signal: new AbortController().signal,
    second_signal: new AbortController().signal,
  }
}

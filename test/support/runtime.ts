// Runs the program in this process with the runtime of a test.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { expect } from 'vitest'
import { escapeForTerminal } from '../../src/cli/output/terminal.ts'
import { withStatusLine } from '../../src/cli/session/status-line.ts'
import { run } from '../../src/cli/program.ts'
import type { OutputStream, Runtime } from '../../src/cli/types/session.ts'
import { stillClock } from './clock.ts'

export interface RunResult {
  readonly stdout: string
  readonly stderr: string
  readonly code: number
}

export interface RunInput {
  readonly env?: Readonly<Record<string, string>>
  /** A string, or a stream that may never end. */
  readonly stdin?: string | Readable
  readonly terminal?: boolean
  readonly columns?: number
  readonly now?: number
  readonly cwd?: string
  readonly home?: string
  /** Receives what libraries write to standard output themselves. */
  readonly output?: PassThrough
  /** Is told each pause, which takes no time. */
  readonly onSleep?: (duration_ms: number) => void
}

/** 2026-11-21 12:00 UTC */
export const noon = Date.UTC(2026, 10, 21, 12)

const homes = mkdtempSync(join(tmpdir(), 'cal-homes-'))
process.on('exit', () => rmSync(homes, { recursive: true, force: true }))

/** One for each test file, because commands read the runs of others in the same state folder. */
function homeOfTest(): string {
  return join(homes, basename(expect.getState().testPath ?? 'none'))
}

/** Runs the program from its sources in this process. */
export async function cal(argv: readonly string[], typed: RunInput = {}): Promise<RunResult> {
  const out: string[] = []
  const err: string[] = []
  const code = await run(runtimeOf(argv, typed, { out, err }))
  return { stdout: out.join(''), stderr: err.join(''), code }
}

export function runtimeOf(
  argv: readonly string[],
  {
    env = {},
    stdin = '',
    terminal = false,
    columns = 80,
    now = noon,
    cwd = '/nowhere',
    home = homeOfTest(),
    onSleep = () => {},
    output,
  }: RunInput,
  { out, err }: { readonly out: string[]; readonly err: string[] },
): Runtime {
  const outputTo = (parts: string[], stream = new PassThrough()): OutputStream => ({
    isTerminal: terminal,
    columns,
    stream,
    write: async (text) => void parts.push(escapeForTerminal(text, () => terminal)),
  })
  const every = () => () => {}
  const clock = stillClock(now)
  return {
    argv,
    env,
    cwd,
    ...clock,
    sleep: (duration_ms) => {
      onSleep(duration_ms)
      return clock.sleep(duration_ms)
    },
    ticks: clock.now,
    every,
    withoutInterrupts: (work) => work(),
    killGroup: () => {},
    random_bytes: (count) => new Uint8Array(count).fill(7),
    program: 'cal',
    version: '0.0.0',
    pid: 1,
    home,
    platform: 'linux',
    timezone: 'Europe/Berlin',
    stdin: { isTerminal: terminal, stream: typeof stdin === 'string' ? Readable.from([Buffer.from(stdin)]) : stdin },
    ...withStatusLine({ stdout: outputTo(out, output), stderr: outputTo(err), env, ticks: () => now, every }),
    signal: new AbortController().signal,
    second_signal: new AbortController().signal,
  }
}

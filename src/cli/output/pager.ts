// Shows long output in the user's pager.
import type { ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { type Runtime, OutputClosedError } from '../core/runtime.ts'
import { escapeForTerminal } from './terminal.ts'

interface Pager {
  write(text: string): Promise<void>
  /** Resolves when the pager exits. */
  close(): Promise<void>
}

/** `CAL_PAGER`, the configuration or `PAGER`; undefined for `cat`, or if stdin or stdout isn't a terminal. */
export function pagerOf(configured: string | undefined, { env, stdin, stdout }: Runtime): string | undefined {
  if (!stdout.isTerminal || !stdin.isTerminal || env.TERM === 'dumb') return undefined
  const pager = env.CAL_PAGER ?? configured ?? env.PAGER
  return pager === undefined || pager.trim() === '' || pager.trim() === 'cat' ? undefined : pager
}

/** Runs `work` with the pager or, without one, standard output as its sink; waits until the pager exits. */
export async function throughPager(
  command: string | undefined,
  runtime: Runtime,
  work: (sink: Pick<Pager, 'write'>) => Promise<void>,
): Promise<void> {
  if (command === undefined) return work(runtime.stdout)
  const pager = openPager(command, runtime)
  try {
    await work(pager)
  } finally {
    await pager.close()
  }
}

/** Starts the pager with the first text; without output, none is started. */
function openPager(command: string, { env, platform, status }: Runtime): Pager {
  let child: Child | undefined
  let release = () => {}
  return {
    async write(text) {
      if (child === undefined) {
        release = status.hold()
        child = await start(command, env, platform)
      }
      if (child.stdin.destroyed || child.exitCode !== null) throw new OutputClosedError()
      if (!child.stdin.write(escapeForTerminal(text, () => true)))
        await Promise.race([once(child.stdin, 'drain'), once(child, 'exit')])
    },
    async close() {
      if (!child) return
      child.stdin.end()
      if (child.exitCode === null) await once(child, 'exit')
      release()
    },
  }
}

type Child = ChildProcessByStdio<Writable, null, null>

/**
 * By default, `less` exits if the text fits the screen, shows colors, and reads UTF-8 in any locale.
 */
async function start(command: string, env: Runtime['env'], platform: string): Promise<Child> {
  const { spawn } = await import('node:child_process')
  const child = spawn(command, {
    shell: platform === 'win32' ? true : '/bin/sh',
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { LESS: 'FRX', LESSCHARSET: 'utf-8', ...env },
  })
  child.stdin.on('error', () => child.stdin.destroy())
  return child
}

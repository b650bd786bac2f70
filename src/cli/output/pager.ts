// Pages long output with the program that the user chose.
import type { ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { type Runtime, OutputClosedError } from '../core/runtime.ts'
import { escapeForTerminal } from './terminal.ts'

interface Pager {
  write(text: string): Promise<void>
  /** Resolves when the pager ends. */
  close(): Promise<void>
}

/** `CAL_PAGER` or the configuration, then `PAGER`; none without terminals on both sides, or for `cat`. */
export function pagerOf(configured: string | undefined, { env, stdin, stdout }: Runtime): string | undefined {
  if (!stdout.isTerminal || !stdin.isTerminal || env.TERM === 'dumb') return undefined
  const pager = env.CAL_PAGER ?? configured ?? env.PAGER
  return pager === undefined || pager.trim() === '' || pager.trim() === 'cat' ? undefined : pager
}

/** Runs `write` with the pager as its output, if there is one, and waits for the pager to end. */
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

/** Starts the pager at the first text: no output, no pager. */
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
 * `less` quits if everything fits, shows colors and reads UTF-8 in any locale, unless the user configured it
 * otherwise.
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

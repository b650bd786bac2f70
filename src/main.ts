// The way in: builds the runtime from the process, runs the program, and hands back its exit code.
import { setMaxListeners } from 'node:events'
import { homedir } from 'node:os'
import { CalError, errorCode } from './base/errors.ts'
import { t } from './base/text/language.ts'
import { mayBeTerminal, outputOf } from './cli/output/streams.ts'
import { run } from './cli/program.ts'
import type { Runtime } from './cli/types/session.ts'
import { withStatusLine } from './cli/session/status-line.ts'

export async function main(process: NodeJS.Process, called: Pick<Runtime, 'program' | 'version'>): Promise<void> {
  const code = await run(runtimeOf(process, called))
  // Streams that are still open, such as a piped stdin, must not keep the program alive.
  process.exit(code)
}

function runtimeOf(process: NodeJS.Process, { program, version }: Pick<Runtime, 'program' | 'version'>): Runtime {
  let created: ReturnType<typeof signalsOf> | undefined
  const signals = () => {
    created ??= signalsOf(process)
    return created
  }
  const isTerminal = (descriptor: number) =>
    mayBeTerminal(descriptor) && process.getBuiltinModule('node:tty').isatty(descriptor)
  const ticks = () => performance.now()
  return {
    argv: process.argv.slice(2),
    program,
    version,
    pid: process.pid,
    uid: process.getuid?.(),
    env: process.env,
    get cwd() {
      return folderOf(process)
    },
    home: homedir(),
    platform: process.platform,
    // Asking for it costs milliseconds that most runs do not need to spend.
    get timezone() {
      return zoneOfSystem(process.env.TZ)
    },
    stdin: {
      get isTerminal() {
        return isTerminal(0)
      },
      get stream() {
        return process.stdin
      },
    },
    ...withStatusLine({
      stdout: outputOf(() => process.stdout, 1, isTerminal),
      stderr: outputOf(() => process.stderr, 2, isTerminal, { drops_unwritable: true }),
      env: process.env,
      ticks,
      every,
    }),
    // Without a listener, a signal ends the process by default.
    get signal() {
      return signals().first
    },
    get second_signal() {
      return signals().second
    },
    withoutInterrupts: (work) => withoutInterrupts(work, signals().interrupts),
    killGroup: (pid, name) => killGroup(process, pid, name),
    now: () => Date.now(),
    ticks,
    every,
    random: () => Math.random(),
    random_bytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    sleep: async (duration_ms) => {
      const { setTimeout: wait } = await import('node:timers/promises')
      await wait(duration_ms, undefined, { signal: signals().first }).catch(() => signals().first.throwIfAborted())
    },
  }
}

/**
 * UTC if TZ is empty (`Etc/Unknown`) or names no zone (no name at all): the clock of the system shows UTC, too.
 * Errors: `configuration` for rules of POSIX, which Node reads otherwise than the system: `CET-1CEST`, `UTC+2`.
 */
function zoneOfSystem(zone = ''): string {
  if (/^[a-z]{3,}[+-]\d/i.test(zone))
    throw new CalError('configuration', t('TZ={zone} names no time zone', { zone }), {
      hint: t('set TZ or CAL_TZ to a zone such as Europe/Berlin'),
    })
  const { timeZone = 'Etc/Unknown' } = new Intl.DateTimeFormat().resolvedOptions()
  return timeZone === 'Etc/Unknown' ? 'UTC' : timeZone
}

function every(interval_ms: number, work: () => void): () => void {
  const timer = setInterval(work, interval_ms)
  timer.unref()
  return () => clearInterval(timer)
}

async function withoutInterrupts<T>(work: () => Promise<T>, interrupts: { ignored: boolean }): Promise<T> {
  interrupts.ignored = true
  try {
    return await work()
  } finally {
    interrupts.ignored = false
  }
}

/** On Windows, which has no groups, the process with those it started; its console sends Ctrl-C to all of them. */
function killGroup(process: NodeJS.Process, pid: number, name: NodeJS.Signals): void {
  if (process.platform === 'win32') {
    const { spawn } = process.getBuiltinModule('node:child_process')
    if (name !== 'SIGINT')
      spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' }).on('error', () => {})
    return
  }
  try {
    process.kill(-pid, name)
  } catch (error) {
    // The process group has ended.
    if (!['ESRCH', 'EPERM'].includes(errorCode(error))) throw error
  }
}

/** Fails with `usage` if the working folder was removed. */
function folderOf(process: NodeJS.Process): string {
  try {
    return process.cwd()
  } catch (cause) {
    throw new CalError('usage', t('the current folder no longer exists'), {
      cause,
      hint: t('change to another folder: cd ~'),
    })
  }
}

/** The first signal is for the program, the second ends it. */
function signalsOf(process: NodeJS.Process) {
  const [controller, second] = [new AbortController(), new AbortController()]
  // Every request and pause in progress listens: Node would warn of a leak.
  setMaxListeners(0, controller.signal)
  const end = (failure: CalError) => () => {
    if (controller.signal.aborted) {
      second.abort(failure)
      process.exit(failure.exit_code)
    }
    controller.abort(failure)
  }
  const interrupts = { ignored: false }
  const interrupt = end(new CalError('interrupted', t('interrupted')))
  process.on('SIGINT', () => {
    if (!interrupts.ignored) interrupt()
  })
  // A terminal that was closed says SIGHUP.
  for (const name of ['SIGTERM', 'SIGHUP'] as const) process.on(name, end(new CalError('terminated', t('terminated'))))
  return { first: controller.signal, second: second.signal, interrupts }
}

// Runs another command with our input and output; signals are forwarded to it.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { CalError } from '../../../base/errors.ts'
import type { Text } from '../../../base/text/language.ts'
import { quoted } from '../../../base/text/quoted.ts'
import { reasonOf } from '../../../base/files/file-errors.ts'
import type { Runtime } from '../../core/runtime.ts'

/** Time limit for a command to end after a signal. */
const end_ms_max = 5_000

type Surroundings = Pick<Runtime, 'cwd' | 'signal' | 'second_signal' | 'platform' | 'killGroup'>

/**
 * Runs a command to its end, and ends with it what it has started. Resolves with its exit code, 128 and the number of
 * the signal that ended it.
 * Fails: `usage` where there is no such command.
 */
export function runChild(
  command: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  { cwd, signal, second_signal, platform, killGroup }: Surroundings,
): Promise<number> {
  const [program = '', ...words] = command
  const leads = platform !== 'win32'
  return new Promise((resolve, reject) => {
    // A group of its own: a signal to it reaches its children, too.
    const child = spawn(program, words, { cwd, env, stdio: 'inherit', detached: leads })
    const send = (name: NodeJS.Signals) => {
      if (leads && child.pid !== undefined) killGroup(child.pid, name)
      else child.kill(name)
    }
    let late: NodeJS.Timeout | undefined
    const pass = () => {
      const isInterrupted = signal.reason instanceof CalError && signal.reason.code === 'interrupted'
      send(isInterrupted ? 'SIGINT' : 'SIGTERM')
      if (!isInterrupted) late = setTimeout(() => send('SIGKILL'), end_ms_max)
    }
    // Nothing is left behind by a process that exits at once.
    const kill = () => send('SIGKILL')
    if (signal.aborted) pass()
    signal.addEventListener('abort', pass, { once: true })
    second_signal.addEventListener('abort', kill, { once: true })
    child.on('error', (cause) => reject(new CalError('usage', notRun(program, cause), { cause })))
    child.on('exit', (code, ended) => {
      signal.removeEventListener('abort', pass)
      second_signal.removeEventListener('abort', kill)
      clearTimeout(late)
      if (leads) send('SIGTERM')
      resolve(code ?? 128 + (ended ? constants.signals[ended] : 0))
    })
  })
}

function notRun(program: string, cause: NodeJS.ErrnoException): Text {
  const reason =
    cause.code === 'ENOENT'
      ? { en: 'no such program', de: 'Programm nicht gefunden' }
      : (reasonOf(cause)?.reason ?? quoted(cause.message))
  return { en: `cannot run ${program}: ${reason.en}`, de: `${program} lässt sich nicht ausführen: ${reason.de}` }
}

// Running somebody else's command: its input and output are ours, and it hears the signals we hear.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { Failure } from '../base/failure.ts'
import type { Text } from '../base/language.ts'
import { quoted } from '../base/quoted.ts'
import { troubleOf } from '../base/unreadable.ts'
import type { World } from './world.ts'

/**
 * Runs a command to its end. Resolves with its exit code, 128 and the number of the signal that ended it.
 * Fails: `usage` where there is no such command.
 */
export function runChild(command: readonly string[], env: Readonly<Record<string, string | undefined>>, { cwd, signal }: Pick<World, 'cwd' | 'signal'>): Promise<number> {
  const [program = '', ...words] = command
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { cwd, env, stdio: 'inherit' })
    const pass = () => child.kill(signal.reason instanceof Failure && signal.reason.code === 'interrupted' ? 'SIGINT' : 'SIGTERM')
    if (signal.aborted) pass()
    signal.addEventListener('abort', pass, { once: true })
    child.on('error', (cause) => reject(new Failure('usage', notRun(program, cause), { cause })))
    child.on('exit', (code, ended) => {
      signal.removeEventListener('abort', pass)
      resolve(code ?? 128 + (ended ? constants.signals[ended] : 0))
    })
  })
}

function notRun(program: string, cause: NodeJS.ErrnoException): Text {
  const reason = cause.code === 'ENOENT' ? { en: 'there is no such program', de: 'ein solches Programm gibt es nicht' } : troubleOf(cause)?.reason ?? quoted(cause.message)
  return { en: `cannot run ${program}: ${reason.en}`, de: `${program} lässt sich nicht ausführen: ${reason.de}` }
}

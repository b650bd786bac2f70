// The way in: makes the world from the process, runs the program, and hands back its exit code.
import { randomBytes } from 'node:crypto'
import { homedir } from 'node:os'
import { basename } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isatty } from 'node:tty'
import package_json from '../package.json' with { type: 'json' }
import { Failure } from './base/failure.ts'
import { quoted } from './base/quoted.ts'
import { reasonOf } from './base/unreadable.ts'
import { run } from './cli/program.ts'
import { type Output, ReaderGone, type World } from './cli/world.ts'

export async function main(process: NodeJS.Process): Promise<void> {
  const code = await run(worldOf(process))
  // Streams that are still open, such as a piped stdin, must not keep the program alive.
  process.exit(code)
}

function worldOf(process: NodeJS.Process): World {
  const signal = signalOf(process)
  return {
    argv: process.argv.slice(2),
    program: basename(process.argv[1] ?? '').startsWith('calctl') ? 'calctl' : 'cal',
    version: package_json.version,
    pid: process.pid,
    env: process.env,
    cwd: process.cwd(),
    home: homedir(),
    platform: process.platform,
    // Asking for either costs milliseconds that most runs do not need to spend.
    get timezone() {
      return new Intl.DateTimeFormat().resolvedOptions().timeZone
    },
    stdin: {
      isTerminal: isatty(0),
      get stream() {
        return process.stdin
      },
    },
    stdout: outputOf(process.stdout),
    stderr: outputOf(process.stderr),
    signal,
    now: () => Date.now(),
    random: () => Math.random(),
    random_bytes: (count) => randomBytes(count),
    sleep: async (duration_ms) => {
      await wait(duration_ms, undefined, { signal }).catch(() => signal.throwIfAborted())
    },
  }
}

/** The first signal is for the program, the second ends it. */
function signalOf(process: NodeJS.Process): AbortSignal {
  const controller = new AbortController()
  const end = (failure: Failure) => () => {
    if (controller.signal.aborted) process.exit(failure.exit_code)
    controller.abort(failure)
  }
  process.on('SIGINT', end(new Failure('interrupted', { en: 'interrupted', de: 'unterbrochen' })))
  process.on('SIGTERM', end(new Failure('terminated', { en: 'terminated', de: 'beendet' })))
  return controller.signal
}

function outputOf(stream: NodeJS.WriteStream): Output {
  let gone = false
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // The write that met the error says so itself.
    gone = error.code === 'EPIPE'
  })
  return {
    isTerminal: stream.isTTY === true,
    columns: stream.columns || 80,
    stream,
    write: (text) => new Promise((resolve, reject) => {
      if (gone) reject(new ReaderGone())
      else stream.write(text, (error) => {
        if (!error) resolve()
        else reject((error as NodeJS.ErrnoException).code === 'EPIPE' ? new ReaderGone() : unwritable(error))
      })
    }),
  }
}

/** A full disk, or a medium that fails: D-240. */
function unwritable(cause: Error): Failure {
  const reason = reasonOf(cause) ?? quoted(cause.message)
  return new Failure('usage', { en: `the output cannot be written: ${reason.en}`, de: `die Ausgabe lässt sich nicht schreiben: ${reason.de}` }, { cause })
}

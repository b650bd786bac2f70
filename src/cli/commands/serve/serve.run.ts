// `cal serve`: serves a calendar over HTTP until a signal, or until the command after `--` exits. That command inherits
// input and output, and signals are forwarded to it.
import { rm } from 'node:fs/promises'
import { constants } from 'node:os'
import { resolve } from 'node:path'
import { withoutDatabasePassword } from '../../../base/database-url.ts'
import { CalError } from '../../../base/errors.ts'
import { replaceFile } from '../../../base/files/file-system.ts'
import { reasonOf, writeError } from '../../../base/files/file-errors.ts'
import { t, type Text } from '../../../base/text/language.ts'
import { quoted } from '../../../base/text/quoted.ts'
import type { NewUser } from '../../../server/auth/users.ts'
import type { ServeOptions, Server } from '../../../server/serve.ts'
import { mode_of_release, releases } from '../../../spec/releases.ts'
import type { CommandAction } from '../../core/command.ts'
import type { Runtime } from '../../core/runtime.ts'
import type { Session } from '../../core/session.ts'
import {
  type Environment,
  environmentFor,
  type EnvironmentForm,
  environmentOf,
  environmentText,
} from './environment.ts'
import { type ServeRows, settingsOf, usersOf } from './serve-options.ts'
import { noting } from '../../run/session.ts'

export const serve: CommandAction<ServeRows> = async (input, session) => {
  const { options, after } = input
  const { runtime } = session
  const { users, generated } = await usersOf(options, runtime)
  const settings = {
    ...(await settingsOf(input, runtime)),
    users,
    users_alone: options.users !== undefined,
    ...(options.seed !== undefined && { prepare: seeding(options.seed, session) }),
  }
  const { serve: open } = await import('../../../server/serve.ts')
  const serving = await open(settings)
  const ready_file = options.ready_file === undefined ? undefined : readyFile(options.ready_file, runtime)
  try {
    const environment = environmentOf(
      serving.api_root,
      users.find(({ role }) => role === 'administrator'),
    )
    await notePasswords(generated, session)
    for (const note of serving.notes) await session.note(note)
    await ready_file?.write({ ...readyOf(settings, serving), ...environment })
    if (after.length > 0)
      return { kind: 'done', exit: await runChild(after, environmentFor(runtime.env, environment), runtime) }
    await noteReady({ settings, serving, environment, form: options.print_env }, session)
    await aborted(runtime.signal)
  } finally {
    await serving.close()
    await ready_file?.remove()
  }
  return { kind: 'done' }
}

/** Imports the files of `--seed` before the calendar is served. */
function seeding(files: readonly string[], { runtime, note }: Session): NonNullable<ServeOptions['prepare']> {
  return async (exchange, { timezone: zone, now }) => {
    const [{ seed }, { fileSource }] = await Promise.all([
      import('../../../bulk/seed.ts'),
      import('../../../bulk/input/source.ts'),
    ])
    const sources = files.map((file) => fileSource(resolve(runtime.cwd, file), file))
    await seed(exchange, {
      sources,
      now,
      zone,
      clock: runtime,
      signal: runtime.signal,
      note: noting({ note }),
    })
  }
}

function readyOf({ file, pid }: ServeOptions, { api_root }: Server) {
  return { api_root, data: withoutDatabasePassword(file), pid }
}

async function notePasswords(users: readonly NewUser[], session: Session): Promise<void> {
  for (const { login, password } of users)
    await session.note(t('password of {login}, shown only once: {password}', { login, password }))
}

interface Ready {
  readonly settings: ServeOptions
  readonly serving: Server
  readonly environment: Environment
  readonly form: EnvironmentForm | undefined
}

async function noteReady({ settings, serving, environment, form }: Ready, session: Session): Promise<void> {
  const { stdout } = session.runtime
  if (form !== undefined) return stdout.write(environmentText(environment, form))
  if (session.format === 'json') return stdout.write(`${JSON.stringify(readyOf(settings, serving))}\n`)
  const { mode } = settings
  const file = withoutDatabasePassword(settings.file)
  const release = releases.find((one) => mode_of_release[one] === mode)
  await session.note(t('serving {file} at {api_root}', { file, api_root: serving.api_root }))
  if (serving.public_api_root !== undefined)
    await session.note(t('public URL: {public_api_root}', { public_api_root: serving.public_api_root }))
  if (settings.web) {
    const pages = (serving.public_api_root ?? serving.api_root).replace(/(\/[^/]+){2}\/events\/v1\/?$/, '/events/')
    await session.note(t('web pages: {pages}', { pages }))
  }
  if (release !== undefined)
    await session.note(
      t('quirks: behaves exactly like deployed services of release {release}, data loss included', { release }),
    )
  if (serving.isOpen) await session.note(t('no users are defined: anyone on this machine can change everything'))
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) done()
    signal.addEventListener('abort', () => done(), { once: true })
  })
}

interface ReadyFile {
  /** Only the user can read the file, because it may contain a password. Errors: `usage` if it cannot be created. */
  write(ready: object): Promise<void>
  /** Removes the file if it was written. */
  remove(): Promise<void>
}

export function readyFile(name: string, { cwd }: { readonly cwd: string }): ReadyFile {
  const file = resolve(cwd, name)
  let written = false
  return {
    write: async (ready) => {
      try {
        // Not `writeAtomically`: a link of this name is replaced, so that no other file gets the password.
        await replaceFile(file, (part) => part.writeFile(`${JSON.stringify(ready)}\n`), 0o600)
        written = true
      } catch (cause) {
        throw writeError(name, cause)
      }
    },
    remove: async () => {
      if (written) await rm(file, { force: true })
    },
  }
}

/** Time limit for the command to exit after SIGTERM. */
const exit_ms_max = 5_000

type ChildRuntime = Pick<Runtime, 'cwd' | 'signal' | 'second_signal' | 'platform' | 'killGroup'>

/**
 * Runs a command until it exits, then terminates its child processes. Resolves with its exit code, or 128 plus the
 * number of the signal that ended it.
 *
 * Errors: `usage` if there is no such command.
 */
async function runChild(
  command: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  { cwd, signal, second_signal, platform, killGroup }: ChildRuntime,
): Promise<number> {
  const [program = '', ...words] = command
  // Programs such as npm are batch files on Windows, which need a shell and its quoting.
  const spawn = (await import('cross-spawn')).default
  return new Promise((resolve, reject) => {
    // A process group, so that signals reach the child processes too.
    const child = spawn(program, words, { cwd, env, stdio: 'inherit', detached: platform !== 'win32' })
    const send = (name: NodeJS.Signals) => {
      if (child.pid !== undefined) killGroup(child.pid, name)
    }
    let late: NodeJS.Timeout | undefined
    const forward = () => {
      const isInterrupted = signal.reason instanceof CalError && signal.reason.code === 'interrupted'
      send(isInterrupted ? 'SIGINT' : 'SIGTERM')
      if (!isInterrupted) late = setTimeout(() => send('SIGKILL'), exit_ms_max)
    }
    // After the second signal, this process exits immediately.
    const kill = () => send('SIGKILL')
    if (signal.aborted) forward()
    signal.addEventListener('abort', forward, { once: true })
    second_signal.addEventListener('abort', kill, { once: true })
    child.on('error', (cause) => reject(new CalError('usage', notRun(program, cause), { cause })))
    child.on('exit', (code, ended) => {
      signal.removeEventListener('abort', forward)
      second_signal.removeEventListener('abort', kill)
      clearTimeout(late)
      send('SIGTERM')
      resolve(code ?? 128 + (ended ? constants.signals[ended] : 0))
    })
  })
}

function notRun(program: string, cause: NodeJS.ErrnoException): Text {
  const reason = cause.code === 'ENOENT' ? t('no such program') : (reasonOf(cause)?.reason ?? quoted(cause.message))
  return t('cannot run {program}: {reason}', { program, reason })
}

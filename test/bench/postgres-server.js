// PostgreSQL servers for the benchmark: the ones of the tests, bundled so that Node runs them without its sources.
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { rolldown } from 'rolldown'
import { project } from './harness.js'

/** What makes searches and writes of a large calendar fast; the defaults suit small machines. */
const flags = ['-c', 'shared_buffers=1GB', '-c', 'maintenance_work_mem=512MB', '-c', 'max_wal_size=8GB', '-c', 'shared_preload_libraries=pg_stat_statements']

/** A server on a new port whose data are in a folder; `addressOf(database, schema)` is an address over its Unix socket. */
export async function withPostgres(folder, work) {
  const { openPostgres } = await import((await bundleOf('test/support/postgres-server.ts')).made)
  mkdirSync(folder, { recursive: true })
  // The server runs as another user if the benchmark runs as root.
  chmodSync(dirname(folder), 0o711)
  const server = await openPostgres(folder, flags)
  try {
    return await work({ ...server, addressOf: (database, schema) => addressIn(server.socket_url, database, schema) })
  } finally {
    await server.stop()
  }
}

function addressIn(url, database, schema) {
  const address = new URL(url)
  address.pathname = `/${database}`
  if (schema !== undefined) address.searchParams.set('schema', schema)
  return address.href
}

/** Connections to an address over a Unix socket. */
export function poolFor(url, max) {
  const [server, socket] = url.split('?host=')
  const { username, password, port, pathname } = new URL(server)
  return new pg.Pool({ user: username, password, port: Number(port), database: pathname.slice(1), host: decodeURIComponent(socket), max })
}

/** Bundles a module of TypeScript; returns the file, and a fingerprint of all its code. */
export async function bundleOf(file) {
  const made = join(project, 'node_modules/.cache/cal-bench', file.replace(/.*\//, '').replace(/\.ts$/, '.mjs'))
  const bundle = await rolldown({ input: join(project, file), platform: 'node', external: ['pg', '@photostructure/sqlite'] })
  await bundle.write({ file: made, format: 'esm' })
  const version = createHash('sha256').update(readFileSync(made)).digest('hex').slice(0, 8)
  return { made, version }
}

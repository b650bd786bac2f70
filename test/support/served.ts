// The whole service in this process, on a port of its own.
import { type ServeOptions, type Server, serve } from '../../src/server/serve.ts'
import { afterTest } from './cleanup.ts'

/**
 * A temporary calendar without users at noon on 21 November 2026; closed after the test, or with `afterFile` after the
 * file.
 */
export async function openServed(options: Partial<ServeOptions> = {}, afterUse = afterTest): Promise<Server> {
  const noon = () => Date.UTC(2026, 10, 21, 12)
  const server = await serve({
    file: ':memory:',
    host: '127.0.0.1',
    port: 0,
    root: 'wp-json',
    vendor: 'tribe',
    mode: 'standard',
    read_only: false,
    users: [],
    hosts: [],
    origins: [],
    faults: { latency: undefined, fail: [], rate_limit: undefined },
    random_seed: 1,
    writer: 'inline',
    pid: process.pid,
    now: noon,
    clock: noon,
    random_bytes: (count) => new Uint8Array(count).fill(7),
    onUnexpectedError: (error) => {
      throw error
    },
    ...options,
  })
  afterUse(() => server.close())
  return server
}

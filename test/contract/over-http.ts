// The calendar of a case behind its own HTTP server.
import { checkOrigin } from '../../src/server/http/origin-check.ts'
import { listen } from '../../src/server/http/http.ts'
import { limits } from '../../src/server/http/connections.ts'
import { siteOf } from '../../src/server/http/site.ts'
import type { Mode } from '../support/modes.ts'
import { openCase } from './in-process.ts'
import type { Scenario, Server } from './runner/replay.mjs'
import { startServer } from './runner/server.mjs'

const host = '127.0.0.1'

/**
 * The HTTP server in front of the calendar; in this thread, so that the slow password hashes are
 * shared.
 */
export async function startOverHttp(scenario: Scenario, mode: Mode, file?: string): Promise<Server> {
  const bugs: unknown[] = []
  const listener = await listen({ host, port: 0, limits, onUnexpectedError: (error) => bugs.push(error) })
  const address = { base: `http://${host}:${listener.port}`, root: 'wp-json', vendor: 'tribe' }
  const calendar = await openCase({ scenario, mode, address, file })
  listener.answerWith(
    checkOrigin({ hosts: [], origins: [] }, siteOf({ ...address, timezone: 'UTC' }, calendar.exchange)),
  )
  const server = await startServer({ mode, 'api-root': `${address.base}/wp-json/tribe/events/v1` }, scenario)
  return {
    ...server,
    stop: async () => {
      await listener.close()
      await calendar.close()
      if (bugs.length > 0) throw bugs[0]
    },
  }
}

// A service in a given mode over HTTP in this process, its requests, and a workspace to run the program in.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Caller } from '../../src/server/domain/settings.ts'
import { serveExchange } from './exchange-server.ts'
import { openInMemory } from './open-calendar.ts'
import { newWorkspace } from './workspace.ts'
import type { Mode } from './modes.ts'
import { noon, type RunResult } from './runtime.ts'

export { all_modes, modes } from './modes.ts'

export interface Service {
  readonly api_root: string
  write(name: string, text: string): void
  read(name: string): string
  /** Runs are named after the second they start in: `second` is added to the clock, so that a later run is newer. */
  cal(line: string, second?: number): Promise<RunResult>
  json(line: string): Promise<unknown>
  /** The requests other than GET since the last call. */
  writes(): readonly string[]
  /** Sends a request without the program. Throws if it is rejected. */
  send(method: string, path: string, body: object): Promise<void>
  /** Deletes the journals of earlier runs, as on another machine. */
  forgetRuns(): void
  /** Closes the database file. */
  close(): Promise<void>
  /** Sets the caller of later requests; undefined is an anonymous caller. */
  as(caller: Caller | undefined): void
}

const administrator: Caller = { id: 1, login: 'ada', role: 'administrator' }

/** The service closes after the test; callers are the administrator until `as` is called. */
export async function serviceIn(mode: Mode, file = ':memory:', workspace = newWorkspace()): Promise<Service> {
  let caller: Caller | undefined = administrator
  const calendar = await openInMemory(mode, {
    authenticate: () => async () => caller,
    file,
    timezone: 'America/New_York',
  })
  const { api_root, requests } = await serveExchange((request) => calendar.exchange(request), 'America/New_York')
  const { cal, folder, json, read, write } = workspace
  const typed = (second = 0) => ({ env: { CAL_API_ROOT: api_root }, now: noon + second * 1000 })
  return {
    api_root,
    read,
    write,
    cal: (line, second) => cal(line, typed(second)),
    json: (line) => json(line, typed()),
    send: async (method, path, body) => {
      const { status, body: text } = await calendar.exchange({
        method,
        path,
        query: '',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      if (status > 299) throw new Error(text)
    },
    forgetRuns: () => rmSync(join(folder, 'state'), { recursive: true, force: true }),
    close: () => calendar.close(),
    as: (other) => {
      caller = other
    },
    writes: () => requests.splice(0).filter((line) => !line.startsWith('GET ')),
  }
}

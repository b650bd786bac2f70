// A service of one mode over HTTP in this process, with everything it was asked, and a folder of files to send it.
import { afterEach } from 'vitest'
import type { Caller } from '../../src/server/domain/settings.ts'
import { type OpenedCalendar, openCalendar } from '../../src/server/service/open.ts'
import { answering } from './answering.ts'
import { desk } from './desk.ts'
import type { Mode } from './modes.ts'
import { noon, type Written } from './runtime.ts'

export { modes } from './modes.ts'

export interface Service {
  write(name: string, text: string): void
  read(name: string): string
  /** Runs are named after their second: a command that is to be the newest run says which. */
  cal(line: string, second?: number): Promise<Written>
  json(line: string): Promise<unknown>
  /** The requests since the last look that were no GET. */
  writes(): readonly string[]
  /** A request beside the program. Fails where it is refused. */
  send(method: string, path: string, body: object): Promise<void>
  /** Lets go of its file. */
  close(): Promise<void>
  /** Who asks from now on; undefined is a visitor. */
  as(caller: Caller | undefined): void
}

const administrator: Caller = { id: 1, login: 'ada', role: 'administrator' }

const open: OpenedCalendar[] = []
afterEach(async () => {
  for (const calendar of open.splice(0)) await calendar.close().catch(() => {})
})

/** Ends with the test; whoever asks is its administrator at first. */
export async function serviceIn(mode: Mode, file = ':memory:'): Promise<Service> {
  let caller: Caller | undefined = administrator
  const calendar = await openCalendar({
    authenticate: () => async () => caller,
    file,
    place: { base: 'http://calendar.example', root: 'wp-json', vendor: 'tribe' },
    timezone: 'America/New_York',
    mode,
    read_only: false,
    writer: 'inline',
    now: () => noon,
  })
  open.push(calendar)
  const { api_root, asked } = await answering((request) => calendar.exchange(request))
  const { cal, read, write } = desk()
  const run = (line: string, second = 0) => cal(line, { env: { CAL_API_ROOT: api_root }, now: noon + second * 1000 })
  return {
    read,
    write,
    cal: run,
    json: async (line) => {
      const { stdout, stderr } = await run(`${line} -o json`)
      if (stdout === '') throw new Error(stderr)
      return JSON.parse(stdout)
    },
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
    close: () => calendar.close(),
    as: (other) => {
      caller = other
    },
    writes: () => asked.splice(0).filter((line) => !line.startsWith('GET ')),
  }
}

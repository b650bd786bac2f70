// A service of one mode over HTTP in this process, with everything it was asked, and a folder of files to send it.
import { afterEach } from 'vitest'
import { type Calendar, openCalendar } from '../../src/server/open.ts'
import { answering } from './answering.ts'
import { desk } from './desk.ts'
import { noon, type Written } from './world.ts'

export const modes = ['standard', 'quirks'] as const
export type Mode = (typeof modes)[number]

export interface Service {
  write(name: string, text: string): void
  read(name: string): string
  /** Runs are named after their second: a command that is to be the newest run says which. */
  cal(line: string, second?: number): Promise<Written>
  json(line: string): Promise<unknown>
  /** The requests since the last look that were no GET. */
  writes(): readonly string[]
}

const open: Calendar[] = []
afterEach(async () => { for (const calendar of open.splice(0)) await calendar.close() })

/** Ends with the test; whoever asks is its administrator. */
export async function serviceIn(mode: Mode): Promise<Service> {
  const calendar = await openCalendar({ file: ':memory:', place: { base: 'http://calendar.example', root: 'wp-json', vendor: 'tribe' }, timezone: 'America/New_York', mode, read_only: false, writer: 'inline', now: () => noon })
  open.push(calendar)
  const { api_root, asked } = await answering((request) => calendar.exchange(request))
  const { cal, read, write } = desk()
  const run = (line: string, second = 0) => cal(line, { env: { CAL_API_ROOT: api_root }, now: noon + second * 1000 })
  return {
    read, write, cal: run,
    json: async (line) => {
      const { stdout, stderr } = await run(`${line} -o json`)
      if (stdout === '') throw new Error(stderr)
      return JSON.parse(stdout)
    },
    writes: () => asked.splice(0).filter((line) => !line.startsWith('GET ')),
  }
}

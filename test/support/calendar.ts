// A calendar in this process, asked as a client would ask it.
import { openCalendar, type OpenOptions } from '../../src/server/service/open.ts'

const place = { base: 'http://calendar.example', root: 'wp-json', vendor: 'tribe' }

/** 16:00 in New York on Friday, 20 November 2026. */
export const friday = Date.UTC(2026, 10, 20, 21)

export interface Asked {
  readonly status: number
  readonly body: Body
}

/** An answer's body, loosely: tests name what they expect. */
export type Body = Readonly<Record<string, unknown>> & { readonly id: number }

export interface OpenedCalendar {
  ask(method: string, path: string, json?: unknown): Promise<Asked>
  /** A GET without any header. */
  visit(path: string): Promise<Asked>
  close(): Promise<void>
}

/** An empty calendar in New York; whoever asks is its administrator. */
export async function calendarOpened(options: Partial<OpenOptions> = {}): Promise<OpenedCalendar> {
  const calendar = await openCalendar({
    file: ':memory:',
    place,
    timezone: 'America/New_York',
    mode: 'standard',
    read_only: false,
    writer: 'inline',
    now: () => friday,
    ...options,
  })
  return {
    ask: async (method, target, json) => {
      const [path = '', query = ''] = target.replace(`${place.base}/wp-json/tribe/events/v1`, '').split('?')
      const body = json === undefined ? {} : { body: JSON.stringify(json) }
      const answer = await calendar.exchange({
        method,
        path,
        query,
        headers: { 'content-type': 'application/json' },
        ...body,
      })
      return { status: answer.status, body: JSON.parse(answer.body) }
    },
    visit: async (target) => {
      const [path = '', query = ''] = target.split('?')
      const answer = await calendar.exchange({ method: 'GET', path, query, headers: {} })
      return { status: answer.status, body: JSON.parse(answer.body) }
    },
    close: () => calendar.close(),
  }
}

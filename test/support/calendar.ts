// A calendar in this process and requests to it.
import type { Exchange } from '../../src/base/exchange.ts'
import { answerOf, type CallOptions, requestOf } from '../../src/client/api/call.ts'
import type { OpenOptions } from '../../src/server/service/service.ts'
import { type OperationName, operationNamed } from '../../src/spec/operations.ts'
import type { Values } from '../../src/spec/read.ts'
import { openInMemory } from './open-calendar.ts'

export const calendar_address = { base: 'http://calendar.example', root: 'wp-json', vendor: 'tribe' }

/** 16:00 in New York on Friday, 20 November 2026. */
export const friday = Date.UTC(2026, 10, 20, 21)

/** Sends the request of an operation, which may write. */
export async function send(exchange: Exchange, name: OperationName, values: Values, extra: CallOptions = {}) {
  return answerOf(await exchange(requestOf(operationNamed(name), values, extra)))
}

export interface CalendarResponse {
  readonly status: number
  readonly body: Body
}

/** The body of a response; tests check the values. */
export type Body = Readonly<Record<string, unknown>> & { readonly id: number }

export interface TestCalendar {
  ask(method: string, path: string, json?: unknown): Promise<CalendarResponse>
  /** A GET without any header. */
  visit(path: string): Promise<CalendarResponse>
  close(): Promise<void>
}

/** An empty calendar in New York, closed after the test; all callers are its administrator. */
export async function openAskedCalendar(options: Partial<OpenOptions> = {}): Promise<TestCalendar> {
  const calendar = await openInMemory('standard', {
    address: calendar_address,
    timezone: 'America/New_York',
    now: () => friday,
    ...options,
  })
  return {
    ask: async (method, target, json) => {
      const [path = '', query = ''] = target.replace(`${calendar_address.base}/wp-json/tribe/events/v1`, '').split('?')
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

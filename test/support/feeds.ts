// A calendar in memory whose feed is served over HTTP at /events.ics; the query is that of the list.
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:http'
import ICAL from 'ical.js'
import type { ApiResponse, Exchange } from '../../src/base/exchange.ts'
import { type JsonObject, parsedJson, isObject } from '../../src/base/json.ts'
import { feedOf, type FeedSelection } from '../../src/server/feed/feed.ts'
import { calendarState } from '../../src/server/feed/feed.ts'
import { send } from '../../src/server/http/http.ts'
import type { OpenedCalendar } from '../../src/server/service/service.ts'
import { afterTest } from './cleanup.ts'
import { openInMemory } from './open-calendar.ts'
import { noon } from './runtime.ts'

export interface FeedServer {
  readonly url: string
  readonly calendar: OpenedCalendar
  /** Requests of feeds to the calendar since the server started. */
  readonly requests: string[]
  /** Sends a request as the administrator and returns the record. */
  send(method: string, path: string, body?: JsonObject): Promise<JsonObject>
  /** Called before each request of a feed; a response replaces that of the calendar. */
  intercept(handler: (query: string) => Promise<ApiResponse | undefined>): void
  /** Sets the clock, in milliseconds. */
  at(now: number): void
}

/** Closes after the test. */
export async function feedServer(timezone = 'Europe/Berlin', hasState = true): Promise<FeedServer> {
  let [now, intercept]: [number, Parameters<FeedServer['intercept']>[0]] = [noon, async () => undefined]
  const calendar = await openInMemory('standard', { timezone, now: () => now })
  const requests: string[] = []
  const exchange: Exchange = async (request) => {
    requests.push(`${request.path}?${request.query}`)
    return (await intercept(request.query)) ?? calendar.asVisitor(request)
  }
  const state = calendarState({ version: calendar.version, process: 'test', now: () => now })
  const server = createServer(async (incoming, response) => {
    const { pathname, search } = new URL(incoming.url ?? '/', 'http://localhost')
    const selection: FeedSelection = pathname.startsWith('/event/')
      ? { kind: 'event', path: pathname.replace('/event/', '/events/by-slug/') }
      : { kind: 'list', query: search.slice(1) }
    const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, text]) => [name, String(text)]))
    const answer = await feedOf({
      exchange,
      request: { method: incoming.method ?? 'GET', path: pathname, query: search.slice(1), headers },
      selection,
      name: 'Town, events',
      url: `http://calendar.example${pathname}`,
      file: 'events',
      language: 'en',
      timezone,
      ...(hasState && { state }),
    })
    await Promise.resolve(send(response, answer)).catch(() => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterTest(async () => {
    server.close()
    server.closeAllConnections()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calendar,
    requests,
    send: async (method, path, body) => {
      const answer = await calendar.asAdministrator({
        method,
        path,
        query: '',
        headers: { 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      const value = parsedJson(answer.body)
      if (answer.status > 299 || !isObject(value)) throw new Error(answer.body)
      return value
    },
    intercept: (handler) => {
      intercept = handler
    },
    at: (moment) => {
      now = moment
    },
  }
}

/** The events of a calendar, read by another program's parser. */
export function eventsIn(text: string): readonly ICAL.Component[] {
  return new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')
}

export function titlesIn(text: string): readonly string[] {
  return eventsIn(text).map((event) => String(event.getFirstPropertyValue('summary')))
}

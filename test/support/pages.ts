// The pages of a calendar in this process, without a network.
import { type Exchange, isComplete } from '../../src/base/exchange.ts'
import { parseOnce } from '../../src/server/api/request.ts'
import { hasCredentials } from '../../src/server/auth/authenticate.ts'
import type { Caller } from '../../src/server/domain/settings.ts'
import type { OpenOptions } from '../../src/server/service/service.ts'
import type { WebOptions } from '../../src/server/web/context.ts'
import { openWeb } from '../../src/server/web/web.ts'
import { friday } from './calendar.ts'
import { openInMemory } from './open-calendar.ts'

const base = 'http://calendar.example'
export const api_root = `${base}/wp-json/tribe/events/v1`

export interface PageAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Pages {
  get(address: string, headers?: Readonly<Record<string, string>>): Promise<PageAnswer>
  /** The whole body of a stream. */
  stream(address: string): Promise<string>
  /** `type` is that of the body, a form by default. */
  ask(method: string, address: string, body?: string, type?: string): Promise<PageAnswer>
  /** Creates a record as administrator and returns it. */
  create(kind: string, values: object): Promise<{ readonly id: number; readonly url: string }>
  /** A request of the interface as administrator. */
  read(address: string): Promise<unknown>
  /** Paths and queries of the requests behind the pages since the last call. */
  requests(): readonly string[]
}

/** Users by the `Authorization` that names them; anybody else is a visitor. */
export interface PageOptions {
  readonly users?: Readonly<Record<string, Caller>>
  readonly calendar?: Partial<OpenOptions>
  readonly web?: Partial<WebOptions>
}

/** Without users every reader is the administrator. */
export async function openPages({ users, calendar: options = {}, web = {} }: PageOptions = {}): Promise<Pages> {
  const calendar = await openInMemory(options.mode ?? 'standard', {
    timezone: 'America/New_York',
    now: () => friday,
    ...(users && {
      authenticate:
        () =>
        async ({ headers }) =>
          users[headers.authorization ?? ''],
    }),
    ...options,
  })
  const seen: string[] = []
  const exchange: Exchange = (request) => {
    seen.push(`${request.path}?${request.query}`)
    return calendar.exchange(request)
  }
  const handler = await openWeb({
    exchange,
    api_root,
    base,
    timezone: calendar.settings.timezone,
    sign_in: users !== undefined && hasCredentials,
    now: () => friday,
    ...web,
  })
  const send = async (
    method: string,
    address: string,
    given: { headers?: Readonly<Record<string, string>>; body?: string } = {},
  ): Promise<PageAnswer> => {
    const [path = '', query = ''] = address.replace(base, '').split('?')
    const request = {
      method,
      path,
      query,
      headers: { accept: 'text/html', ...given.headers },
      ...(given.body !== undefined && { body: given.body }),
    }
    const answer = await handler(parseOnce(request))
    if (!answer) throw new Error(`no page at ${address}`)
    if (typeof answer.body !== 'string') throw new Error('no text')
    return { status: answer.status, headers: answer.headers, body: answer.body }
  }
  return {
    get: (address, headers = {}) => send('GET', address, { headers }),
    stream: async (address) => {
      const [path = '', query = ''] = address.replace(base, '').split('?')
      const answer = await handler(parseOnce({ method: 'GET', path, query, headers: {} }))
      if (!answer || isComplete(answer.body)) throw new Error(`no stream at ${address}`)
      let text = ''
      for await (const part of answer.body) text += typeof part === 'string' ? part : Buffer.from(part).toString()
      return text
    },
    ask: (method, address, body, type = 'application/x-www-form-urlencoded') =>
      send(method, address, body === undefined ? {} : { body, headers: { 'content-type': type } }),
    create: async (kind, values) => {
      const { status, body } = await calendar.asAdministrator({
        method: 'POST',
        path: `/${kind}`,
        query: '',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(values),
      })
      if (status !== 201) throw new Error(body)
      return JSON.parse(body)
    },
    read: async (address) => {
      const [path = '', query = ''] = address.replace(api_root, '').split('?')
      return JSON.parse((await calendar.asAdministrator({ method: 'GET', path, query, headers: {} })).body)
    },
    requests: () => seen.splice(0),
  }
}

/** The text of a page as a reader without styles sees it. */
export function textOf(html: string): string {
  return html
    .replace(/<head>.*<\/head>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
}

// `--dry-run`: the command itself, up to the moment it would change something; what it would send is its result.
import type { ApiRequest, Exchange } from '../../base/exchange.ts'
import { isObject, type JsonObject, parsedJson } from '../../base/json.ts'
import { harmless } from '../../base/text/untrusted-text.ts'
import type { Input, Verb } from './command.ts'
import type { Item, Outcome, View } from './outcome.ts'
import type { Session } from './session.ts'

/** A write was about to be sent: it ends the work on its record. */
export class Rehearsed extends Error {
  override name = 'Rehearsed'
}

/** Everything is read as ever; each write is written down instead of sent. */
export async function rehearse(verb: Verb, input: Input, session: Session): Promise<View> {
  const requests: ApiRequest[] = []
  const withhold = (exchange: Exchange): Exchange => async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return exchange(request)
    requests.push(request)
    throw new Rehearsed()
  }
  const open = async () => {
    const api = await session.open()
    return { ...api, exchange: withhold(api.exchange), direct: withhold(api.direct) }
  }
  await drained(verb, input, { ...session, open, confirm: async () => {} })
  return { kind: 'view', columns: ['method', 'path', 'query', 'body'], records: itemsOf(requests), picture: () => requests.map(lineOf).join('') }
}

async function drained(verb: Verb, input: Input, session: Session): Promise<void> {
  try {
    const outcome: Outcome = await verb(input, session)
    if ('records' in outcome) for await (const _ of outcome.records);
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error
  }
}

function lineOf({ method, path, query, body }: ApiRequest): string {
  return harmless(`${method} ${path}${query === '' ? '' : `?${query}`}${body === undefined ? '' : ` ${String(body)}`}`).concat('\n')
}

async function* itemsOf(requests: readonly ApiRequest[]): AsyncIterable<Item> {
  for (const { method, path, query, body } of requests) {
    const value = typeof body === 'string' ? parsedJson(body) : undefined
    yield { method, path, query, ...(isObject(value) ? { body: value as JsonObject } : {}) }
  }
}

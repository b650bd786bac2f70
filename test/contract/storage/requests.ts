// Requests to an engine, as an administrator sends them.
import { parseRequest } from '../../support/open-calendar.ts'
import { anonymous_administrator } from '../../../src/server/auth/authenticate.ts'
import type { ApiResponse } from '../../../src/base/exchange.ts'
import type { Engine } from '../../../src/server/storage/engine.ts'

const headers = { 'content-type': 'application/json' }

export async function get(engine: Engine, path: string, query = '') {
  return replyOf(await engine.read(parseRequest({ method: 'GET', path, query, headers: {} }), anonymous_administrator))
}

export async function send(engine: Engine, method: 'POST' | 'DELETE', path: string, fields: object = {}) {
  const body = JSON.stringify(fields)
  return replyOf(await engine.write(parseRequest({ method, path, query: '', headers, body }), anonymous_administrator))
}

export function created(engine: Engine, path: string, fields: object) {
  return send(engine, 'POST', path, fields)
}

function replyOf({ status, body }: ApiResponse) {
  return { status, body: JSON.parse(body) }
}

/** The fields of an event that every service accepts. */
export function party(more: object = {}) {
  return { title: 'Party', start_date: '2027-03-01 19:00:00', end_date: '2027-03-01 22:00:00', ...more }
}

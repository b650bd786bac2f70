// Test control at `/_cal`: reset, snapshots, request log; for administrators only.
import type { ApiRequest, ApiResponse, Exchange } from '../../base/exchange.ts'
import type { Authenticate } from '../auth/authenticate.ts'
import { ApiError } from '../domain/api-error.ts'
import { errorReply } from '../api/respond.ts'
import { parseRequest, type ParsedRequest } from '../api/request.ts'
import type { RequestLog } from './request-log.ts'

/** States of the whole calendar by name. */
export interface Snapshots {
  names(): readonly string[]
  /** Keeps the present state under a name, in place of an older one of that name. */
  keep(name: string): Promise<void>
  /** Makes a kept state the present one. */
  goBack(name: string): Promise<void>
  forget(name: string): Promise<void>
}

export interface TestControl {
  readonly authenticate: Authenticate
  readonly log: Pick<RequestLog, 'entries' | 'clear'>
  readonly snapshots: Snapshots
}

/** The state a server was in when it began to answer. */
export const start_name = 'start'

/** The same exchange with the side door beside it. */
export function withTestControl(control: TestControl, exchange: Exchange): Exchange {
  return async (request) => {
    if (!request.path.startsWith('/_cal/')) return exchange(request)
    const incoming = parseRequest(request)
    try {
      await requireAdministrator(control, request)
      return answerOf(await carriedOut(control, incoming))
    } catch (error) {
      if (error instanceof ApiError) return errorReply(error, incoming.language)
      throw error
    }
  }
}

async function requireAdministrator({ authenticate }: TestControl, request: ApiRequest): Promise<void> {
  const caller = await authenticate(request)
  if (caller?.role !== 'administrator') throw new ApiError('rest_forbidden', { status: caller ? 403 : 401 })
}

type Action = (control: TestControl, name: string) => Promise<unknown>

/** `NAME` stands for the name of a state. */
const actions: Readonly<Record<string, Action>> = {
  'GET requests': async ({ log }) => ({ requests: log.entries() }),
  'DELETE requests': async ({ log }) => {
    log.clear()
    return { requests: [] }
  },
  'GET snapshots': async ({ snapshots }) => ({ snapshots: snapshots.names() }),
  'PUT snapshots/NAME': async ({ snapshots }, name) => {
    await snapshots.keep(name)
    return { kept: name }
  },
  'POST snapshots/NAME': goBack,
  'DELETE snapshots/NAME': async ({ snapshots }, name) => {
    await snapshots.forget(known(snapshots, name))
    return { forgotten: name }
  },
  'POST reset': (control) => goBack(control, start_name),
}

async function carriedOut(control: TestControl, { method, path }: ParsedRequest): Promise<unknown> {
  const [, place, name] = /^\/_cal\/([a-z]+)(?:\/([\w.-]{1,64}))?\/?$/.exec(path) ?? []
  const action = actions[`${method} ${place}${name === undefined ? '' : '/NAME'}`]
  if (!action) throw new ApiError('rest_no_route')
  return action(control, name ?? '')
}

async function goBack({ snapshots }: TestControl, name: string): Promise<unknown> {
  await snapshots.goBack(known(snapshots, name))
  return { restored: name }
}

function known(snapshots: Snapshots, name: string): string {
  if (snapshots.names().includes(name)) return name
  throw new ApiError('rest_no_snapshot', { values: { name } })
}

function answerOf(body: unknown): ApiResponse {
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=UTF-8', 'cache-control': 'no-store' },
    body: JSON.stringify(body),
  }
}

// Test control at `/_cal`: reset, snapshots, request log; for administrators only.
import type { ApiRequest, ApiResponse, Exchange } from '../../base/exchange.ts'
import type { Authenticate } from '../auth/authenticate.ts'
import { ApiError } from '../domain/api-error.ts'
import { errorReply } from '../api/respond.ts'
import { type ParsedRequest, received } from '../api/request.ts'
import type { RequestLog } from './request-log.ts'

/** Saved states of the whole calendar, by name. */
export interface Snapshots {
  names(): readonly string[]
  /** Saves the present state, replacing a snapshot of the same name. */
  save(name: string): Promise<void>
  /** Restores a snapshot. */
  restore(name: string): Promise<void>
  delete(name: string): Promise<void>
}

export interface TestControl {
  readonly authenticate: Authenticate
  readonly log: Pick<RequestLog, 'entries' | 'clear'>
  readonly snapshots: Snapshots
}

/** The snapshot of the state before the first request. */
export const start_name = 'start'

/** Wraps an exchange with the paths of test control. */
export function withTestControl(control: TestControl, exchange: Exchange): Exchange {
  return async (request) => {
    if (!request.path.startsWith('/_cal/')) return exchange(request)
    const incoming = received(request).parsed
    try {
      await requireAdministrator(control, request)
      return jsonResponse(await runAction(control, incoming))
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

type Action = (control: TestControl, name: string) => Promise<object>

/** `NAME` is the name of a snapshot. */
const actions: Readonly<Record<string, Action>> = {
  'GET requests': async ({ log }) => ({ requests: log.entries() }),
  'DELETE requests': async ({ log }) => {
    log.clear()
    return { requests: [] }
  },
  'GET snapshots': async ({ snapshots }) => ({ snapshots: snapshots.names() }),
  'PUT snapshots/NAME': async ({ snapshots }, name) => {
    await snapshots.save(name)
    return { saved: name }
  },
  'POST snapshots/NAME': restore,
  'DELETE snapshots/NAME': async ({ snapshots }, name) => {
    await snapshots.delete(known(snapshots, name))
    return { deleted: name }
  },
  'POST reset': (control) => restore(control, start_name),
}

async function runAction(control: TestControl, { method, path }: ParsedRequest): Promise<object> {
  const [, place, name] = /^\/_cal\/([a-z]+)(?:\/([\w.-]{1,64}))?\/?$/.exec(path) ?? []
  const action = actions[`${method} ${place}${name === undefined ? '' : '/NAME'}`]
  if (!action) throw new ApiError('rest_no_route')
  return action(control, name ?? '')
}

async function restore({ snapshots }: TestControl, name: string): Promise<object> {
  await snapshots.restore(known(snapshots, name))
  return { restored: name }
}

function known(snapshots: Snapshots, name: string): string {
  if (snapshots.names().includes(name)) return name
  throw new ApiError('rest_no_snapshot', { values: { name } })
}

function jsonResponse(body: object): ApiResponse {
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=UTF-8', 'cache-control': 'no-store' },
    body: JSON.stringify(body),
  }
}

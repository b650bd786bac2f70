// Answers a parsed request: finds the route and the record, checks values and rights, calls the handler.
import type { ApiResponse } from '../../base/exchange.ts'
import { sentCost } from '../../spec/cost.ts'
import type { Operation } from '../../spec/operations.ts'
import { ApiError } from '../domain/api-error.ts'
import type { Post } from '../domain/records.ts'
import { mayChange } from '../domain/rights.ts'
import { type Caller, namespaceOf, type ServiceSettings } from '../domain/settings.ts'
import { descriptionOf } from '../handlers/describe.ts'
import type { HandlerAnswer, ServiceContext } from '../handlers/handler.ts'
import { handle } from '../handlers/table.ts'
import { refuseCrashing } from '../quirks/crashing-inputs.ts'
import { quirk } from '../quirks/quirks.ts'
import { matchOf, operationAt, type RouteMatch } from '../route.ts'
import { validateRequest } from '../validation/validate-request.ts'
import { allowOf, requireRight } from './authorize.ts'
import type { ParsedRequest } from './request.ts'
import { answerOfError, responseOf } from './respond.ts'
import { notFound, type PathTarget, pathTargetOf } from './target.ts'

/**
 * A response, and whether the request was refused. What a refused request wrote must be rolled back. The status does
 * not tell, because an envelope is always 200.
 */
export interface ApiReply extends ApiResponse {
  readonly refused?: true
}

/** Answers a request of an authenticated caller, within one transaction; `undefined` is a visitor. */
export type Api = (request: ParsedRequest, caller: Caller | undefined) => Promise<ApiReply>

/** The service over one calendar. An `ApiError` becomes an answer; any other error is a bug and is thrown. */
export function createApi(service: ServiceContext): Api {
  return async (request, caller) => {
    const match = request.namespace === undefined ? matchOf(request.path) : undefined
    const { answer, post, rollback } = await answered({ request, match, caller, service })
    const isKnown = match && (request.method === 'OPTIONS' || operationAt(match.route, request.method))
    const allow = isKnown ? allowOf(match.route, { caller, post, settings: service.settings }) : undefined
    const response = responseOf(answer, { controls: request.controls, settings: service.settings, caller, allow })
    return rollback ? { ...response, refused: true } : response
  }
}

/**
 * The response to a request that is refused without reading the calendar: a cookie session, an unknown route, what
 * cannot be parsed. An engine receives only requests without an `error`, which can be sent to another thread.
 */
export function refusalOf(
  request: ParsedRequest,
  caller: Caller | undefined,
  settings: ServiceSettings,
): ApiResponse | undefined {
  if (request.method === 'OPTIONS' || request.namespace !== undefined) return undefined
  const match = matchOf(request.path)
  try {
    operationOf(request, match, caller)
    return undefined
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const isKnown = match && operationAt(match.route, request.method)
    return responseOf(answerOfError(error, request.language), {
      controls: request.controls,
      settings,
      caller,
      allow: isKnown && allowOf(match.route, { caller, post: undefined, settings }),
    })
  }
}

interface Routed {
  readonly request: ParsedRequest
  readonly match: RouteMatch | undefined
  readonly caller: Caller | undefined
  readonly service: ServiceContext
}

interface Answered {
  readonly answer: HandlerAnswer
  /** The event, venue or organizer of the path, if it exists. */
  readonly post?: Post | undefined
  readonly rollback?: boolean
}

async function answered(routed: Routed): Promise<Answered> {
  const { request, match, service } = routed
  const { method, language } = request
  if (method === 'OPTIONS') {
    const namespace = namespaceOf(service.settings.address)
    return { answer: { status: 200, body: match ? descriptionOf(match.route, namespace, language) : [] } }
  }
  let target: PathTarget | undefined
  try {
    if (request.namespace !== undefined) return { answer: await coreEventOf(request, routed.caller, service) }
    const operation = operationOf(request, match, routed.caller)
    target = match?.key === undefined ? no_target : await pathTargetOf(operation, match, service, routed.request.given)
    return { answer: await execute(operation, target, routed), post: target.post }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const answer = answerOfError(error, language)
    return target ? { answer, post: target.post, rollback: !error.keepsWrites } : { answer }
  }
}

const no_target: PathTarget = { errors: [] }

/**
 * Errors: 403 for a cookie session, 404 for an unknown route, 400 for a body that cannot be parsed.
 * Source: interface 2, 3.
 */
function operationOf(request: ParsedRequest, match: RouteMatch | undefined, caller: Caller | undefined): Operation {
  if (!caller && request.hasNonce) throw new ApiError('rest_cookie_invalid_nonce')
  const operation = match && operationAt(match.route, request.method)
  if (!operation) throw new ApiError('rest_no_route')
  if (request.error) throw request.error
  return operation
}

async function execute(
  operation: Operation,
  target: PathTarget,
  { request: { given, body, language }, match, caller, service }: Routed,
): Promise<HandlerAnswer> {
  const { store, settings } = service
  const now = service.now()
  if (target.early_error) {
    requireRight(operation, { caller, post: target.post, settings })
    throw target.early_error
  }
  const values = await validateRequest({ store, settings, now, operation, given, caller }, target.errors, language)
  requireRight(operation, { caller, post: target.post, settings })
  if (target.error) throw target.error
  if (match?.key !== undefined && !target.record) return unknownSlug(operation, match.key, service)
  refuseCrashing(operation, values)
  return handle(operation.name, {
    operation,
    values,
    given,
    body,
    caller,
    language,
    service,
    now,
    target: target.record ?? {},
  })
}

/** The answer to a write by a slug that does not exist. Source: interface Q10, Q11. */
function unknownSlug(operation: Operation, slug: string, { settings }: ServiceContext): HandlerAnswer {
  const error = notFound(operation, slug)
  if (!quirk(settings, 'unknown_slugs_answer_200')) throw error
  return { status: 200, body: { errors: { [error.code.replace('rest-', '')]: [error.text.en] }, error_data: [] } }
}

/**
 * Only the fields that a client of the calendar needs.
 * Errors: 404 without this interface, 401 or 403 without the right.
 */
async function coreEventOf(
  { method, path, given, error }: ParsedRequest,
  caller: Caller | undefined,
  { store, settings }: Pick<ServiceContext, 'store' | 'settings'>,
): Promise<HandlerAnswer> {
  const [, type, id] = /^\/(\w+)\/(\d+)$/.exec(path) ?? []
  const isEvent = type === `${settings.address.vendor}_events` && quirk(settings, 'core_interface_shows_stored_costs')
  if (!isEvent || method !== 'GET') throw new ApiError('rest_no_route')
  if (error) throw error
  const event = await store.event.get(Number(id))
  if (!event) throw new ApiError('rest_no_route')
  if (given.context !== 'edit' || !mayChange(caller, event, settings))
    throw new ApiError('rest_forbidden', caller ? {} : { status: 401 })
  return { status: 200, body: { id: event.id, status: event.status, meta: { _EventCost: sentCost(event.cost) } } }
}

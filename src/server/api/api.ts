// The calendar service from a parsed request to its answer: route, read, rights, handler, answer.
import type { ApiRequest, ApiResponse } from '../../base/exchange.ts'
import type { Operation } from '../../spec/operations.ts'
import { allowOf, requireRight } from './authorize.ts'
import { validateRequest } from '../validation/validate-request.ts'
import { refuseCrashing } from '../quirks/crashing-inputs.ts'
import { quirk } from '../quirks/quirks.ts'
import { ApiError } from '../domain/api-error.ts'
import { type Caller, namespaceOf } from '../domain/settings.ts'
import { descriptionOf } from '../handlers/describe.ts'
import type { HandlerAnswer, ServiceContext } from '../handlers/handler.ts'
import { handlers } from '../handlers/table.ts'
import type { ParsedRequest } from './incoming.ts'
import { parseRequest } from './request.ts'
import { answerOfError } from './error-response.ts'
import { responseOf } from './respond.ts'
import { type RouteMatch, matchOf, operationAt } from '../routing/route.ts'
import { notFound, type PathTarget, pathTargetOf } from './target.ts'

/** An answer, and whether it is a no: what a refused request wrote is to be undone, also where an envelope says 200. */
export interface ApiReply extends ApiResponse {
  readonly refused?: true
}

/**
 * Answers a request of a caller whose credentials were looked at; undefined is a visitor. Runs within one transaction.
 */
export type Api = (request: ApiRequest, caller: Caller | undefined) => ApiReply

/** The service over one calendar. Refusals become answers; everything else that is thrown is a bug. */
export function createApi(service: ServiceContext): Api {
  return (request, caller) => {
    const incoming = parseRequest(request)
    const match = matchOf(incoming.path)
    const { answer, post, undo } = answered({ incoming, match, caller, service, nonce: request.headers['x-wp-nonce'] })
    const open = match && (incoming.method === 'OPTIONS' || operationAt(match.route, incoming.method))
    const allow = open ? allowOf(match.route, { caller, post, settings: service.settings }) : undefined
    const response = responseOf(answer, {
      request,
      controls: incoming.controls,
      settings: service.settings,
      caller,
      allow,
    })
    return undo ? { ...response, refused: true } : response
  }
}

interface Asking {
  readonly incoming: ParsedRequest
  readonly match: RouteMatch | undefined
  readonly caller: Caller | undefined
  readonly service: ServiceContext
  /** The sign of a cookie session, of which there are none here. */
  readonly nonce: string | undefined
}

/** What a request means to do, and with which record. */
interface Aim {
  readonly operation: Operation
  readonly target: PathTarget
}

interface Answered {
  readonly answer: HandlerAnswer
  /** The record, once it is known to exist. */
  readonly post?: PathTarget['post'] | undefined
  /** Whether what was written on the way is to be undone. */
  readonly undo?: boolean
}

function answered(asking: Asking): Answered {
  const {
    incoming: { method, language },
    match,
    service,
  } = asking
  if (method === 'OPTIONS')
    return {
      answer: {
        status: 200,
        body: match ? descriptionOf(match.route, namespaceOf(service.settings.place), language) : [],
      },
    }
  const aim = attempt(() => aimOf(asking))
  if (aim instanceof ApiError) return { answer: answerOfError(aim, language) }
  const { post } = aim.target
  const answer = attempt(() => carriedOut(aim, asking))
  return answer instanceof ApiError
    ? { answer: answerOfError(answer, language), post, undo: !answer.keeps }
    : { answer, post }
}

function attempt<T>(work: () => T): T | ApiError {
  try {
    return work()
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

/** Fails: 403 for a cookie session, 404 for no route, 400 for a body that cannot be read. Source: observed 2, 3. */
function aimOf({ incoming, match, caller, service, nonce }: Asking): Aim {
  if (!caller && (nonce ?? incoming.query._wpnonce) !== undefined) throw new ApiError('rest_cookie_invalid_nonce')
  const operation = match && operationAt(match.route, incoming.method)
  if (!operation) throw new ApiError('rest_no_route')
  if (incoming.refusal) throw incoming.refusal
  return { operation, target: pathTargetOf(operation, match, service, incoming.given) }
}

function carriedOut(
  { operation, target }: Aim,
  { incoming: { given, body, language }, match, caller, service }: Asking,
): HandlerAnswer {
  const question = { service, operation, given, caller }
  const values = validateRequest(question, target.faults, language)
  requireRight(operation, { caller, post: target.post, settings: service.settings })
  if (target.refusal) throw target.refusal
  if (match?.key !== undefined && target.id === undefined) return unknownSlug(operation, match.key, service)
  refuseCrashing(operation, values)
  const handler = handlers[operation.name]
  if (!handler) throw new Error(`nobody carries out ${operation.name}`)
  return handler({
    operation,
    values,
    given,
    body,
    caller,
    language,
    service,
    ...(target.id !== undefined && { target: target.id }),
  })
}

/** Source: D11, D-120, D-550. */
function unknownSlug(operation: Operation, slug: string, { settings }: ServiceContext): HandlerAnswer {
  const refusal = notFound(operation, slug)
  const isNotFound = operation.resource === 'events' && quirk(settings, 'unknown_event_slugs_answer_404')
  if (isNotFound || !quirk(settings, 'unknown_slugs_answer_200')) throw refusal
  return { status: 200, body: { errors: { [refusal.code.replace('rest-', '')]: [refusal.text.en] }, error_data: [] } }
}

// Answers a parsed request: finds the route and the record, checks values and rights, calls the handler.
import type { Instant } from '../../base/dates/zoned-time.ts'
import type { ApiResponse } from '../../base/exchange.ts'
import type { Json } from '../../base/json.ts'
import { type Language, t } from '../../base/text/language.ts'
import { sentCost } from '../../spec/cost.ts'
import type { Plural, TermPlural } from '../../spec/model.ts'
import {
  type Operation,
  operationAt,
  type OperationVerb,
  type Route,
  type RouteMatch,
  routeOf,
} from '../../spec/operations.ts'
import { isTerm, resources } from '../../spec/resources.ts'
import { ApiError, invalidParams } from '../domain/api-error.ts'
import type { LinkedKind, Post, PostKind, PostRecords, Taxonomy } from '../domain/records.ts'
import { mayChange, mayEditAll, mayPublish, mayWrite } from '../domain/rights.ts'
import type { Caller, ServiceSettings } from '../domain/settings.ts'
import type { PlaceQuery, PostValues, TermQuery, TermValues } from '../domain/values.ts'
import { describeNamespace, describeService, descriptionOf } from '../handlers/describe.ts'
import type { Call, CallWith, Handler, HandlerAnswer, ServiceContext, TargetRecord } from '../handlers/handler.ts'
import { listEvents, listPlaces, listTerms } from '../handlers/lists.ts'
import { getEvent, getPlace, getTerm } from '../handlers/show.ts'
import { createdPost, trashPost, updatedPost } from '../handlers/writes/posts.ts'
import { createdTerm, deleteTerm, updateTerm } from '../handlers/writes/terms.ts'
import { quirk } from '../quirks/quirks.ts'
import {
  check,
  type CheckContext,
  wholeNumberOf,
  missingOf,
  mistyped,
  readValues,
  refused,
  sentenceOf,
  type ValidatedValues,
  type ValidationError,
} from '../validation/check.ts'
import { checksOf } from '../validation/table.ts'
import type { ParsedRequest } from './request.ts'
import { answerOfError, isPicked, responseOf } from './respond.ts'
import { slugOf } from '../../base/text/slug.ts'
import { percentDecoded } from '../../base/text/untrusted-text.ts'
import type { Given } from '../../spec/read.ts'
import { postsOf, type Store } from '../storage/store.ts'

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
export function createApi({ store, settings, now }: ServiceContext & { now(): Instant }): Api {
  return async (request, caller) => {
    const { answer, post, rollback } = await respond({ request, caller, store, settings, now: now() })
    const response = responseTo(request, answer, { caller, post, settings })
    if (!rollback) return response
    return { ...response, refused: true }
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
  const operation = operationOf(request, caller)
  if (!(operation instanceof ApiError)) return undefined
  const answer = answerOfError(operation, request.language)
  return responseTo(request, answer, { caller, post: undefined, settings })
}

/** The response with the header `Allow`, unless the route or its method is unknown. */
function responseTo(
  { method, match, controls }: ParsedRequest,
  answer: HandlerAnswer,
  access: AccessRequest,
): ApiResponse {
  const route = match && routeOf(match)
  const isKnown = route && (method === 'OPTIONS' || operationAt(route, method))
  return responseOf(answer, { controls, allow: isKnown ? () => allowOf(route, access) : undefined, ...access })
}

interface Routed extends ServiceContext {
  readonly request: ParsedRequest
  readonly caller: Caller | undefined
  readonly now: Instant
}

async function respond(routed: Routed) {
  const { request, caller, settings, now } = routed
  const { method, match, language } = request
  if (method === 'OPTIONS') {
    const route = match && routeOf(match)
    return { answer: { status: 200, body: route ? descriptionOf(route, { settings, now, language }) : [] } }
  }
  let target: PathTarget | undefined
  try {
    if (request.namespace !== undefined) return { answer: await coreEventOf(request, routed) }
    const operation = operationOf(request, caller)
    if (operation instanceof ApiError) throw operation
    target = await pathTargetOf(operation, routed)
    return { answer: await execute(operation, target, routed), post: target.post }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const answer = answerOfError(error, language)
    return target ? { answer, post: target.post, rollback: !error.keepsWrites } : { answer }
  }
}

/**
 * The operation of a request, or its first error: 403 for a cookie session, 404 for an unknown route, 400 for a body
 * that cannot be parsed.
 * Source: interface 2, 3.
 */
function operationOf(request: ParsedRequest, caller: Caller | undefined): Operation | ApiError {
  if (!caller && request.hasNonce) return new ApiError('rest_cookie_invalid_nonce')
  const route = request.match && routeOf(request.match)
  const operation = route && operationAt(route, request.method)
  return operation ? (request.error ?? operation) : new ApiError('rest_no_route')
}

async function execute(
  operation: Operation,
  target: PathTarget,
  { request: { given, body, password, controls, language }, caller, store, settings, now }: Routed,
): Promise<HandlerAnswer> {
  const access = { caller, post: target.post, settings }
  if (target.error && target.isEarly) {
    requireRight(operation, access)
    throw target.error
  }
  const context = { store, settings, now, operation, given, caller }
  const { values, crash } = await validateRequest(context, target.errors, language)
  requireRight(operation, access)
  if (target.error) return unknownTarget(operation, target.error, settings)
  if (crash) throw new ApiError(crash)
  return handle(operation, {
    operation,
    values,
    given,
    body,
    password,
    wants: (member) => isPicked(member, controls.fields),
    caller,
    language,
    store,
    settings,
    now,
    target: target.record ?? {},
  })
}

/** Throws the error, or answers 200 with it to an update by a slug. Source: interface Q10, Q11. */
function unknownTarget({ path_parameters }: Operation, error: ApiError, settings: ServiceSettings): HandlerAnswer {
  const isAnswered = path_parameters.slug !== undefined && quirk(settings, 'unknown_slugs_answer_200')
  if (!isAnswered) throw error
  return { status: 200, body: { errors: { [error.code.replace('rest-', '')]: [error.text.en] }, error_data: [] } }
}

/**
 * Only the fields that a client of the calendar needs.
 * Errors: 404 without this interface, 401 or 403 without the right.
 */
async function coreEventOf(
  { method, path, given, error }: ParsedRequest,
  { caller, store, settings }: Routed,
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

interface AccessRequest {
  readonly caller: Caller | undefined
  /** The event, venue or organizer of the path; undefined for terms and paths without a record. */
  readonly post: Pick<Post, 'author' | 'status'> | undefined
  readonly settings: ServiceSettings
}

/** The header `Allow` of a route: the methods that the caller may use. */
function allowOf(route: Route, request: AccessRequest): string {
  return route.operations
    .filter((operation) => mayExecute(operation, request))
    .flatMap(({ methods }) => methods)
    .join(', ')
}

/**
 * Throws unless the caller may execute the operation. Errors: `rest_forbidden`, 401 for visitors and 403 for users; 403
 * `rest_read_only`.
 */
function requireRight(operation: Operation, request: AccessRequest): void {
  if (mayExecute(operation, request)) return
  if (request.settings.read_only) throw new ApiError('rest_read_only')
  throw new ApiError('rest_forbidden', request.caller ? {} : { status: 401 })
}

function mayExecute(operation: Operation, { caller, post, settings }: AccessRequest): boolean {
  const { verb, resource } = operation
  if (verb === undefined || verb === 'list' || verb === 'get') return true
  if (settings.read_only) return false
  if (resource !== undefined && isTerm(resource)) return mayWriteTerms(resource, caller, settings)
  return post === undefined || isGeneric(operation, settings) ? mayWrite(caller) : mayChange(caller, post, settings)
}

/** Whether the general right is enough, regardless of the author. Source: interface Q26, 15. */
function isGeneric({ path_parameters }: Operation, settings: ServiceSettings): boolean {
  return (
    quirk(settings, 'rights_ignore_author') ||
    (path_parameters.slug !== undefined && quirk(settings, 'rights_by_slug_ignore_author'))
  )
}

/** Whether the caller may write categories or tags. Source: interface 13, 15. */
function mayWriteTerms(resource: TermPlural, caller: Caller | undefined, settings: ServiceSettings): boolean {
  if (!quirk(settings, 'terms_need_author_or_editor')) return mayWrite(caller)
  return resource === 'tags' ? mayEditAll(caller) : mayPublish(caller)
}

/**
 * The valid values of a request. `of_path` are errors of the path, which are reported first.
 *
 * Errors: 400 `rest_missing_callback_param`, `rest_invalid_param`, each with all its names.
 * Source: interface 2.
 */
async function validateRequest(
  context: CheckContext,
  of_path: readonly ValidationError[],
  language: Language,
): Promise<Pick<ValidatedValues<never>, 'values' | 'crash'>> {
  const { operation, given } = context
  const { parameters } = operation
  const missing = missingOf(parameters, given)
  if (missing.length > 0)
    throw new ApiError('rest_missing_callback_param', {
      values: { names: missing.join(', ') },
      data: { params: missing },
    })
  const { errors, ...valid } = await readValues<never>(parameters, checksOf(operation), context)
  refuse([...of_path, ...errors.filter(({ mark }) => mark === refused)], language)
  refuse(errors, language)
  return valid
}

/** Throws one error that names all of them. */
function refuse(errors: readonly ValidationError[], language: Language): void {
  if (errors.length === 0) return
  const sentences = Object.fromEntries(errors.map((error) => [error.name, sentenceOf(error)]))
  const details = Object.fromEntries(errors.flatMap((error) => detailOf(error, language)))
  throw invalidParams(sentences, language, details)
}

/** The entry of an error in `details`; only wrong types and missing extensions have one. Source: interface 3. */
function detailOf(error: ValidationError, language: Language): readonly (readonly [string, Json])[] {
  const code = error.mark === mistyped ? 'rest_invalid_type' : error.check.code
  return code === undefined
    ? []
    : [[error.name, { code, message: sentenceOf(error)[language], data: { param: error.name } }]]
}

/** Executes the operation. The index and the description of the service belong to no resource. */
function handle({ name, resource, verb }: Operation, call: CallWith<never>): Promise<HandlerAnswer> {
  if (resource !== undefined && verb !== undefined) return handlers[resource][verb](call)
  return name === 'doc' ? describeService(call) : describeNamespace(call)
}

/** The handlers of each kind. They take the values that the checks of their operation return, see `readValues`. */
const handlers: Readonly<Record<Plural, Readonly<Record<OperationVerb, Handler<never>>>>> = {
  events: { ...writesOf('event'), list: listEvents, get: getEvent },
  venues: ofPlaces('venue'),
  organizers: ofPlaces('organizer'),
  categories: ofTerms('category'),
  tags: ofTerms('tag'),
}

function ofPlaces<K extends LinkedKind>(kind: K) {
  return {
    ...writesOf(kind),
    list: (call: CallWith<PlaceQuery>) => listPlaces(kind, call),
    get: (call: Call) => getPlace(kind, call),
  }
}

function writesOf<K extends PostKind>(kind: K) {
  return {
    create: (call: CallWith<PostValues[K]>) => createdPost(kind, call),
    update: (call: CallWith<PostValues[K]>) => updatedPost(kind, call),
    delete: (call: Call) => trashPost(kind, call),
  }
}

function ofTerms(taxonomy: Taxonomy) {
  return {
    list: (call: CallWith<TermQuery>) => listTerms(taxonomy, call),
    create: (call: CallWith<TermValues>) => createdTerm(taxonomy, call),
    get: getTerm,
    update: updateTerm,
    delete: deleteTerm,
  }
}

export interface PathTarget {
  /** Absent for paths without a record and for unknown ones. */
  readonly record?: TargetRecord | undefined
  /** The record on which rights depend; undefined for terms and unknown records. */
  readonly post?: Post | undefined
  /** Errors of the path, reported together with those of other values. */
  readonly errors: readonly ValidationError[]
  /** An error of the path that is reported after values and rights; an early one before values. */
  readonly error?: ApiError
  readonly isEarly?: boolean
}

const existing = check(t('the id or slug of an existing record'), () => refused)
const same = check(t('the id of the path'), () => refused)

/**
 * The record of a path. An unknown slug of an update is reported after the check of rights.
 *
 * Errors: 404 `rest-…-not-found`; in quirks mode 400 for `id` or `slug`, and since 6.17 its own error for events.
 * Source: interface Q10, Q11, Q32, 15.
 */
async function pathTargetOf(
  operation: Operation,
  { request: { match, given }, store, settings }: Routed,
): Promise<PathTarget> {
  const { key, raw_key }: Partial<RouteMatch> = match ?? {}
  const name = Object.keys(operation.path_parameters)[0]
  if (key === undefined || name === undefined) return { errors: [] }
  const writes = operation.verb === 'update' || operation.verb === 'delete'
  const selected_key = selectedKey(name, key, settings, given)
  const looked_up =
    name === 'slug' && quirk(settings, 'slugs_keep_accents')
      ? lookedUpSlug(selected_key === key ? (raw_key ?? key) : selected_key)
      : selected_key
  const read = writes ? 'getToWrite' : 'get'
  const record = await recordOf(operation, { name, key: looked_up, read }, store)
  const post = record?.event ?? record?.venue ?? record?.organizer
  const id = post?.id ?? record?.term?.id
  if (id !== undefined)
    return {
      record,
      post,
      errors:
        writes && name === 'id' && !isSame(given.id, id) ? [{ name, mark: refused, check: same, value: given.id }] : [],
    }
  if (name === 'slug' && operation.verb === 'update' && !isRefusedUpdate(operation, selected_key, settings)) {
    const isEarly = operation.resource === 'events' && quirk(settings, 'unknown_event_slugs_answer_404')
    return { errors: [], error: notFound(operation, isEarly ? selected_key : key), isEarly }
  }
  if (
    operation.resource === 'events' &&
    /^\d+$/.test(selected_key) &&
    name === 'id' &&
    quirk(settings, 'unknown_event_ids_answer_404')
  )
    return unknownEvent(operation, selected_key, store)
  if (quirk(settings, 'unknown_targets_are_invalid_params'))
    return { errors: [{ name, mark: refused, check: existing, value: selected_key }] }
  throw notFound(operation, selected_key)
}

/** Whether quirks mode refuses an update of this unknown slug with 400, before rights. Source: interface Q11. */
function isRefusedUpdate({ resource }: Operation, key: string, settings: ServiceContext['settings']): boolean {
  return (resource !== 'events' || key === '0') && quirk(settings, 'unknown_place_slugs_are_refused')
}

/** The target for an id without an event, with an error that is reported after the check of rights. */
async function unknownEvent(operation: Operation, key: string, store: Store): Promise<PathTarget> {
  const id = Number(key)
  const other = (await store.venue.get(id)) ?? (await store.organizer.get(id))
  const isKnown = other !== undefined || (await store.media.get(id)) !== undefined
  const error = isKnown ? new ApiError('rest-invalid-event-id', { values: { target: key } }) : notFound(operation, key)
  return { post: other, errors: [], error }
}

/** The 404 for a record that does not exist. */
function notFound({ resource = 'events' }: Operation, key: string): ApiError {
  const kind = isTerm(resource) ? 'term' : resources[resource].singular
  return new ApiError(`rest-${kind}-not-found`, { values: { target: key } })
}

/** In quirks mode `id` and `slug` of body and query override the path. Source: interface Q11, Q32. */
function selectedKey(name: string, key: string, settings: ServiceContext['settings'], given: Given): string {
  const other = given[name]
  if (typeof other !== 'string' && typeof other !== 'number') return key
  return quirk(settings, name === 'id' ? 'body_id_selects' : 'body_slug_selects') ? String(other) : key
}

function isSame(given: Json | undefined, id: number): boolean {
  return given === undefined || given === null || wholeNumberOf(given) === id
}

interface Lookup {
  readonly name: string
  readonly key: string
  readonly read: 'get' | 'getToWrite'
}

async function recordOf(
  { resource = 'events' }: Operation,
  { name, key, read }: Lookup,
  store: Store,
): Promise<TargetRecord> {
  switch (resource) {
    case 'events':
      return { event: await postOf('event', { name, key, read }, store) }
    case 'venues':
      return { venue: await postOf('venue', { name, key, read }, store) }
    case 'organizers':
      return { organizer: await postOf('organizer', { name, key, read }, store) }
    case 'categories':
    case 'tags': {
      const term = await store.terms[read](Number(key))
      return term?.taxonomy === resources[resource].singular ? { term } : {}
    }
  }
}

async function postOf<K extends PostKind>(
  kind: K,
  { name, key, read }: Lookup,
  store: Store,
): Promise<PostRecords[K] | undefined> {
  const posts = postsOf(store, kind)
  if (name === 'id') return posts[read](Number(key))
  if (key.includes('/')) return undefined
  const id = (await posts.idOfSlug(key)) ?? (await posts.idOfSlug(slugOf(key.replaceAll('+', ' '))))
  return id === undefined ? undefined : posts[read](id)
}

const slug_bytes_max = 200

/**
 * The slug that is looked up for a text of a path, still encoded, or of a body.
 *
 * Shape:  decoded once and encoded again, so that what was encoded twice differs from every stored slug; lower case,
 *         `-` for blanks and points, accents kept.
 * Source: interface 14.
 */
function lookedUpSlug(sent: string): string {
  return encodeURIComponent(percentDecoded(sent.replaceAll('+', ' ')).toWellFormed())
    .replaceAll('%20', ' ')
    .slice(0, slug_bytes_max)
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)
    .replaceAll('~', '')
    .toLowerCase()
    .replace(/[\s.-]+/g, '-')
    .replace(/^-|-$/g, '')
}

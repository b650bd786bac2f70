// Calls of operations: values become a request, and its response an answer or an error with a code and a hint.
import { CalError, type ErrorCode, type RemoteError } from '../../base/errors.ts'
import type { ApiRequest, ApiResponse, Exchange, Headers } from '../../base/exchange.ts'
import { isList, isObject, type Json, type JsonObject, objectsOf } from '../../base/json.ts'
import type { Plural } from '../../spec/model.ts'
import { type Operation, operationNamed, pathWith, type ReadOperationName } from '../../spec/operations.ts'
import type { Values } from '../../spec/read.ts'
import { isHiddenByPassword, notFoundText } from '../../spec/resources.ts'
import { jsonOfBody, redirectOf } from '../transport/response.ts'
import { eachLanguage, t, type Text } from '../../base/text/language.ts'
import { textOfHtml } from '../../base/text/untrusted-text.ts'

export interface CallOptions {
  /** Sent in the query, whatever the method: undocumented parameters, the password of a protected event. */
  readonly query?: Values
  readonly signal?: AbortSignal
  /** Called with each record that a password protects, and that was read without it: in the edit context. */
  readonly onUnlocked?: ((record: JsonObject) => void) | undefined
}

/**
 * Calls an operation that reads, by its name: `call(exchange, 'events.get', { id: 12 })`. Records whose fields a
 * password hides are read again in the edit context, unless the call sets a context or a password.
 *
 * Errors: the error of the response, see `errorOfAnswer`.
 */
export async function call(
  exchange: Exchange,
  name: ReadOperationName,
  values: Values,
  extra: CallOptions = {},
): Promise<ServiceAnswer> {
  const operation = operationNamed(name)
  const { resource, verb } = operation
  const parameters = { ...values, ...extra.query }
  const failed_request = {
    kind: resource,
    target: values[Object.keys(operation.path_parameters)[0] ?? ''],
    with_password: verb === 'get' && parameters.password !== undefined,
  }
  const read = async (query: Values) => {
    const request = requestOf(operation, values, { ...extra, query: { ...extra.query, ...query } })
    return answerOf(await exchange(request), failed_request)
  }
  const isDefault = parameters.context === undefined && parameters.password === undefined
  return resource !== undefined && (verb === 'get' || verb === 'list') && isDefault
    ? readWithEditContext(resource, read, extra.onUnlocked)
    : read({})
}

/**
 * A response, read again with `context=edit` if a password hides or locks any of its records. Since release 6.15.3,
 * services hide venues and organizers even from administrators otherwise.
 */
async function readWithEditContext(
  plural: Plural,
  read: (query: Values) => Promise<ServiceAnswer>,
  onUnlocked: CallOptions['onUnlocked'],
): Promise<ServiceAnswer> {
  const first = await read({}).catch((error: unknown) => (isLocked(error) ? error : Promise.reject(error)))
  if (!(first instanceof CalError) && !recordsIn(plural, first).some((record) => isHiddenByPassword(plural, record)))
    return first
  const second = await read({ context: 'edit' }).catch((error: unknown) =>
    isRejected(error) ? undefined : Promise.reject(error),
  )
  if (first instanceof CalError) {
    if (!second) throw first
    for (const record of recordsIn(plural, second)) onUnlocked?.(record)
    return second
  }
  if (!second) return first
  const blank = new Set(
    recordsIn(plural, first)
      .filter((record) => isHiddenByPassword(plural, record))
      .map(({ id }) => id),
  )
  for (const record of recordsIn(plural, second))
    if (blank.has(record.id) && !isHiddenByPassword(plural, record)) onUnlocked?.(record)
  return second
}

function isLocked(error: unknown): error is CalError {
  return error instanceof CalError && error.remote?.code === 'event-password-protected'
}

function isRejected(error: unknown): boolean {
  return error instanceof CalError && ['not_allowed', 'not_found', 'refused'].includes(error.code)
}

/** What was read; undefined if no such record exists. */
export async function ifFound<T>(
  reading: Promise<T>,
  codes: readonly ErrorCode[] = ['not_found'],
): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof CalError && codes.includes(error.code)) return undefined
    throw error
  }
}

/** Of a record that the caller may not see, it is not known whether it exists. */
export const not_shown: readonly ErrorCode[] = ['not_found', 'not_allowed']

/** The records of a list, or the single record. */
function recordsIn(plural: Plural, { value }: ServiceAnswer): readonly JsonObject[] {
  const body = isObject(value) ? value : {}
  return isList(body[plural]) ? objectsOf(body[plural]) : [body]
}

/** The request of an operation. Values of the path are left out of the query and the body. */
export function requestOf(operation: Operation, values: Values, extra: CallOptions): ApiRequest {
  // Of the methods of an update, `PUT` may be repeated.
  const method = operation.verb === 'update' ? 'PUT' : (operation.methods[0] ?? 'GET')
  const rest: Record<string, Json | undefined> = {}
  for (const name in values) if (!(name in operation.path_parameters)) rest[name] = values[name]
  const path = pathWith(operation.path, (name) => encodeURIComponent(String(values[name])))
  const inBody = operation.verb === 'create' || operation.verb === 'update'
  const query = queryOf(inBody ? (extra.query ?? {}) : { ...rest, ...extra.query })
  const signal = extra.signal ? { signal: extra.signal } : {}
  if (!inBody) return { method, path, query, headers: {}, ...signal }
  return {
    method,
    path,
    query,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(bodyOf(operation, rest)),
    ...signal,
  }
}

/** Deployed services accept the venue of an event only as a single id, not as a list of one. */
function bodyOf({ resource }: Operation, values: Values): Values {
  const { venue } = values
  return resource === 'events' && Array.isArray(venue) && venue.length === 1 && typeof venue[0] !== 'string'
    ? { ...values, venue: venue[0] }
    : values
}

/** Values as a query. Lists are joined by commas; if an item contains a comma, each is sent as `name[]`. */
export function queryOf(values: Values): string {
  return Object.entries(values)
    .flatMap(([name, value]) => pairsOf(name, value))
    .map(([name, text]) => `${encoded(name)}=${encoded(text)}`)
    .join('&')
}

function pairsOf(name: string, value: Json | undefined): readonly (readonly [string, string])[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) return [[name, String(value)]]
  const texts = value.map(String)
  return texts.some((text) => text.includes(','))
    ? texts.map((text) => [`${name}[]`, text] as const)
    : [[name, texts.join(',')]]
}

/** Commas, colons and brackets are left unescaped, which means the same. */
function encoded(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))
    .replaceAll('%2C', ',')
    .replaceAll('%5B%5D', '[]')
    .replaceAll('%3A', ':')
    .replaceAll('%20', '+')
}

export interface ServiceAnswer {
  readonly status: number
  readonly headers: Headers
  /** The body as JSON. */
  readonly value: Json
}

/**
 * A response with its body parsed.
 *
 * Errors: the error of the response if its status is not 2xx; `server_failed` if the body is not JSON.
 */
export function answerOf(response: ApiResponse, request: FailedRequest = {}): ServiceAnswer {
  const { status, headers } = response
  if (status < 200 || status > 299) throw errorOfAnswer(response, request)
  const value = jsonOfBody(response.body)
  if (value === undefined) throw unexpected(kindOf(headers, response.body))
  return { status, headers, value }
}

/**
 * The response as one record. Errors: `server_failed` if it is not a record with an id, or another one than was asked
 * for: what is reported and undone would belong to another record.
 */
export function recordOf({ value }: ServiceAnswer, asked?: number): JsonObject {
  if (!isObject(value)) throw unexpected(t('not a record but {shape}', { shape: beginningOf(value) }))
  // Deployed services respond to some failed updates by slug with status 200 and a list of errors.
  if (isObject(value.errors) && !('id' in value)) {
    const [code = ''] = Object.keys(value.errors)
    throw new CalError('not_found', t('the server responded: {code}', { code }), { remote: { status: 200, code } })
  }
  const id = idOf(value)
  if (asked !== undefined && id !== asked) throw unexpected(t('record {id} instead of {asked}', { id, asked }))
  return value
}

/** The id of a record. Errors: `server_failed` if it has none. */
export function idOf({ id }: JsonObject): number {
  if (typeof id === 'number' && Number.isSafeInteger(id) && id > 0) return id
  if (id === undefined) throw unexpected(t('a record without an id'))
  throw unexpected(t('a record whose id is not a positive whole number but {shown}', { shown: beginningOf(id) }))
}

/** The records below `key` of a response that is a page of a list; an undocumented parameter may leave out the ids. */
export function recordsOfList({ value }: ServiceAnswer, key: string): readonly JsonObject[] {
  const list = isObject(value) ? value[key] : value
  if (!isList(list)) throw unexpected(t('missing the list "{key}"', { key }))
  const records = objectsOf(list)
  if (records.length < list.length) throw unexpected(t('a list that does not contain only records'))
  for (const record of records) if (record.id !== undefined) idOf(record)
  return records
}

function unexpected(what: Text): CalError {
  return new CalError('server_failed', t('the response is {what}', { what }), {
    hint: t('check the api root; cal init URL finds the interface of a site'),
  })
}

function beginningOf(value: Json): string {
  return JSON.stringify(value).slice(0, 40)
}

function kindOf(headers: Headers, body: string): Text {
  const type = headers['content-type']?.split(';')[0]?.trim()
  const isDamaged = type === undefined || /json$/i.test(type)
  return t('not JSON but {what}', { what: isDamaged ? beginningOf(body) : type })
}

/** The request that failed, for its message. */
export interface FailedRequest {
  readonly kind?: Plural | undefined
  readonly target?: Json | undefined
  /** The request held a password for the record. */
  readonly with_password?: boolean
}

/** The error of a response whose status is not 2xx. */
export function errorOfAnswer(response: ApiResponse, request: FailedRequest = {}): CalError {
  const value = jsonOfBody(response.body)
  const body = isObject(value) ? value : {}
  const remote = remoteOf(response, body)
  const code = codeOf(remote)
  // Redirects are not followed, so that credentials are sent to no other host.
  const moved = redirectOf(response)
  if (moved !== undefined)
    return new CalError(
      'server_failed',
      t('the server redirects to {place} ({status})', { place: moved, status: remote.status }),
      { remote: { ...remote, moved } },
    )
  const hint = hintOf(code, response, body, request)
  if (remote.code === in_trash) return trashedError(remote, request)
  const details = hint ? { remote, hint } : { remote }
  const missing = missingText(code, remote, request)
  if (missing === undefined) return new CalError(code, errorText(code, remote, messageOf(body)), details)
  return new CalError(code, missing, { ...details, missing: String(request.target) })
}

const deployed = new WeakMap<Exchange, Promise<boolean>>()

/**
 * Whether an exchange reaches a deployed service, with its quirks, rather than one in standard mode: deployed services
 * accept any order of a list, the others refuse an unknown one. Each exchange is asked once.
 *
 * Source: Q20.
 */
export function isDeployed(exchange: Exchange): Promise<boolean> {
  const known = deployed.get(exchange)
  if (known) return known
  const asked = call(exchange, 'tags.list', { order: 'unsorted', per_page: 1 }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof CalError && error.code === 'refused') return false
      deployed.delete(exchange)
      throw error
    },
  )
  deployed.set(exchange, asked)
  return asked
}

const in_trash = 'event-no-longer-available'

/** Since release 6.17.2, a trashed event cannot be read by its id, but an update by id restores it. */
function trashedError(remote: RemoteError, { target = 'ID' }: FailedRequest): CalError {
  return new CalError('not_found', t('event {target} is in the trash', { target: String(target) }), {
    remote,
    hint: t('restore it: cal events restore {target}', { target: String(target) }),
  })
}

/** Whether the service reported a trashed event. */
export function isInTrash(error: unknown): error is CalError {
  return error instanceof CalError && error.remote?.code === in_trash
}

/**
 * The codes by which a service says that a record or page does not exist. Any other 404 or 410, such as the page of a
 * proxy or of a site whose plugin is off, says nothing about a record.
 */
const missing_codes = /(?:-(?:not-found|is-in-trash|no-longer-available)|^rest_already_trashed)$/

/** One message for every missing record. */
function missingText(
  code: ErrorCode,
  { status, code: remote_code }: RemoteError,
  { kind, target }: FailedRequest,
): Text | undefined {
  if (code !== 'not_found' || status === 410 || remote_code === undefined) return undefined
  return kind === undefined || target === undefined ? undefined : notFoundText(kind, target)
}

/** Release 6.17.2 reports the id of another kind by a code of its own, without parameter names. */
function codeOf({ status, code, fields = {} }: RemoteError): ErrorCode {
  const names = Object.keys(fields)
  const isPathInvalid = names.length > 0 && names.every((name) => name === 'id' || name === 'slug')
  if (status === 400 && (isPathInvalid || code === 'rest-invalid-event-id')) return 'not_found'
  if (status === 404 || status === 410) return missing_codes.test(code ?? '') ? 'not_found' : 'server_failed'
  if (status === 401 || status === 403) return 'not_allowed'
  if (status === 429 || status >= 500 || status < 400) return 'server_failed'
  return 'refused'
}

function remoteOf({ status, repeated }: ApiResponse, { code, data }: JsonObject): RemoteError {
  const fields = fieldsOf(isObject(data) ? data.params : undefined)
  return {
    status,
    ...(repeated ? { repeated } : {}),
    ...(typeof code === 'string' ? { code } : {}),
    ...(Object.keys(fields).length > 0 ? { fields } : {}),
  }
}

/** `params` lists the names of missing parameters, or maps names of invalid ones to messages. */
function fieldsOf(params: Json | undefined): Readonly<Record<string, string>> {
  if (Array.isArray(params)) return Object.fromEntries(params.map((name) => [fieldText(name), 'missing']))
  return isObject(params)
    ? Object.fromEntries(Object.entries(params).map(([name, text]) => [name, textOfHtml(fieldText(text))]))
    : {}
}

/** Any value as text. `String` would call the `toString` that an object of the answer can bring along. */
function fieldText(value: Json | undefined): string {
  return isObject(value) || Array.isArray(value) ? JSON.stringify(value) : String(value)
}

function messageOf({ message }: JsonObject): string {
  return typeof message === 'string' ? textOfHtml(message).replace(/\s+/g, ' ') : ''
}

function errorText(code: ErrorCode, { status }: RemoteError, message: string): Text {
  const isForeign = code === 'server_failed' && (status === 404 || status === 410)
  const what = texts_of_status[status] ?? (isForeign ? notTheCalendar : (texts[code] ?? texts.refused))
  const tail = message === '' ? ` (${status})` : ` (${status}): ${message}`
  return eachLanguage((language) => `${what[language]}${tail}`)
}

const notTheCalendar: Text = t('the calendar interface was not found')

const texts_of_status: Readonly<Record<number, Text>> = {
  413: t('the request is too large for the server'),
  429: t('the server is limiting requests'),
  503: t('the server is unavailable'),
}

const texts: Readonly<Partial<Record<ErrorCode, Text>> & { refused: Text }> = {
  not_found: t('not found'),
  not_allowed: t('not allowed'),
  server_failed: t('the server failed'),
  refused: t('the server rejected the request'),
}

function hintOf(
  code: ErrorCode,
  { status, headers }: ApiResponse,
  { code: remote_code, data }: JsonObject,
  { kind, with_password = false }: FailedRequest,
): Text | undefined {
  // No account may write to a read-only service.
  if (remote_code === 'rest_read_only') return undefined
  const wait = status === 429 || status === 503 ? headers['retry-after']?.trim() : undefined
  if (wait !== undefined && wait !== '')
    return t('the server asks to retry later: {wait}', { wait: /^\d+$/.test(wait) ? `${wait} s` : wait })
  if (status === 413) return t('shorten the text, or raise the limit of the server')
  if (remote_code === 'event-password-protected' && with_password) return t('check --password: the password is wrong')
  if (remote_code === 'event-password-protected') return t('specify its password: --password @FILE')
  if (code === 'not_allowed')
    return t('sign in with an account that has permission: cal login, or CAL_USER and CAL_TOKEN')
  if (code === 'server_failed' && (status === 404 || status === 410))
    return t('check the api root; cal init URL finds the interface of a site')
  if (remote_code !== 'term_exists' || kind === undefined || !isObject(data) || typeof data.term_id !== 'number')
    return undefined
  const shows = `cal ${kind} get ${data.term_id}`
  return t('show the record that uses it: {shows}', { shows })
}

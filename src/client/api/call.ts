// Calls of operations: values become a request, and its response is checked.
import { CalError } from '../../base/errors.ts'
import type { ApiRequest, Exchange } from '../../base/exchange.ts'
import { isList, isObject, type Json, type JsonObject, objectsOf } from '../../base/json.ts'
import type { Plural } from '../../spec/model.ts'
import { type Method, type Operation, type OperationName, operationNamed, pathWith } from '../../spec/operations.ts'
import type { Values } from '../../spec/read.ts'
import { answerOf, type ServiceAnswer } from './answer.ts'
import { isHiddenByPassword } from '../../spec/resources.ts'

export interface CallOptions {
  /** Sent in the query, whatever the method: undocumented parameters, the password of a protected event. */
  readonly query?: Values
  readonly signal?: AbortSignal
  /** One of the operation's methods; the default for updates is `PUT`, which may be repeated. */
  readonly method?: Method
  /** Called with each record that a password protects, and that was read without it: in the edit context. */
  readonly onUnlocked?: ((record: JsonObject) => void) | undefined
}

/**
 * Calls an operation by its name: `call(exchange, 'events.get', { id: 12 })`. Records whose fields a password hides are
 * read again in the edit context, unless the call sets a context or a password.
 *
 * Errors: the error of the response, see `errorOfAnswer`.
 */
export async function call(
  exchange: Exchange,
  name: OperationName,
  values: Values,
  extra: CallOptions = {},
): Promise<ServiceAnswer> {
  const operation = operationNamed(name)
  const { resource, verb } = operation
  const parameters = { ...values, ...extra.query }
  const failed_request = {
    kind: resource,
    target: targetIn(operation, values),
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

/** The records of a list, or the single record. */
function recordsIn(plural: Plural, { value }: ServiceAnswer): readonly JsonObject[] {
  const body = isObject(value) ? value : {}
  return isList(body[plural]) ? objectsOf(body[plural]) : [body]
}

/** The id or slug in the path. */
function targetIn({ path_parameters }: Operation, values: Values): Json | undefined {
  return values[Object.keys(path_parameters)[0] ?? '']
}

/** The request of an operation. Values of the path are left out of the query and the body. */
export function requestOf(operation: Operation, values: Values, extra: CallOptions): ApiRequest {
  const method = extra.method ?? (operation.verb === 'update' ? 'PUT' : (operation.methods[0] ?? 'GET'))
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

// Parses a request: the method after overrides, the parameters of query and body, the language and the format of the
// response. Queries and forms are read as PHP does: names with brackets become lists and objects.
import { unescape as percentDecoded } from 'node:querystring'
import type { ApiRequest, Headers } from '../../base/exchange.ts'
import { isObject, type Json } from '../../base/json.ts'
import { type Language, languageOf } from '../../base/text/language.ts'
import { isReadMethod, isWriteMethod, matchOf, type RouteMatch } from '../../spec/operations.ts'
import type { Given } from '../../spec/read.ts'
import { ApiError } from '../domain/api-error.ts'
import { itemsIn, requireFew, values_max } from '../validation/check.ts'

type FormPair = readonly [name: string, value: string]
type Tree = Map<string, string | Tree>

const brackets_max = 16
const name_characters_max = 1_000

/** The requested format of the response. */
export interface RequestControls {
  /** `_fields`: only these keys, dotted paths. */
  readonly fields?: readonly string[]
  /** `_envelope`: status and headers inside the body. */
  readonly envelope: boolean
  /** `_jsonp`: the name of the function around the body. */
  readonly jsonp?: string
  /** `_pretty` */
  readonly pretty: boolean
  /** HEAD: only the headers of the answer. */
  readonly headers_only: boolean
}

/** A request as engines and handlers receive it. */
export interface ParsedRequest extends Pick<ApiRequest, 'namespace'> {
  /** In upper case, after overrides by `_method` or the header; GET for HEAD. */
  readonly method: string
  /** Below the api root, begins with `/`, still percent-encoded. */
  readonly path: string
  /** The route of the path; undefined for an unknown one, and in another namespace. */
  readonly match: RouteMatch | undefined
  /** Nested values: `a[]=1&b[c]=2` is `{ a: ['1'], b: { c: '2' } }`. */
  readonly query: Given
  /** Whether the request has the nonce of a cookie session, which this service does not support. */
  readonly hasNonce: boolean
  readonly language: Language
  /** The members of a JSON object or the fields of a form; empty for no body and for other JSON. */
  readonly body: Given
  /** Query and body together. The body takes precedence, unless its value is null. */
  readonly given: Given
  /** The password of an event that a read tries; in a write it is a new one. */
  readonly password: string | undefined
  readonly controls: RequestControls
  /** The first error in query or body. Errors of credentials and route are reported before it. */
  readonly error?: ApiError
}

/**
 * What a request addresses: the interface or test control, the index of the interfaces of the site, an interface that
 * the site does not have, or a page.
 */
export type SitePart = 'interface' | 'interfaces' | 'foreign' | 'page'

/**
 * A request that was parsed where it arrived. Everything that judges or answers it takes `parsed`, which is all that
 * engines and handlers receive, and therefore the key of a cached response.
 */
export interface ReceivedRequest extends ApiRequest {
  readonly destination: SitePart
  readonly parsed: ParsedRequest
}

/** What a request addresses, and the parts of its query. */
export interface ParsedAddress {
  readonly destination: SitePart
  readonly parts: readonly QueryPart[]
}

/** Parses a request once: one that was received before is returned unchanged. */
export function parseOnce(request: ApiRequest | ReceivedRequest): ReceivedRequest {
  return 'parsed' in request ? request : receiveRequest(request)
}

/** Parses a request; `parts` are those of its query. An error is not thrown, but `error` of the result. */
export function receiveRequest(
  request: ApiRequest,
  { destination = 'interface', parts = queryParts(request.query) }: Partial<ParsedAddress> = {},
): ReceivedRequest {
  const { namespace, path, headers } = request
  const { value: query = {}, error: query_error } = attempt(() => nestedOf(pairsIn(parts)))
  const method = methodOf(request, query)
  const { value: body = {}, error: body_error } = attempt(() => bodyOf(request, method))
  const { value: controls = plain_controls, error: controls_error } = attempt(() =>
    controlsOf(overlaid(query, body, () => true)),
  )
  const given = overlaid(query, body, (name) => body[name] !== null || !Object.hasOwn(query, name))
  const error = query_error ?? body_error ?? controls_error
  const parsed: ParsedRequest = {
    method,
    ...(namespace && { namespace }),
    path,
    match: namespace === undefined ? matchOf(path) : undefined,
    query,
    hasNonce: (headers['x-wp-nonce'] ?? query._wpnonce) !== undefined,
    language: languageFor(headers, query),
    body,
    given,
    password: isReadMethod(method) ? stringIn(given.password) : undefined,
    controls: { headers_only: request.method.toUpperCase() === 'HEAD', ...controls },
    ...(error && { error }),
  }
  return { destination, parsed, ...request }
}

/** The result, or the error of the request. */
function attempt<T>(make: () => T): { readonly value?: T; readonly error?: ApiError } {
  try {
    return { value: make() }
  } catch (error) {
    if (error instanceof ApiError) return { error }
    throw error
  }
}

type BodyControls = Omit<RequestControls, 'headers_only'>

const plain_controls: BodyControls = { envelope: false, pretty: false }

function methodOf({ method, headers }: ApiRequest, query: Given): string {
  const name = stringIn(query._method) ?? headers['x-http-method-override'] ?? method
  const upper = name.toUpperCase()
  return upper === 'HEAD' ? 'GET' : upper
}

/** The language of `lang`, else of `Accept-Language`, else English. */
function languageFor(headers: Headers, query: Given): Language {
  return languageOf(stringIn(query.lang)) ?? languageOf(headers['accept-language']) ?? 'en'
}

function bodyOf({ headers, method: sent, body = '' }: ApiRequest, method: string): Given {
  if (body.length === 0) return {}
  const type = headers['content-type'] ?? ''
  const media = type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (/^application\/(?:[\w.-]+\+)?json$/.test(media)) return jsonMembers(body)
  if (!isWriteMethod(method)) return {}
  if (media === 'application/x-www-form-urlencoded') return formOf(Buffer.from(body))
  if (media === 'multipart/form-data' && sent === 'POST') return nestedOf(multipartPairs(Buffer.from(body), type))
  if (media === '' && (method === 'PUT' || method === 'PATCH')) return formOf(Buffer.from(body))
  return {}
}

/**
 * The query with the members of the body that count. Copies nothing if one of the two is empty, as in most requests.
 */
function overlaid(query: Given, body: Given, counts: (name: string) => boolean): Given {
  const names = Object.keys(body)
  if (names.length === 0) return query
  if (Object.keys(query).length === 0) return body
  return { ...query, ...Object.fromEntries(names.filter(counts).map((name) => [name, body[name]])) }
}

/** The controls of a request. Errors: 400 `rest_callback_invalid` for a `_jsonp` that is not the name of a function. */
function controlsOf(given: Given): BodyControls {
  const fields = itemsIn(
    [given._fields ?? []]
      .flat()
      .flatMap((item) => stringIn(item) ?? [])
      .join(','),
  ).map(String)
  const jsonp = stringIn(given._jsonp)
  if (jsonp !== undefined && !/^[\w.]+$/.test(jsonp)) throw new ApiError('rest_callback_invalid')
  return {
    envelope: Object.hasOwn(given, '_envelope'),
    pretty: Object.hasOwn(given, '_pretty'),
    ...(fields.length > 0 && { fields }),
    ...(jsonp !== undefined && { jsonp }),
  }
}

function stringIn(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}

const levels_max = 64
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The text of a form. Errors: 400 `rest_invalid_utf8`: replaced bytes would be stored. */
function formTextOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new ApiError('rest_invalid_utf8')
  }
}

/**
 * The members of a JSON object; none for other JSON.
 * Errors: 400 `rest_invalid_json`, `rest_too_many_values`, `rest_nested_too_deep`.
 */
function jsonMembers(body: string | Uint8Array): Given {
  try {
    const text = typeof body === 'string' ? body : utf8.decode(body)
    requireBounded(text)
    const value: Json = JSON.parse(text)
    if (typeof value === 'object' && value !== null) checkMembers(value)
    return isObject(value) ? value : {}
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error
    throw new ApiError('rest_invalid_json', { data: { json_error_code: 4, json_error_message: 'Syntax error' } })
  }
}

/** Limits values and levels before parsing: counting 300,000 keys takes 20 ms, parsing them a second. */
function requireBounded(text: string): void {
  let [values, levels] = [0, 0]
  for (let i = 0; i < text.length; i += 1) {
    switch (text[i]) {
      case '"':
        i = endOfString(text, i)
        break
      case ',':
        values += 1
        requireFew(values)
        break
      case '[':
      case '{':
        values += 1
        levels += 1
        requireFew(values)
        if (levels > levels_max) throw new ApiError('rest_nested_too_deep', { values: { max: String(levels_max) } })
        break
      case ']':
      case '}':
        levels -= 1
        break
      default:
    }
  }
}

/** The index of the closing quotation mark: one that does not follow an odd number of backslashes. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at > 0; at = text.indexOf('"', at + 1)) {
    let before = at
    while (text[before - 1] === '\\') before -= 1
    if ((at - before) % 2 === 0) return at
  }
  return text.length
}

/** Removes `__proto__` from a parsed value. Errors: 400 `rest_invalid_json` for unpaired surrogates, as in PHP. */
function checkMembers(value: object): void {
  if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__')
  for (const item of Object.values(value)) {
    if (typeof item === 'string' && !item.isWellFormed())
      throw new ApiError('rest_invalid_json', {
        data: { json_error_code: 10, json_error_message: 'Single unpaired high surrogate in Unicode escape' },
      })
    if (typeof item === 'object' && item !== null) checkMembers(item)
  }
}

/**
 * The fields of a multipart body, in order; none if the content type has no boundary.
 * Errors: 400 `rest_upload_refused` for a file, `rest_invalid_utf8`, `rest_too_many_values`, `rest_name_too_long`.
 */
function multipartPairs(body: Uint8Array, type: string): readonly FormPair[] {
  const boundary = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type)
  const mark = boundary?.[1] ?? boundary?.[2]
  if (mark === undefined) return []
  // The preamble, one part more than the limit, and the epilogue.
  const parts = `\r\n${Buffer.from(body).toString('latin1')}`.split(`\r\n--${mark}`, values_max + 3).slice(1)
  const end = parts.findIndex((part) => part.startsWith('--'))
  const wanted = end < 0 ? parts : parts.slice(0, end)
  requireFew(wanted.length)
  return wanted.flatMap(fieldOf)
}

/** The name and value of a part. The text has one Latin-1 character for each byte. */
function fieldOf(part: string): readonly FormPair[] {
  const blank = part.indexOf('\r\n\r\n')
  if (blank < 0) return []
  const head = part.slice(0, blank)
  const match = /;\s*name=(?:"([^"]*)"|([^\s;]+))/i.exec(head)
  if (!match) return []
  const name = formTextOf(Buffer.from(match[1] ?? match[2] ?? '', 'latin1')).trimStart()
  requireShort(name)
  if (/;\s*filename\*?=/i.test(head)) throw new ApiError('rest_upload_refused', { values: { name } })
  return [[name, formTextOf(Buffer.from(part.slice(blank + 4), 'latin1'))]]
}

/**
 * The fields of a form. Errors: 400 `rest_invalid_utf8`; those of `pairsIn`, before any is decoded, and of `nestedOf`.
 */
function formOf(body: Uint8Array): Given {
  const text = formTextOf(body)
  requireFew(text.split('&', values_max + 1).length)
  const parts = queryParts(text)
  if (parts.some(isReplaced)) throw new ApiError('rest_invalid_utf8')
  return nestedOf(pairsIn(parts))
}

/** Whether percent-encoded bytes were no UTF-8, so that a replacement character stands for them. */
function isReplaced({ sent, pair }: QueryPart): boolean {
  return pair.some((text) => text.includes('\ufffd')) && !/%ef%bf%bd|\ufffd/i.test(sent)
}

/** A part of a query or a form, as it was sent and decoded. */
export interface QueryPart {
  readonly sent: string
  readonly pair: FormPair
}

/**
 * The parts of `a=1&b=2`; invalid percent-encoding is left unchanged. Spaces before a name don't belong to it, as in
 * PHP.
 */
export function queryParts(text: string): readonly QueryPart[] {
  return text.split('&').map((sent) => {
    const at = sent.indexOf('=')
    const [name, value] = at < 0 ? [sent, ''] : [sent.slice(0, at), sent.slice(at + 1)]
    return { sent, pair: [decoded(name).trimStart(), decoded(value)] }
  })
}

/** The pairs of a query or a form. Errors: 400 `rest_too_many_values`. */
function pairsIn(parts: readonly QueryPart[]): readonly FormPair[] {
  requireFew(parts.length)
  return parts.flatMap(({ sent, pair }) => (sent === '' ? [] : [pair]))
}

/** Limits the length of a name. Errors: 400 `rest_name_too_long`. */
function requireShort(name: string): void {
  if (name.length > name_characters_max)
    throw new ApiError('rest_name_too_long', { values: { max: String(name_characters_max) } })
}

function decoded(text: string): string {
  return percentDecoded(text.replaceAll('+', ' '))
}

/**
 * Pairs as nested values: `a[]=1&a[]=2` is a list, `a[0][b]=1` a list of objects, `a[b]=1` an object. Of several pairs
 * with the same name the last one counts.
 * Errors: 400 `rest_name_too_long`, `rest_nested_too_deep`.
 */
function nestedOf(pairs: readonly FormPair[]): Given {
  const top: Tree = new Map()
  for (const [name, value] of pairs) put(top, keysOf(name), value)
  return objectOf(top)
}

/** `a[b][]` → `a`, `b` and the empty key, which means the next index. */
function keysOf(name: string): readonly string[] {
  requireShort(name)
  const start = name.indexOf('[')
  if (start < 1) return [name]
  const inner = name.slice(start).match(/^(?:\[[^[\]]*\])+/)?.[0]
  if (inner === undefined) return [name]
  const keys = [name.slice(0, start), ...inner.slice(1, -1).split('][')]
  if (keys.length > brackets_max) throw new ApiError('rest_nested_too_deep', { values: { max: String(brackets_max) } })
  return keys
}

function put(top: Tree, keys: readonly string[], value: string): void {
  let tree = top
  for (const key of keys.slice(0, -1)) {
    const node_key = assignedKey(tree, key)
    const child = tree.get(node_key)
    const inner: Tree = child instanceof Map ? child : new Map()
    tree.set(node_key, inner)
    tree = inner
  }
  tree.set(assignedKey(tree, keys.at(-1) ?? ''), value)
}

/** The key itself; for an empty key the next free index. */
function assignedKey(tree: Tree, key: string): string {
  if (key !== '') return key
  let next = tree.size
  while (tree.has(String(next))) next += 1
  return String(next)
}

function jsonOf(node: string | Tree): Json {
  if (typeof node === 'string') return node
  const isList = [...node.keys()].every((key) => /^\d+$/.test(key))
  return isList ? [...node.values()].map(jsonOf) : objectOf(node)
}

function objectOf(tree: Tree): Given {
  return Object.fromEntries([...tree].filter(([key]) => key !== '__proto__').map(([key, node]) => [key, jsonOf(node)]))
}

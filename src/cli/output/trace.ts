// `--show-request` and `--debug`: prints requests and responses, without secrets.
import { isLocalCalendar, pathBelow } from '../../client/address/api-root.ts'
import type { ApiRequest, Exchange, Headers } from '../../base/exchange.ts'
import { isList, isObject, type Json, shallowJson } from '../../base/json.ts'
import { shellQuoted, shellWord } from '../../base/text/quoted.ts'
import { escapeControls } from '../../base/text/untrusted-text.ts'
import type { Credentials } from '../../client/transport/credentials.ts'

export interface Trace {
  /** The name that the program was called by. */
  readonly program: string
  readonly api_root: string
  readonly credentials: Credentials
  /** Requests are shown as curl commands. */
  readonly show_request: boolean
  /** Requests and responses are shown. */
  readonly debug: boolean
  write(text: string): Promise<void>
  /** Milliseconds of a clock with any origin. */
  now(): number
}

const body_characters_max = 2_000
const secret_name = /^(password|pass|pwd|token|secret|api_?key|authorization|cookie|set-cookie|x-wp-nonce|_wpnonce)$/i
const hidden = '[redacted]'

/** Wraps an exchange to print each request and response. */
export function traced(exchange: Exchange, trace: Trace): Exchange {
  return async (request) => {
    if (trace.show_request) await trace.write(`${escapeControls(curlOf(request, trace))}\n`)
    if (trace.debug) await trace.write(requestText(request, trace))
    const began = trace.now()
    const response = await exchange(request)
    if (trace.debug)
      await trace.write(
        lines('<', [
          `${response.status} (${Math.round(trace.now() - began)} ms)`,
          ...headerLines(response.headers),
          ...bodyLines(response.body),
        ]),
      )
    return response
  }
}

/**
 * The request as a curl command with credentials as `$CAL_USER` and `$CAL_TOKEN`; for a local calendar, as `cal api`.
 */
export function curlOf(
  { method, namespace, path, query, headers, body }: ApiRequest,
  { program, api_root, credentials }: Pick<Trace, 'program' | 'api_root' | 'credentials'>,
): string {
  if (isLocalCalendar(api_root)) {
    const target = shellQuoted(query === '' ? path : `${path}?${hiddenQuery(query)}`)
    const data = body === undefined ? '' : ` --data ${shellQuoted(hiddenBody(bodyText(body)))}`
    return `${program} api ${method} ${target}${data} --api-root ${shellWord(api_root)}`
  }
  const url = addressOf(api_root, { namespace, path, query })
  const shown = Object.entries(headers).filter(([name]) => name === 'content-type')
  const parts = [
    'curl',
    ...(method === 'GET' ? [] : ['-X', method]),
    ...credentialFlags(credentials),
    ...shown.flatMap(([name, value]) => ['-H', shellQuoted(`${name}: ${value}`)]),
    ...(body === undefined ? [] : ['-d', shellQuoted(hiddenBody(bodyText(body)))]),
    shellQuoted(url),
  ]
  return parts.join(' ')
}

/** The URL of a request, without secrets; for a local calendar, its api root and the path. */
function addressOf(
  api_root: string,
  { namespace, path, query }: Pick<ApiRequest, 'namespace' | 'path' | 'query'>,
): string {
  const shown = hiddenQuery(query)
  if (!URL.canParse(api_root) || isLocalCalendar(api_root))
    return `${api_root}${path}${shown === '' ? '' : `?${shown}`}`
  const root = new URL(api_root)
  return `${root.origin}${pathBelow(root, { namespace, path, query: shown })}`
}

function credentialFlags(credentials: Credentials): readonly string[] {
  switch (credentials.kind) {
    case 'none':
      return []
    case 'basic':
      return ['-u', '"$CAL_USER:$CAL_TOKEN"']
    case 'bearer':
      return ['-H', '"Authorization: Bearer $CAL_TOKEN"']
    case 'header':
      return ['-H', `"${credentials.name}: $CAL_TOKEN"`]
  }
}

function requestText(
  { method, namespace, path, query, headers, body }: ApiRequest,
  { api_root, credentials }: Trace,
): string {
  const signed: Headers =
    credentials.kind === 'none'
      ? {}
      : { [credentials.kind === 'header' ? credentials.name.toLowerCase() : 'authorization']: hidden }
  return lines('>', [
    `${method} ${addressOf(api_root, { namespace, path, query })}`,
    ...headerLines({ ...headers, ...signed }),
    ...bodyLines(body === undefined ? '' : bodyText(body)),
  ])
}

function lines(sign: string, texts: readonly string[]): string {
  return texts.map((text) => `${sign} ${escapeControls(text)}\n`).join('')
}

function headerLines(headers: Headers): readonly string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${secret_name.test(name) ? hidden : value}`)
}

function bodyLines(body: string): readonly string[] {
  if (body === '') return []
  const text = hiddenBody(body)
  const shown = text.length > body_characters_max ? `${text.slice(0, body_characters_max)}… (${text.length})` : text
  return ['', ...shown.split('\n')]
}

function hiddenQuery(query: string): string {
  return query
    .split('&')
    .map((pair) => {
      const [name = ''] = new URLSearchParams(pair).keys()
      return secret_name.test(name) ? `${name}=${hidden}` : pair
    })
    .join('&')
}

/** JSON without the values of secret names; other bodies are unchanged. */
function hiddenBody(text: string): string {
  const value = shallowJson(text)
  return value === undefined ? text : JSON.stringify(withoutSecrets(value))
}

function withoutSecrets(value: Json): Json {
  if (isList(value)) return value.map(withoutSecrets)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      secret_name.test(name) && inner !== '' && inner !== null ? hidden : withoutSecrets(inner ?? null),
    ]),
  )
}

function bodyText(body: string | Uint8Array): string {
  return typeof body === 'string' ? body : Buffer.from(body).toString('utf8')
}

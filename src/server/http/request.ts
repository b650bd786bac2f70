// Converts a request of Node to an `ApiRequest`, and reads its body up to the limit.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { ApiRequest, Headers } from '../../base/exchange.ts'
import { ApiError } from '../domain/api-error.ts'

/** The request for an exchange. A host in the request line wins over the header: RFC 9112, 3.2.2. */
export function requestOf(
  { method = 'GET', url = '/', headers, socket: { remoteAddress: from } }: IncomingMessage,
  body: Uint8Array,
  signal: AbortSignal,
): ApiRequest {
  const [, host, path = '', query = ''] = /^(?:https?:\/\/([^/?]*))?([^?]*)\??(.*)$/is.exec(url) ?? []
  const texts = host === undefined ? joined(headers) : { ...joined(headers), host }
  return {
    method,
    path: path === '' ? '/' : path,
    query,
    headers: texts,
    signal,
    ...(from !== undefined && { from }),
    ...(body.length > 0 && { body }),
  }
}

/** Refuses several `Host` headers, of which a proxy could use another one. Errors: 400 `rest_many_hosts`. */
export function requireOneHost({ rawHeaders }: IncomingMessage): void {
  const hosts = rawHeaders.filter((name, i) => i % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host')
  if (hosts.length > 1) throw new ApiError('rest_many_hosts')
}

/** The headers as texts; Node has a list for `set-cookie` only. */
function joined(headers: IncomingHttpHeaders): Headers {
  const texts: Record<string, string> = {}
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined) texts[name] = typeof value === 'string' ? value : value.join(', ')
  }
  return texts
}

/** The whole body. Errors: 413 `rest_body_too_large`, before anything is read if `Content-Length` says so. */
export async function bodyOf(request: IncomingMessage, bytes_max: number): Promise<Uint8Array> {
  return hasBody(request) ? received(request, bytes_max) : no_body
}

const no_body = new Uint8Array()

/** Whether the request has a body. Waiting for the end of a missing one took a tenth of the time of a read. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

function received(request: IncomingMessage, bytes_max: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    let bytes = 0
    const refuse = () => {
      request.removeListener('data', add)
      reject(new ApiError('rest_body_too_large', { values: { max: String(bytes_max) } }))
    }
    const add = (chunk: Uint8Array) => {
      bytes += chunk.length
      if (bytes > bytes_max) return refuse()
      chunks.push(chunk)
    }
    if (Number(request.headers['content-length'] ?? 0) > bytes_max) return refuse()
    request.on('data', add)
    request.on('end', () => resolve(Buffer.concat(chunks)))
    request.on('error', reject)
  })
}

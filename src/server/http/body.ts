// Receiving a request's body, no more of it than the limit.
import type { IncomingMessage } from 'node:http'
import { ApiError } from '../domain/api-error.ts'

/**
 * The whole body. What a sender goes on sending after a refusal is his own affair: it is not kept.
 * Fails:  413 `rest_body_too_large`, before anything is read where the sender says how long it is.
 */
export async function bodyOf(request: IncomingMessage, bytes_max: number): Promise<Uint8Array> {
  return bringsBody(request) ? received(request, bytes_max) : nothing
}

const nothing = new Uint8Array()

/** Listening for a body that cannot come was a tenth of answering a read. */
export function bringsBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

function received(request: IncomingMessage, bytes_max: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    let bytes = 0
    const refuse = () => {
      request.removeListener('data', keep)
      reject(new ApiError('rest_body_too_large', { values: { max: String(bytes_max) } }))
    }
    const keep = (chunk: Uint8Array) => {
      bytes += chunk.length
      if (bytes > bytes_max) return refuse()
      chunks.push(chunk)
    }
    if (Number(request.headers['content-length'] ?? 0) > bytes_max) return refuse()
    request.on('data', keep)
    request.on('end', () => resolve(Buffer.concat(chunks)))
    request.on('error', reject)
  })
}

// Putting an answer on the wire.
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { ApiResponse } from '../../base/exchange.ts'

/** An answer as node takes it. */
interface Ready {
  readonly headers: OutgoingHttpHeaders
  readonly body: Buffer
}

/**
 * A kept answer is the same object each time: turning 30 KB into bytes was a quarter of sending it. As long as somebody
 * keeps the answer, so are its bytes.
 */
const ready = new WeakMap<ApiResponse, Ready>()
const worth_keeping = 4_096

export function send(response: ServerResponse, answer: ApiResponse): void {
  const { headers, body } = ready.get(answer) ?? prepared(answer)
  response.writeHead(answer.status, headers)
  response.end(body)
}

function prepared(answer: ApiResponse): Ready {
  const body = Buffer.from(answer.body)
  const made = { headers: { ...answer.headers, 'content-length': body.length }, body }
  if (body.length >= worth_keeping) ready.set(answer, made)
  return made
}

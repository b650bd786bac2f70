// Pages and feeds: requests of browsers and calendar programs, and their responses, whose body can be a stream.
import type { ApiRequest, ApiResponse, Headers } from './exchange.ts'

/** A request for a page. Shape: as `ApiRequest`, but `path` begins at the root of the site. */
export type WebRequest = ApiRequest

/** A stream is read once, and only as fast as the reader takes it. */
export type WebBody = string | Uint8Array | AsyncIterable<string | Uint8Array>

/** Whether a body is not a stream. */
export function isComplete(body: WebBody): body is string | Uint8Array {
  return typeof body === 'string' || body instanceof Uint8Array
}

export interface WebResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: WebBody
  /** The responses it was made from: it can be sent again as long as all of them are current. */
  readonly sources?: readonly ApiResponse[]
}

/** Answers the requests for pages; undefined if there is no page at this path. */
export type WebHandler = (request: WebRequest) => Promise<WebResponse | undefined>

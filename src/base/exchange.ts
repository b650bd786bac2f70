// Requests and responses of the interface, over the network or in this process; and those of pages and feeds, whose
// bodies can be streams.
import type { JsonObject } from './json.ts'
import type { Language } from './text/language.ts'

/** Headers by name in lower case. */
export type Headers = Readonly<Record<string, string>>

/** The headers of every answer: browsers must not guess its type, and search engines not list it. */
export const common_headers = { 'x-content-type-options': 'nosniff', 'x-robots-tag': 'noindex' } as const

/**
 * A request of the interface.
 *
 * Shape:  `path` is below the api root and begins with `/`, still percent-encoded; `query` is the raw text after `?`.
 */
export interface ApiRequest {
  readonly method: string
  /** Another interface of the site, or the index of all (`''`), which `path` is below instead of the api root. */
  readonly namespace?: 'wp/v2' | '' | undefined
  readonly path: string
  readonly query: string
  readonly headers: Headers
  readonly body?: string | Uint8Array | undefined
  /** The client's address, if the request came over a network. */
  readonly from?: string
  /** Aborts the request. An exchange adds its own signal only if the key is absent; `undefined` prevents that. */
  readonly signal?: AbortSignal | undefined
}

/** A response; the body is text, nearly always JSON. */
export interface ApiResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: string
  /** The state of the calendar in which the same request gets this response again; only if it was cached. */
  readonly valid_at?: string
  /** The request was retried; an earlier attempt, whose response was lost, may have been executed. */
  readonly repeated?: true
}

/** Sends a request and returns its response: the network client, the service in this process, or a recording. */
export type Exchange = (request: ApiRequest) => Promise<ApiResponse>

/** An exchange with open resources, such as sockets or a file. */
export interface OpenExchange {
  readonly exchange: Exchange
  close(): Promise<void>
}

/** A request for a page. Shape: as `ApiRequest`, but `path` begins at the root of the site. */
export interface WebRequest extends ApiRequest {
  /** As it was parsed where it arrived: what origin and rights were checked of. */
  readonly parsed: {
    /** In upper case, after overrides; GET for HEAD. */
    readonly method: string
    readonly query: JsonObject
    readonly body: JsonObject
    readonly language: Language
  }
}

/** The body of a page or a feed. A stream can be read only once, and applies backpressure. */
type WebBody = string | Uint8Array | AsyncIterable<string | Uint8Array>

/** Whether a body is not a stream. */
export function isComplete(body: WebBody): body is string | Uint8Array {
  return typeof body === 'string' || body instanceof Uint8Array
}

/** The response to a request for a page or a feed. */
export interface WebResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: WebBody
  /** As of `ApiResponse`: that of all responses that the page was made from. */
  readonly valid_at?: string | undefined
}

/** Answers requests for pages; returns undefined if there is no page at the path. */
export type WebHandler = (request: WebRequest) => Promise<WebResponse | undefined>

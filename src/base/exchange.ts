// The one seam: a question in the interface's terms and its answer, whoever gives it.

/** A name → value map of headers; names are in lower case. */
export type Headers = Readonly<Record<string, string>>

/**
 * A request in the interface's terms.
 * Shape:  `path` lies below the api root and begins with `/`, still percent-encoded; `query` is the raw text after `?`.
 */
export interface ApiRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly headers: Headers
  readonly body?: string | Uint8Array
  /** The address it came from, where it came over a network. */
  readonly from?: string
  /** What interrupts it; `undefined` by name where nothing may: an exchange adds its own only where none is said. */
  readonly signal?: AbortSignal | undefined
}

/** An answer: the body is the text as it travels, in nearly every case JSON. */
export interface ApiResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: string
  /** It was asked for more than once: an earlier request, whose answer was lost, may have done the work. */
  readonly repeated?: true
}

/** Whatever answers requests: the network, the calendar in this process, a recording. */
export type Exchange = (request: ApiRequest) => Promise<ApiResponse>

/** An exchange that holds something open, such as sockets or a file. */
export interface OpenExchange {
  readonly exchange: Exchange
  close(): Promise<void>
}

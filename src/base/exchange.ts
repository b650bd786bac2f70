// The protocol seam: a request of the interface and its response, over the network or in this process.

/** Headers by name in lower case. */
export type Headers = Readonly<Record<string, string>>

/**
 * A request of the interface.
 *
 * Shape:  `path` is below the api root and begins with `/`, still percent-encoded; `query` is the raw text after `?`.
 */
export interface ApiRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly headers: Headers
  readonly body?: string | Uint8Array
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

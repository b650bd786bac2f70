// How much of anything the service takes from one sender: each limit that an answer can enforce is named in it.

export interface Limits {
  readonly body_bytes_max: number
  /** Request line and headers together. */
  readonly header_bytes_max: number
  /** Open connections; beyond, the one that has been idle longest goes. */
  readonly connections_max: number
  /** Bodies on their way from one address at once; beyond, the one that began first is cut off. */
  readonly bodies_max: number
  /** Requests that wait for their turn on one connection; beyond, it ends, for its answers are due in turn. */
  readonly ahead_max: number
  /** For a client to send its headers. */
  readonly headers_ms_max: number
  /** For a client to send a whole request. */
  readonly request_ms_max: number
  /** For the service to answer, and for a client to go on reading. */
  readonly answer_ms_max: number
  /** For an open connection to say nothing between two requests. */
  readonly idle_ms_max: number
  /** For what is in flight when the service stops. */
  readonly close_ms_max: number
}

export const limits: Limits = {
  body_bytes_max: 4 * 1024 * 1024,
  header_bytes_max: 16 * 1024,
  connections_max: 1_000,
  bodies_max: 64,
  ahead_max: 1_000,
  headers_ms_max: 10_000,
  request_ms_max: 30_000,
  answer_ms_max: 30_000,
  idle_ms_max: 15_000,
  close_ms_max: 4_000,
}

// The limits of the HTTP service.

/** Sizes are in bytes, times in milliseconds. */
export interface Limits {
  readonly body_bytes_max: number
  /** Request line and headers together. */
  readonly header_bytes_max: number
  /** Open connections; beyond it, the one that has been idle longest is closed. */
  readonly connections_max: number
  /** Request bodies that one client address may send at once; beyond it, its oldest such connection is closed. */
  readonly bodies_max: number
  /** Waiting requests of one connection; beyond it, the connection is closed. */
  readonly pipelined_max: number
  /** Time for a client to send its headers. */
  readonly headers_ms_max: number
  /** Time for a client to send a whole request. */
  readonly request_ms_max: number
  /** Time for the service to answer and the client to read. */
  readonly answer_ms_max: number
  /** Time of a connection without a request. */
  readonly idle_ms_max: number
  /** Time for requests in flight when the service stops. */
  readonly close_ms_max: number
}

export const limits: Limits = {
  body_bytes_max: 4 * 1024 * 1024,
  header_bytes_max: 16 * 1024,
  connections_max: 1_000,
  bodies_max: 64,
  pipelined_max: 1_000,
  headers_ms_max: 10_000,
  request_ms_max: 30_000,
  answer_ms_max: 30_000,
  idle_ms_max: 15_000,
  close_ms_max: 4_000,
}

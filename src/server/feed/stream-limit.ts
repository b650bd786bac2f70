// Limits the number of feeds that are sent at the same time: a client that does not read keeps up to 3 MB in memory.
import type { Exchange } from '../../base/exchange.ts'

export const streams_max = 50

/** The number of open streams by the exchange of the calendar. */
const open = new WeakMap<Exchange, number>()

/**
 * Counts a new stream; returns a function that ends the count, or undefined if the limit is reached. The end of the
 * connection ends the count, too, because a stream that is not read does not end.
 */
export function takeStream(exchange: Exchange, signal: AbortSignal | undefined): (() => void) | undefined {
  const count = open.get(exchange) ?? 0
  if (count >= streams_max) return undefined
  open.set(exchange, count + 1)
  let isOpen = true
  const release = () => {
    signal?.removeEventListener('abort', release)
    if (isOpen) open.set(exchange, (open.get(exchange) ?? 1) - 1)
    isOpen = false
  }
  signal?.addEventListener('abort', release)
  if (signal?.aborted) release()
  return release
}

/** The body; calls `release` when it has been read or has failed. */
export async function* releasing<T>(body: AsyncIterable<T>, release: () => void): AsyncGenerator<T, void, void> {
  try {
    yield* body
  } finally {
    release()
  }
}

// The number of feeds that are sent at a time: a reader who does not read keeps up to 3 MB of one in memory.
import type { Exchange } from '../../base/exchange.ts'

export const streams_max = 50

/** By the exchange of a calendar, which a server has one of. */
const open = new WeakMap<Exchange, number>()

/**
 * Takes one of the places; undefined if all are taken. The function gives it back, as does the end of the connection,
 * because a stream that is never read never ends.
 */
export function takeStream(exchange: Exchange, signal: AbortSignal | undefined): (() => void) | undefined {
  const count = open.get(exchange) ?? 0
  if (count >= streams_max) return undefined
  open.set(exchange, count + 1)
  let isTaken = true
  const release = () => {
    signal?.removeEventListener('abort', release)
    if (isTaken) open.set(exchange, (open.get(exchange) ?? 1) - 1)
    isTaken = false
  }
  signal?.addEventListener('abort', release)
  if (signal?.aborted) release()
  return release
}

/** The same body; the place is given back when it has been read, or fails. */
export async function* releasing<T>(body: AsyncIterable<T>, release: () => void): AsyncGenerator<T, void, void> {
  try {
    yield* body
  } finally {
    release()
  }
}

// A list as outcomes want it.

/** The items one after the other. */
export async function* streamOf<T>(items: Iterable<T>): AsyncIterable<T> {
  yield* items
}

// Reads several records one by one: one statement for ten saved 2 of 20 µs each (decision 19).

/** Reads one record by its id. */
export type SingleRead<R> = (id: number) => R | undefined

/** One for each id that exists, in the order of the ids. */
export function eachOf<R>(ids: readonly number[], read: SingleRead<R>): readonly R[] {
  return ids.flatMap((id) => read(id) ?? [])
}

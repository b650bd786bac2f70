// Reads several records one by one: one statement for ten saved 2 of 20 µs each (decision 19).

/** In the order of the ids, without those that don't exist. */
export function eachOf<R>(ids: readonly number[], get: (id: number) => R | undefined): readonly R[] {
  return ids.flatMap((id) => get(id) ?? [])
}

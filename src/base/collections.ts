// Typed functions for maps, objects and lists.

/** The value of a key; `make` creates and stores it if it is missing. */
export function getOrInsert<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

/** Counts one more of a key. */
export function addOne<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

/** `Object.keys` with the keys of the type; for literal tables, not for parsed data. */
export function keysOf<T extends object>(table: T): readonly (keyof T & string)[] {
  return Object.keys(table) as (keyof T & string)[]
}

/** The items in lists of this size; the last one may be shorter. */
export function* slicesOf<T>(items: Iterable<T>, size: number): Iterable<readonly T[]> {
  let slice: T[] = []
  for (const item of items) {
    slice.push(item)
    if (slice.length < size) continue
    yield slice
    slice = []
  }
  if (slice.length > 0) yield slice
}

// The keys of an object that has only the keys of its type.

/** `Object.keys` with the keys of the type; for literal tables, not for parsed data. */
export function keysOf<T extends object>(table: T): readonly (keyof T & string)[] {
  return Object.keys(table) as (keyof T & string)[]
}

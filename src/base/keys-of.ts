// The keys of an object that has no others than its type names.

/** `Object.keys` with the keys of the type; for tables that are written out, not for parsed data. */
export function keysOf<T extends object>(table: T): readonly (keyof T & string)[] {
  return Object.keys(table) as (keyof T & string)[]
}

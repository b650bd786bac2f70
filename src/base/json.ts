// JSON values: types, type guards, parsing.

export type Json = string | number | boolean | null | readonly Json[] | JsonObject

export interface JsonObject {
  readonly [key: string]: Json | undefined
}

/** Whether the value is an object and not a list or null. */
export function isObject(value: Json | undefined): value is JsonObject
export function isObject(value: unknown): value is Readonly<Record<string, unknown>>
export function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a field has no value. */
export function isEmpty(value: Json | undefined): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** The value if it is a string, else an empty text. */
export function stringOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}

/** As `Array.isArray`, which narrows a read-only list to `any[]`. */
export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

/** The items of a list; any other value is one item, and undefined is none. */
export function itemsOf(value: Json | undefined): readonly Json[] {
  if (isList(value)) return value
  return value === undefined ? [] : [value]
}

/** The objects among the items: services send linked records as one object, as a list, or as false. */
export function objectsOf(value: Json | undefined): readonly JsonObject[] {
  return itemsOf(value).filter((item) => isObject(item))
}

/** The value of a JSON text; undefined if the text is not JSON. */
export function parsedJson(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/**
 * The first name that an object of a valid JSON text has twice: `JSON.parse` would silently take the last value.
 */
export function repeatedName(text: string): string | undefined {
  const objects: Set<string>[] = []
  let start: number | undefined
  let string = ''
  for (const { 0: mark, index } of text.matchAll(/\\.|["{}:]/gs)) {
    if (mark === '"') {
      if (start !== undefined) string = text.slice(start, index + 1)
      start = start === undefined ? index : undefined
    } else if (start !== undefined) continue
    else if (mark === '{') objects.push(new Set())
    else if (mark === '}') objects.pop()
    else if (mark === ':') {
      const names = objects.at(-1)
      const name: string = JSON.parse(string)
      if (names?.has(name)) return name
      names?.add(name)
    }
  }
  return undefined
}

/** The maximum nesting of an accepted response or file, because printing and comparing are recursive. */
const levels_max = 200

/** As `parsedJson`; undefined also if the value nests deeper than 200 levels. */
export function shallowJson(text: string): Json | undefined {
  const value = parsedJson(text)
  return isShallow(value) ? value : undefined
}

/** Whether the value nests no deeper than 200 levels. */
export function isShallow(value: Json | undefined): boolean {
  return isWithinLevels(value, levels_max)
}

function isWithinLevels(value: Json | undefined, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((item: Json | undefined) => isWithinLevels(item, levels - 1))
}

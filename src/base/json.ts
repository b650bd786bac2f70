// JSON values and the two questions everybody asks of them.

export type Json = string | number | boolean | null | readonly Json[] | JsonObject

export interface JsonObject {
  readonly [key: string]: Json | undefined
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The text read as JSON, or undefined where it is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** How deep an answer or a file may nest; printing and comparing recurse. */
const levels_max = 200

/** As `parsedJson`, and undefined also for what nests so deep that nobody meant it. */
export function shallowJson(text: string): unknown {
  const value = parsedJson(text)
  return isShallow(value) ? value : undefined
}

/** Whether it can be printed, compared and sent without going too deep. */
export function isShallow(value: unknown): boolean {
  return isWithin(value, levels_max)
}

function isWithin(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (levels === 0) return false
  for (const item of Array.isArray(value) ? value : Object.values(value)) if (!isWithin(item, levels - 1)) return false
  return true
}

/** One object, several, or none: services answer linked records in each of these forms. */
export function objectsOf(value: unknown): readonly Record<string, unknown>[] {
  return [value].flat().filter(isObject)
}

// The part of a body that `_fields` asks for.
import { isObject } from '../../base/json.ts'

/**
 * Dotted paths reach into objects; a list they would reach into is empty; a body of which nothing is left is an empty
 * list. Source: observed 2.
 */
export function pickedFields(body: unknown, fields: readonly string[]): unknown {
  if (!isObject(body)) return body
  const picked = partOf(
    body,
    fields.map((field) => field.split('.')),
  )
  return Object.keys(picked).length > 0 ? picked : []
}

function partOf(body: Record<string, unknown>, paths: readonly (readonly string[])[]): Record<string, unknown> {
  const entries = Object.entries(body).flatMap(([key, value]): [string, unknown][] => {
    const inner = paths.filter(([head]) => head === key).map((path) => path.slice(1))
    if (inner.length === 0) return []
    if (inner.some((path) => path.length === 0)) return [[key, value]]
    if (Array.isArray(value)) return [[key, []]]
    const part = isObject(value) ? partOf(value, inner) : {}
    return Object.keys(part).length > 0 ? [[key, part]] : []
  })
  return Object.fromEntries(entries)
}

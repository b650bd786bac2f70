// Parses form data as PHP does: names with brackets become lists and objects.
import type { Json } from '../../base/json.ts'
import { unescape as decoded } from 'node:querystring'
import type { Given } from '../../spec/read.ts'
import { ApiError } from '../domain/api-error.ts'

export type FormPair = readonly [name: string, value: string]
type Tree = Map<string, string | Tree>

/** The limit of values in a request, as a form or as JSON. */
export const values_max = 5_000
const levels_max = 16
const name_characters_max = 1_000

/**
 * The decoded pairs of `a=1&b=2`; broken encoding is kept as text.
 * Errors: 400 `rest_too_many_values`, before any is decoded.
 */
export function pairsOf(text: string): readonly FormPair[] {
  const parts = text.split('&').filter((part) => part !== '')
  requireFew(parts.length)
  return parts.map((part) => {
    const at = part.indexOf('=')
    const [name, value] = at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)]
    return [plain(name), plain(value)]
  })
}

/** Errors: 400 `rest_too_many_values`. */
export function requireFew(count: number): void {
  if (count > values_max) throw new ApiError('rest_too_many_values', { values: { max: String(values_max) } })
}

/** Errors: 400 `rest_name_too_long`. */
export function requireShort(name: string): void {
  if (name.length > name_characters_max)
    throw new ApiError('rest_name_too_long', { values: { max: String(name_characters_max) } })
}

function plain(text: string): string {
  return decoded(text.replaceAll('+', ' '))
}

/**
 * Pairs as nested values: `a[]=1&a[]=2` is a list, `a[0][b]=1` a list of objects, `a[b]=1` an object; the last of one
 * name wins.
 * Errors: 400 `rest_name_too_long`, `rest_nested_too_deep`.
 */
export function nestedOf(pairs: readonly FormPair[]): Given {
  const top: Tree = new Map()
  for (const [name, value] of pairs) put(top, keysOf(name), value)
  return objectOf(top)
}

/** `a[b][]` → `a`, `b` and the empty key, which means the next index. */
function keysOf(name: string): readonly string[] {
  requireShort(name)
  const start = name.indexOf('[')
  if (start < 1) return [name.trimStart()]
  const inner = name.slice(start).match(/^(?:\[[^[\]]*\])+/)?.[0]
  if (inner === undefined) return [name.trimStart()]
  const keys = [name.slice(0, start).trimStart(), ...inner.slice(1, -1).split('][')]
  if (keys.length > levels_max) throw new ApiError('rest_nested_too_deep', { values: { max: String(levels_max) } })
  return keys
}

function put(top: Tree, keys: readonly string[], value: string): void {
  let tree = top
  for (const key of keys.slice(0, -1)) {
    const place = placeIn(tree, key)
    const there = tree.get(place)
    const inner: Tree = there instanceof Map ? there : new Map()
    tree.set(place, inner)
    tree = inner
  }
  tree.set(placeIn(tree, keys.at(-1) ?? ''), value)
}

function placeIn(tree: Tree, key: string): string {
  if (key !== '') return key
  let next = tree.size
  while (tree.has(String(next))) next += 1
  return String(next)
}

function plainOf(node: string | Tree): Json {
  if (typeof node === 'string') return node
  const isList = [...node.keys()].every((key) => /^\d+$/.test(key))
  return isList ? [...node.values()].map(plainOf) : objectOf(node)
}

function objectOf(tree: Tree): Given {
  return Object.fromEntries([...tree].filter(([key]) => key !== '__proto__').map(([key, node]) => [key, plainOf(node)]))
}

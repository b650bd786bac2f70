// Parses queries and form data as PHP does: names with brackets become lists and objects.
import type { Json } from '../../base/json.ts'
import { unescape as percentDecoded } from 'node:querystring'
import type { Given } from '../../spec/read.ts'
import { ApiError } from '../domain/api-error.ts'
import { requireFew, values_max } from '../validation/check.ts'

export type FormPair = readonly [name: string, value: string]
type Tree = Map<string, string | Tree>

const levels_max = 16
const name_characters_max = 1_000

/**
 * The decoded pairs of `a=1&b=2`; invalid percent-encoding is left unchanged.
 * Errors: 400 `rest_too_many_values`, before any is decoded.
 */
export function pairsOf(text: string): readonly FormPair[] {
  const parts = text.split('&', values_max + 1)
  requireFew(parts.length)
  return parts.filter((part) => part !== '').map(pairOf)
}

/** The decoded pair of `a=1`. */
export function pairOf(part: string): FormPair {
  const at = part.indexOf('=')
  const [name, value] = at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)]
  return [decoded(name), decoded(value)]
}

/** Limits the length of a name. Errors: 400 `rest_name_too_long`. */
export function requireShort(name: string): void {
  if (name.length > name_characters_max)
    throw new ApiError('rest_name_too_long', { values: { max: String(name_characters_max) } })
}

function decoded(text: string): string {
  return percentDecoded(text.replaceAll('+', ' '))
}

/**
 * Pairs as nested values: `a[]=1&a[]=2` is a list, `a[0][b]=1` a list of objects, `a[b]=1` an object. Of several pairs
 * with the same name the last one counts.
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
    const node_key = assignedKey(tree, key)
    const child = tree.get(node_key)
    const inner: Tree = child instanceof Map ? child : new Map()
    tree.set(node_key, inner)
    tree = inner
  }
  tree.set(assignedKey(tree, keys.at(-1) ?? ''), value)
}

/** The key itself; for an empty key the next free index. */
function assignedKey(tree: Tree, key: string): string {
  if (key !== '') return key
  let next = tree.size
  while (tree.has(String(next))) next += 1
  return String(next)
}

function jsonOf(node: string | Tree): Json {
  if (typeof node === 'string') return node
  const isList = [...node.keys()].every((key) => /^\d+$/.test(key))
  return isList ? [...node.values()].map(jsonOf) : objectOf(node)
}

function objectOf(tree: Tree): Given {
  return Object.fromEntries([...tree].filter(([key]) => key !== '__proto__').map(([key, node]) => [key, jsonOf(node)]))
}

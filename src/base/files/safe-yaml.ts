// YAML as JSON: no value contains itself, aliases do not expand to too much data, and merge keys are resolved.
import { isObject, type Json } from '../json.ts'

/** A YAML text with unsafe anchors or too deep nesting. `code` follows the style of the YAML library. */
export class UnsafeAnchorError extends Error {
  readonly code: string

  constructor(code: 'ALIAS_CIRCLE' | 'ALIAS_FLOOD' | 'TOO_DEEP') {
    super(code)
    this.code = code
  }
}

/** Maximum number of characters that aliases may add to a text. */
export const added_max = 30_000_000

/**
 * The result of `read`, with merge keys resolved. Fails with `UnsafeAnchorError` for a value that contains itself, and
 * for aliases that expand to more than `length_max` characters.
 */
export function safeYaml(read: () => unknown, length_max: number = added_max): Json | undefined {
  const value = expanded(read)
  if (new Lengths().of(value) > length_max) throw new UnsafeAnchorError('ALIAS_FLOOD')
  const plain = withoutDates(value) as Json | undefined
  resolveMergeKeys(plain, new Set())
  return plain
}

/** The approximate lengths of values as JSON. Each is measured once, however often it is used. */
class Lengths {
  readonly #known = new Map<object, number>()
  readonly #above = new Set<object>()

  of(value: unknown): number {
    if (typeof value === 'string') return value.length + 3
    if (typeof value !== 'object' || value === null || value instanceof Date) return 8
    const known = this.#known.get(value)
    if (known !== undefined) return known
    if (this.#above.has(value)) throw new UnsafeAnchorError('ALIAS_CIRCLE')
    this.#above.add(value)
    let length = 2
    for (const [name, part] of Object.entries(value))
      length += (Array.isArray(value) ? 0 : name.length + 3) + this.of(part)
    this.#above.delete(value)
    this.#known.set(value, length)
    return length
  }
}

function expanded(read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    if (error instanceof ReferenceError) throw new UnsafeAnchorError('ALIAS_FLOOD')
    throw error
  }
}

/** `!!timestamp` is the only tag whose value is not JSON: it becomes text, a day or a time in UTC. */
function withoutDates(value: unknown, seen: Set<object> = new Set()): unknown {
  if (value instanceof Date)
    return value
      .toISOString()
      .replace(/T00:00:00\.000Z$/, '')
      .replace('.000Z', 'Z')
  if (!isObject(value) && !Array.isArray(value)) return value
  if (seen.has(value)) return value
  seen.add(value)
  for (const [name, part] of Object.entries(value)) {
    const plain = withoutDates(part, seen)
    if (plain !== part) Object.assign(value, { [name]: plain })
  }
  return value
}

/**
 * Replaces the merge keys of YAML 1.1: `<<: *base` adds the fields of another map, or of several, that the map does not
 * have itself. The library could do it, but without a limit on aliases of aliases.
 */
function resolveMergeKeys(value: unknown, seen: Set<object>): void {
  if ((!isObject(value) && !Array.isArray(value)) || seen.has(value)) return
  seen.add(value)
  for (const part of Object.values(value)) resolveMergeKeys(part, seen)
  if (!isObject(value)) return
  const sources = [value['<<']].flat()
  if (!sources.every(isObject)) return
  Reflect.deleteProperty(value, '<<')
  for (const [name, part] of sources.flatMap((source) => Object.entries(source)))
    if (!Object.hasOwn(value, name))
      Object.defineProperty(value, name, { value: part, configurable: true, enumerable: true, writable: true })
}

/**
 * Deeper than any valid file. The library recurses, and compiling a regular expression on a full stack ends the
 * process.
 */
const brackets_max = 300
const steps_max = 200

/** Fails with `UnsafeAnchorError` for a text nested too deeply for the library. */
export function requireFlat(text: string): void {
  if (openBrackets(text) > brackets_max || /(?:[-?:][ \t]+){200}/.test(text) || indents(text) > steps_max)
    throw new UnsafeAnchorError('TOO_DEEP')
}

const bracket_tokens = /"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|(?<![^\s])[&!][^\s[\]{},]*|[[\]{}]/g

/** The nesting depth of brackets; those in quotes and in plain texts, such as `Jazz [live]`, don't count. */
function openBrackets(text: string): number {
  let [open, most, property_end] = [0, 0, -1]
  for (const { 0: token, index } of text.matchAll(bracket_tokens)) {
    if (/^[&!]/.test(token)) property_end = index + token.length
    else if (token === '[' || token === '{') {
      if (open > 0 || isNodeStart(text, index, property_end)) most = Math.max(most, ++open)
    } else if (token === ']' || token === '}') open = Math.max(0, open - 1)
  }
  return most
}

/** True at the start of a line, after `- `, `: ` and other indicators, and after the anchor or tag that ends there. */
function isNodeStart(text: string, index: number, property_end: number): boolean {
  let end = index
  while (text[end - 1] === ' ' || text[end - 1] === '\t') end--
  return end === 0 || end === property_end || '\n\r-?:,'.includes(text[end - 1] ?? '')
}

/** The number of nested indentation levels. */
function indents(text: string): number {
  const steps: number[] = []
  let most = 0
  for (const [, blanks = ''] of text.matchAll(/^( *)\S/gm)) {
    while (steps.length > 0 && (steps.at(-1) ?? 0) >= blanks.length) steps.pop()
    steps.push(blanks.length)
    most = Math.max(most, steps.length)
  }
  return most
}

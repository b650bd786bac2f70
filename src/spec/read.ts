// The one reader: raw values, typed by a shell, a form or JSON, become values of the documented types.
import { isObject } from '../base/json.ts'
import type { Text } from '../base/text/language.ts'
import type { Parameter, Parameters } from './model.ts'

export type Given = Readonly<Record<string, unknown>>
export type Values = Readonly<Record<string, unknown>>

/** A value that the documented type refuses, or a required one that is not there. */
export interface Problem {
  readonly name: string
  readonly reason: 'missing' | 'type'
  readonly expected: Text
  readonly value?: unknown
}

export interface ReadResult {
  /** Only what was given and is known; nothing is filled in. */
  readonly values: Values
  readonly problems: readonly Problem[]
}

/** Says that a value is not of the documented type. */
export const unreadable = Symbol('unreadable')

/**
 * All values of a request at once, and everything that is wrong with them.
 * `undefined` and `null` count as not given. Names that the parameters do not know are left out.
 */
export function read(parameters: Parameters, given: Given): ReadResult {
  const values: Record<string, unknown> = {}
  const problems: Problem[] = []
  for (const name in parameters) {
    const parameter = parameters[name] as Parameter
    const value = given[name]
    if (value === undefined || value === null) {
      if (parameter.required) problems.push({ name, reason: 'missing', expected: expectedOf(parameter) })
      continue
    }
    const typed = readValue(parameter, value)
    if (typed === unreadable) problems.push({ name, reason: 'type', expected: expectedOf(parameter), value })
    else values[name] = typed
  }
  return { values, problems }
}

/** One value in its documented type, or `unreadable`. */
export function readValue(parameter: Parameter, value: unknown): unknown {
  switch (parameter.type) {
    case 'integer':
      return integerOf(value)
    case 'number':
      return numberOf(value)
    case 'boolean':
      return booleanOf(value)
    case 'string':
      return typeof value === 'string' ? value : unreadable
    case 'array of integer':
      return together(listOf(value).map((item) => (takesMore(parameter) ? itemOf(item) : integerOf(item))))
    case 'untyped':
      return value
  }
}

/** Terms may be named and linked records described, whatever the printed type of their items. */
function takesMore({ form }: Parameter): boolean {
  return form === 'terms' || form === 'linked'
}

/** A list given as such, as text with commas, or as a single value; a lone object is one item. */
export function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  if (typeof value !== 'string') return [value]
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function together(items: readonly unknown[]): unknown {
  return items.includes(unreadable) ? unreadable : items
}

function itemOf(value: unknown): unknown {
  const whole = integerOf(value)
  if (whole !== unreadable) return whole
  return typeof value === 'string' || isObject(value) ? value : unreadable
}

export function integerOf(value: unknown): number | typeof unreadable {
  const number = typeof value === 'string' && /^[+-]?\d+$/.test(value.trim()) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : unreadable
}

function numberOf(value: unknown): number | typeof unreadable {
  const number =
    typeof value === 'string' && /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value.trim()) ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : unreadable
}

export function booleanOf(value: unknown): boolean | typeof unreadable {
  const text = typeof value === 'string' ? value.toLowerCase() : value
  if (text === true || text === 1 || text === '1' || text === 'true') return true
  if (text === false || text === 0 || text === '0' || text === 'false') return false
  return unreadable
}

/** What a parameter needs, as the end of a sentence: `--per-page needs a whole number`. */
export function expectedOf(parameter: Parameter): Text {
  if (parameter.type === 'untyped' || parameter.type === 'string') return { en: 'a text', de: 'einen Text' }
  if (parameter.type === 'array of integer')
    return takesMore(parameter)
      ? { en: 'ids or names, separated by commas', de: 'IDs oder Namen, durch Kommas getrennt' }
      : { en: 'whole numbers, separated by commas', de: 'ganze Zahlen, durch Kommas getrennt' }
  return expected[parameter.type]
}

const expected = {
  integer: { en: 'a whole number', de: 'eine ganze Zahl' },
  number: { en: 'a number', de: 'eine Zahl' },
  boolean: { en: 'true or false', de: 'true oder false' },
} as const

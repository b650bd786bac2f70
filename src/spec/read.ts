// Converts values from a shell, a form or JSON to the documented types.
import { isObject, itemsOf, type Json, type JsonObject } from '../base/json.ts'
import { t, type Text } from '../base/text/language.ts'
import type { ItemReference, Parameter, Parameters, ValueOf, ValuesOf } from './model.ts'

/** Values as they were sent or typed, before they are parsed. */
export type Given = JsonObject
/** Values whose rows are known only at run time; otherwise use `ValuesOf<typeof rows>`. */
export type Values = JsonObject

/** A missing required value, or one of another type. */
export interface Problem {
  readonly name: string
  readonly reason: 'missing' | 'type'
  readonly expected: Text
  readonly value?: Json | undefined
}

export interface ReadResult<P extends Parameters = Parameters> {
  /** Values that were given and have a row; defaults are not filled in. */
  readonly values: Partial<ValuesOf<P>>
  readonly problems: readonly Problem[]
}

/** Marks a value that is not of the documented type. */
export const unreadable = Symbol('unreadable')

/**
 * The values of a request and all problems with them. `undefined` and `null` count as missing; names without a row are
 * left out.
 */
export function read<P extends Parameters>(
  parameters: P,
  given: Given,
  { isPartial = false }: { readonly isPartial?: boolean } = {},
): ReadResult<P> {
  const values: { -readonly [N in keyof P]?: ValueOf<P[N]> } = {}
  const problems: Problem[] = []
  for (const name in parameters) {
    const parameter = parameters[name]
    if (parameter === undefined) continue
    const value = given[name]
    if (value === undefined || value === null) {
      if (parameter.required && !isPartial) problems.push({ name, reason: 'missing', expected: expectedOf(parameter) })
      continue
    }
    const typed = readValue(parameter, value)
    if (typed === unreadable) problems.push({ name, reason: 'type', expected: expectedOf(parameter), value })
    else values[name] = typed
  }
  return { values, problems }
}

/** One value in its documented type, or `unreadable`. */
function readValue<R extends Parameter>(parameter: R, value: Json | undefined): ValueOf<R> | typeof unreadable {
  // The compiler cannot check a conditional type in the branches of a function.
  return typedValue(parameter, value) as ValueOf<R> | typeof unreadable
}

function typedValue(parameter: Parameter, value: Json | undefined): Json | typeof unreadable {
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
      if (parameter.form === 'names' && typeof value === 'string') return value
      return takesReferences(parameter)
        ? allOf(splitItems(value).map(referenceOf))
        : allOf(splitItems(value).map(integerOf))
    case 'untyped':
      return parameter.form === 'datetime' || parameter.form === 'url' ? readString(value) : (value ?? unreadable)
  }
}

/** Terms may be given by name, and linked records as data, although the specification prints integers. */
function takesReferences({ form }: Parameter): boolean {
  return form === 'terms' || form === 'linked' || form === 'names'
}

/** The items of a list, or of a text with commas between them; any other value is one item. */
export function splitItems(value: Json | undefined): readonly Json[] {
  if (typeof value !== 'string') return itemsOf(value)
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function allOf<Item>(items: readonly (Item | typeof unreadable)[]): readonly Item[] | typeof unreadable {
  return items.every((item): item is Item => item !== unreadable) ? items : unreadable
}

function referenceOf(value: Json | undefined): ItemReference | typeof unreadable {
  const id = integerOf(value)
  if (id !== unreadable) return id
  return typeof value === 'string' || isObject(value) ? value : unreadable
}

export function integerOf(value: Json | undefined): number | typeof unreadable {
  const number = typeof value === 'string' && /^[+-]?\d+$/.test(value.trim()) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : unreadable
}

function readString(value: Json | undefined): string | typeof unreadable {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : unreadable
}

export function numberOf(value: Json | undefined): number | typeof unreadable {
  const number =
    typeof value === 'string' && /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(value.trim()) ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : unreadable
}

export function booleanOf(value: Json | undefined): boolean | typeof unreadable {
  const text = typeof value === 'string' ? value.toLowerCase() : value
  if (text === true || text === 1 || text === '1' || text === 'true') return true
  if (text === false || text === 0 || text === '0' || text === 'false') return false
  return unreadable
}

const yes = new Set(['true', '1', 'yes', 'y', 'on', 'enable', 'enabled'])

/** Whether a toggle has one of the spellings of yes; any other value means no. Source: interface 5.3. */
export function isYes(value: Json | undefined): boolean {
  return yes.has(String(value).toLowerCase())
}

/** The expected value as the end of a sentence: `--per-page needs a whole number`. */
export function expectedOf(parameter: Parameter): Text {
  if (parameter.type === 'untyped' || parameter.type === 'string') return t('text')
  if (parameter.type === 'array of integer')
    return takesReferences(parameter) ? t('ids or names, separated by commas') : t('whole numbers, separated by commas')
  return expected[parameter.type]
}

const expected = {
  integer: t('a whole number'),
  number: t('a number'),
  boolean: t('true or false'),
} as const

/** The value that clears a field. */
export function emptyOf({ type }: Parameter): Json {
  if (type === 'array of integer') return []
  if (type === 'boolean') return false
  return type === 'integer' || type === 'number' ? 0 : ''
}

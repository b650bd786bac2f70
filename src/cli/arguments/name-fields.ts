// Fields that accept a name instead of an id.
import { isObject, type Json, parsedJson } from '../../base/json.ts'
import type { Parameters, Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'

const kinds: Readonly<Record<string, Plural>> = {
  venue: 'venues',
  organizer: 'organizers',
  categories: 'categories',
  tags: 'tags',
  parent: 'categories',
}

/**
 * The kind of the records that a parameter refers to; undefined for others, such as `venue` of venues, which is their
 * own name.
 */
export function namedKind(name: string, parameters: Parameters): Plural | undefined {
  const type = parameters[name]?.type
  return (type === 'array of integer' || type === 'integer') && Object.hasOwn(kinds, name) ? kinds[name] : undefined
}

/** Whether records must be looked up: a value is a name, or an id to write that may not exist. */
export function holdsNames(values: Values, parameters: Parameters, writes: boolean): boolean {
  return Object.entries(values).some(
    ([name, value]) =>
      namedKind(name, parameters) !== undefined &&
      [value].flat().some((item) => isName(item) || (writes && (isObject(item) || /^\d+$/.test(String(item))))),
  )
}

/** Digits are an id, any other text is a name. */
export function isName(value: Json | undefined): value is string {
  return typeof value === 'string' && value.trim() !== '' && !/^\d+$/.test(value.trim())
}

/** A list with commas, or data as JSON; a comma inside a name is written `\,`. */
export function partsOf(text: string): readonly Json[] {
  const data = /^\s*[[{]/.test(text) ? parsedJson(text) : undefined
  if (data !== undefined) return [data].flat()
  return text
    .split(/(?<!\\),/)
    .map((part) => part.replaceAll('\\,', ',').trim())
    .filter((part) => part !== '')
}

/** The values of a file or of `--set`, with texts that list several names split; other values are unchanged. */
export function withLists(values: Values, parameters: Parameters): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const isList = namedKind(name, parameters) !== undefined && parameters[name]?.type === 'array of integer'
      return [name, isList && typeof value === 'string' ? partsOf(value) : value]
    }),
  )
}

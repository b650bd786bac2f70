// Where a name will do in place of an id.
import type { Parameters, Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'

const kinds: Readonly<Record<string, Plural>> = { venue: 'venues', organizer: 'organizers', categories: 'categories', tags: 'tags', parent: 'categories' }

/** The kind of the records that a parameter names; undefined for all others, such as `venue` of venues, which is their own name. */
export function namedKind(name: string, parameters: Parameters): Plural | undefined {
  const type = parameters[name]?.type
  return (type === 'array of integer' || type === 'integer') && Object.hasOwn(kinds, name) ? kinds[name] : undefined
}

/** Whether any parameter holds a name: only then a service has to be asked. */
export function holdsNames(values: Values, parameters: Parameters): boolean {
  return Object.entries(values).some(([name, value]) => namedKind(name, parameters) !== undefined && [value].flat().some(isName))
}

/** An id is digits, and everything else that is written is a name. */
export function isName(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && !/^\d+$/.test(value.trim())
}

// Where a name will do in place of an id.
import type { Parameters, Plural } from '../../spec/model.ts'

const kinds: Readonly<Record<string, Plural>> = { venue: 'venues', organizer: 'organizers', categories: 'categories', tags: 'tags', parent: 'categories' }

/** The kind of the records that a parameter names; undefined for all others, such as `venue` of venues, which is their own name. */
export function namedKind(name: string, parameters: Parameters): Plural | undefined {
  const type = parameters[name]?.type
  return (type === 'array of integer' || type === 'integer') && Object.hasOwn(kinds, name) ? kinds[name] : undefined
}

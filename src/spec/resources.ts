// The five kinds of records, by the name their routes carry.
import type { Plural, Resource, TermPlural } from './model.ts'
import { categories } from './resources/categories.ts'
import { events } from './resources/events.ts'
import { organizers } from './resources/organizers.ts'
import { tags } from './resources/tags.ts'
import { venues } from './resources/venues.ts'

export const resources = { events, venues, organizers, categories, tags } as const satisfies Record<Plural, Resource>

/** Every kind, in the order in which records must exist before others can name them. */
export const plurals_by_need = [
  'categories',
  'tags',
  'venues',
  'organizers',
  'events',
] as const satisfies readonly Plural[]

/** Categories and tags: used or not, without statuses, deleted for good. */
export function isTerm(kind: Plural): kind is TermPlural {
  return resources[kind].family === 'term'
}

/** The kind with this singular or plural name, or undefined. */
export function resourceNamed(name: string): Resource | undefined {
  return Object.values(resources).find(({ plural, singular }) => plural === name || singular === name)
}

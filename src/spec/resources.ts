// The five kinds of records, by the name in their routes; the message for a record that does not exist.
import type { Json } from '../base/json.ts'
import { sameText, t, type Text } from '../base/text/language.ts'
import { quoted } from '../base/text/quoted.ts'
import type { Plural, Resource, TermPlural } from './model.ts'
import { organizers, venues } from './places.ts'
import { events } from './events.ts'
import { categories, tags } from './terms.ts'

export const resources = { events, venues, organizers, categories, tags } as const satisfies Record<Plural, Resource>

/** All kinds, ordered so that records exist before others refer to them. */
export const plurals_by_need = [
  'categories',
  'tags',
  'venues',
  'organizers',
  'events',
] as const satisfies readonly Plural[]

/** Whether the kind is a taxonomy: without statuses and trash. */
export function isTerm(kind: Plural): kind is TermPlural {
  return resources[kind].family === 'term'
}

/** The kind with this singular or plural name, or undefined. */
export function resourceNamed(name: string): Resource | undefined {
  return Object.values(resources).find(({ plural, singular }) => plural === name || singular === name)
}

/** `venue 12 not found`, `tag "jazz" not found`. */
export function notFoundText(kind: Plural, wanted: Json | undefined): Text {
  const isId = /^\d+$/.test(String(wanted))
  const text = isId ? sameText(String(wanted)) : quoted(wanted)
  return t('{title} {text} not found', { title: resources[kind].title, text })
}

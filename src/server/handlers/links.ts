// The records that an event is linked to, by id or made of the data that was sent.
import { isObject } from '../../base/json.ts'
import { has } from '../domain/modes.ts'
import type { Taxonomy } from '../domain/records.ts'
import { slugOf } from '../domain/slug.ts'
import type { Call } from './handler.ts'
import { type PlaceKind, placeMadeOf } from './places.ts'
import { termMadeOf } from './term-writes.ts'

/** Shape: ids in the order given, each once; undefined where nothing is sent. Source: D7, D15; observed 8. */
export function linkedIds(kind: PlaceKind, call: Call): readonly number[] | undefined {
  const sent = call.values[kind]
  if (!Array.isArray(sent)) return undefined
  if (sent.length === 0 && kind === 'venue' && has(call.world.settings, 'venues_stay_linked')) return undefined
  return [...new Set(sent.flatMap((item) => (typeof item === 'number' ? [item] : isObject(item) ? [placeMadeOf(kind, item, call)] : [])))]
}

/** Shape: as above; ids that are no such term are left out, unknown names become terms. Source: observed 8; D8. */
export function namedTermIds(taxonomy: Taxonomy, sent: unknown, call: Call): readonly number[] | undefined {
  if (!Array.isArray(sent)) return undefined
  return [...new Set(sent.flatMap((item) => (typeof item === 'number' ? knownTerm(taxonomy, item, call) : namedTerm(taxonomy, String(item).trim(), call))))]
}

function knownTerm(taxonomy: Taxonomy, id: number, { world: { store } }: Call): readonly number[] {
  return store.terms.get(id)?.taxonomy === taxonomy ? [id] : []
}

function namedTerm(taxonomy: Taxonomy, name: string, call: Call): readonly number[] {
  const { store: { terms }, settings } = call.world
  if (name === '') return []
  const found = terms.idOfName(taxonomy, name) ?? terms.idOfSlug(taxonomy, slugOf(name))
  if (found !== undefined && !(taxonomy === 'tag' && has(settings, 'tags_by_name_are_renamed'))) return [found]
  const wanted = found === undefined ? name : String(found)
  return [(found === undefined ? undefined : terms.idOfName(taxonomy, wanted)) ?? termMadeOf(taxonomy, { name: wanted }, call.world)]
}

// The records that an event is linked to, by id or made of the data that was sent.
import { isList, isObject, type Json } from '../../../base/json.ts'
import { quirk } from '../../quirks/quirks.ts'
import type { Taxonomy } from '../../domain/records.ts'
import { slugOf } from '../../../base/text/slug.ts'
import type { Call, ServiceContext } from '../handler.ts'
import { type PlaceKind, placeMadeOf } from './places.ts'
import { termMadeOf } from './terms.ts'

/**
 * The ids of the venues or organizers that a write names.
 * Shape:  in the order given, each once; undefined where nothing is sent.
 * Source: D7, D15; observed 8.
 */
export function linkedIds(kind: PlaceKind, call: Call): readonly number[] | undefined {
  const sent = call.values[kind]
  if (!isList(sent)) return undefined
  if (sent.length === 0 && kind === 'venue' && quirk(call.service.settings, 'venues_cannot_be_unlinked'))
    return undefined
  return [
    ...new Set(
      sent.flatMap((item) =>
        typeof item === 'number' ? [item] : isObject(item) ? [placeMadeOf(kind, item, call)] : [],
      ),
    ),
  ]
}

/** Shape: as above; ids that are no such term are left out, unknown names become terms. Source: observed 8; D8. */
export function namedTermIds(
  taxonomy: Taxonomy,
  sent: Json | undefined,
  { service }: Call,
): readonly number[] | undefined {
  if (!isList(sent)) return undefined
  const wanted = sent.map((item) =>
    typeof item === 'number' ? knownTerm(taxonomy, item, service) : wantedTerm(taxonomy, String(item).trim(), service),
  )
  return [
    ...new Set(
      wanted.flatMap((item) =>
        typeof item === 'string'
          ? (namedTerm(taxonomy, item, service) ?? termMadeOf(taxonomy, { name: item }, service))
          : (item ?? []),
      ),
    ),
  ]
}

function knownTerm(taxonomy: Taxonomy, id: number, { store }: ServiceContext): number | undefined {
  return store.terms.get(id)?.taxonomy === taxonomy ? id : undefined
}

/** The term of this name or slug, or the name under which one is to be made. */
function wantedTerm(taxonomy: Taxonomy, name: string, service: ServiceContext): number | string | undefined {
  if (name === '') return undefined
  const found = namedTerm(taxonomy, name, service)
  if (found === undefined) return name
  return taxonomy === 'tag' && quirk(service.settings, 'existing_tag_names_make_new_tags') ? String(found) : found
}

function namedTerm(taxonomy: Taxonomy, name: string, { store: { terms } }: ServiceContext): number | undefined {
  return terms.idOfName(taxonomy, name) ?? terms.idOfSlug(taxonomy, slugOf(name))
}

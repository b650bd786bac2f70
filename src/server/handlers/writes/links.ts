// The records that an event is linked to: existing ones, and new ones created from the data that was sent.
import { quirk } from '../../quirks/quirks.ts'
import type { Taxonomy } from '../../domain/records.ts'
import type { EventValues } from '../../domain/values.ts'
import { slugOf } from '../../../base/text/slug.ts'
import type { Call, ServiceContext } from '../handler.ts'
import { createPlace, type PlaceKind, type PlaceValues } from './places.ts'
import { insertTerm } from './terms.ts'

/**
 * The ids of the venues or organizers that a write names, each once, in the order given; undefined where none are sent.
 *
 * Source: Q15, interface 12.
 */
export function linkedIds<K extends PlaceKind>(
  kind: K,
  sent: readonly (number | PlaceValues[K])[] | undefined,
  call: Call<unknown>,
): readonly number[] | undefined {
  if (!sent) return undefined
  if (sent.length === 0 && kind === 'venue' && quirk(call.service.settings, 'venues_cannot_be_unlinked'))
    return undefined
  return [...new Set(sent.map((item) => (typeof item === 'number' ? item : createPlace(kind, item, call))))]
}

/**
 * The ids of the terms that a write names; unknown names become terms, unknown ids are left out. Source: Q8,
 * interface 12.
 */
export function namedTermIds(
  taxonomy: Taxonomy,
  sent: EventValues['categories'],
  { service }: Call<unknown>,
): readonly number[] | undefined {
  if (!sent) return undefined
  // All are looked up before any is created.
  const wanted = sent.map((item) =>
    typeof item === 'number'
      ? knownTerm(taxonomy, item, service)
      : typeof item === 'string'
        ? wantedTerm(taxonomy, item.trim(), service)
        : undefined,
  )
  const ids = wanted.flatMap((item) =>
    typeof item === 'string'
      ? (namedTerm(taxonomy, item, service) ?? insertTerm(taxonomy, { name: item }, service))
      : (item ?? []),
  )
  return [...new Set(ids)]
}

function knownTerm(taxonomy: Taxonomy, id: number, { store }: ServiceContext): number | undefined {
  return store.terms.get(id)?.taxonomy === taxonomy ? id : undefined
}

/** The term of this name or slug, or the name of the one to create. */
function wantedTerm(taxonomy: Taxonomy, name: string, service: ServiceContext): number | string | undefined {
  if (name === '') return undefined
  const found = namedTerm(taxonomy, name, service)
  if (found === undefined) return name
  return taxonomy === 'tag' && quirk(service.settings, 'existing_tag_names_make_new_tags') ? String(found) : found
}

function namedTerm(taxonomy: Taxonomy, name: string, { store: { terms } }: ServiceContext): number | undefined {
  return terms.idOfName(taxonomy, name) ?? terms.idOfSlug(taxonomy, slugOf(name))
}

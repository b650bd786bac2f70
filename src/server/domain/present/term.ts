// Categories and tags in answers, alone and inside an event.
import type { CountedTerm, TermRecord } from '../records.ts'
import { shownText } from './shared.ts'
import type { ServiceSettings } from '../settings.ts'
import { collectionUrl, itemUrl, taxonomyName, termUrl } from './addresses.ts'

/** A term of a list. `above` holds the slugs of its ancestors, topmost first. */
export function presentTerm(term: CountedTerm, above: readonly string[], settings: ServiceSettings) {
  const { id, count, slug, taxonomy, parent } = term
  return {
    id,
    count,
    description: shownText('term', term.description, settings),
    name: shownText('name', term.name, settings),
    slug,
    taxonomy: taxonomyName(taxonomy, settings.address),
    ...(taxonomy === 'category' && { parent }),
    meta: [],
    url: termUrl(term, above, settings.address),
    urls: urls(term, settings),
  }
}

/** The same with `_links`, as GET of one term has it. */
export function presentLinkedTerm(term: CountedTerm, above: readonly string[], settings: ServiceSettings) {
  const { self, collection, up } = urls(term, settings)
  const _links = {
    self: [{ href: self }],
    collection: [{ href: collection }],
    ...(up !== undefined && { up: [{ embeddable: true, href: up }] }),
  }
  return { ...presentTerm(term, above, settings), _links }
}

/** A term inside an event. */
export function presentTermOfEvent(term: CountedTerm, settings: ServiceSettings) {
  const { id, slug, taxonomy, parent, count } = term
  return {
    name: shownText('name', term.name, settings),
    slug,
    term_group: 0,
    term_taxonomy_id: id,
    taxonomy: taxonomyName(taxonomy, settings.address),
    description: shownText('term', term.description, settings),
    parent,
    count,
    filter: 'raw',
    id,
    urls: urls(term, settings),
  }
}

function urls(
  { id, taxonomy, parent }: TermRecord,
  { address }: ServiceSettings,
): { readonly self: string; readonly collection: string; readonly up?: string } {
  return {
    self: itemUrl(taxonomy, id, address),
    collection: collectionUrl(taxonomy, address),
    ...(parent !== 0 && { up: itemUrl(taxonomy, parent, address) }),
  }
}

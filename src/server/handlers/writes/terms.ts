// Making, changing and removing categories and tags.
import type { Values } from '../../../spec/read.ts'
import { quirk } from '../../quirks/quirks.ts'
import type { Taxonomy, TermRecord } from '../../domain/records.ts'
import { ApiError } from '../../domain/api-error.ts'
import { slugOf } from '../../../base/text/slug.ts'
import type { TermStore } from '../../storage/store.ts'
import { type HandlerAnswer, type Call, type Handler, type ServiceContext, targetTerm } from '../handler.ts'
import { shownTerm } from '../show.ts'

const taxonomies = ['category', 'tag'] as const

export const createCategory: Handler = (call) => created('category', call)
export const createTag: Handler = (call) => created('tag', call)

/**
 * Fails: 400 `term_exists` for a name that is taken where it would stand, unless another, free slug is sent. Source:
 * observed 10.
 */
function created(taxonomy: Taxonomy, call: Call): HandlerAnswer {
  const { values, service } = call
  refuseParentOfTag(taxonomy, call)
  const { terms } = service.store
  const name = textOf(values.name, '').trim()
  const same = terms.idOfName(taxonomy, name, taxonomy === 'category' ? numberOf(values.parent, 0) : undefined)
  const isNamedApart = typeof values.slug === 'string' && terms.idOfSlug(taxonomy, slugOf(values.slug)) === undefined
  if (same !== undefined && !isNamedApart) throw new ApiError('term_exists', { data: { term_id: same } })
  const id = termMadeOf(taxonomy, values, service)
  return { status: 201, body: shownTerm(targetTerm({ ...call, target: id }), service, 'written') }
}

/** The id of a new term; its slug is made free. */
export function termMadeOf(taxonomy: Taxonomy, values: Values, { store: { terms } }: ServiceContext): number {
  const name = textOf(values.name, '').trim()
  const parent = taxonomy === 'category' ? numberOf(values.parent, 0) : 0
  const wanted = slugOf(textOf(values.slug, '')) || slugOf(name)
  const record = {
    taxonomy,
    name,
    description: textOf(values.description, ''),
    parent,
    slug: wanted === '' ? '' : freeTermSlug(wanted, { taxonomy, parent }, terms),
  }
  const id = terms.insert(record)
  if (record.slug === '') terms.replace({ ...record, id, slug: String(id) })
  return id
}

/**
 * A taken slug gets the slugs of its parents behind it, then a number that no term of either kind has. Source: deployed
 * 10.
 */
function freeTermSlug(
  wanted: string,
  { taxonomy, parent }: Pick<TermRecord, 'taxonomy' | 'parent'>,
  terms: TermStore,
): string {
  const isFree = (slug: string) => terms.idOfSlug(taxonomy, slug) === undefined
  let base = wanted
  for (let above = terms.get(parent); above && !isFree(base); above = terms.get(above.parent))
    base = `${base}-${above.slug}`
  if (isFree(base)) return base
  const isFreeAnywhere = (slug: string) => taxonomies.every((one) => terms.idOfSlug(one, slug) === undefined)
  for (let n = 2; ; n += 1) if (isFreeAnywhere(`${base}-${n}`)) return `${base}-${n}`
}

/**
 * Fails: 400 `duplicate_term_slug`, 500 in quirks mode. A parent that would close a circle is ignored. Source: D12;
 * observed 10.
 */
export const updateTerm: Handler = (call) => {
  const { values, service } = call
  const {
    store: { terms },
    settings,
  } = service
  const before = targetTerm(call)
  refuseParentOfTag(before.taxonomy, call)
  const slug = slugOf(textOf(values.slug, '')) || before.slug
  const owner = terms.idOfSlug(before.taxonomy, slug)
  if (owner !== undefined && owner !== before.id)
    throw new ApiError('duplicate_term_slug', {
      values: { slug },
      ...(quirk(settings, 'taken_term_slugs_crash') && { status: 500 }),
    })
  const wanted = numberOf(values.parent, before.parent)
  const parent = terms.withDescendants([before.id]).includes(wanted) ? before.parent : wanted
  terms.replace({
    ...before,
    slug,
    parent,
    name: textOf(values.name, before.name).trim(),
    description: textOf(values.description, before.description),
  })
  return { status: 200, body: shownTerm(targetTerm(call), service, 'written') }
}

/** For good; what stood below it moves up. Source: observed 7. */
export const deleteTerm: Handler = (call) => {
  const { terms } = call.service.store
  const term = targetTerm(call)
  const body = shownTerm(term, call.service, 'removed')
  for (const child of terms.children(term.id).flatMap((id) => terms.get(id) ?? []))
    terms.replace({ ...child, parent: term.parent })
  terms.remove(term.id)
  return { status: 200, body }
}

function refuseParentOfTag(taxonomy: Taxonomy, { given }: Call): void {
  if (taxonomy === 'tag' && given.parent !== undefined && given.parent !== null)
    throw new ApiError('rest_taxonomy_not_hierarchical')
}

function textOf(sent: unknown, kept: string): string {
  return typeof sent === 'string' ? sent : kept
}

function numberOf(sent: unknown, kept: number): number {
  return typeof sent === 'number' ? sent : kept
}

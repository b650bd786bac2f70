// Creates, changes and deletes categories and tags, and those that events name.
import type { JsonObject } from '../../../base/json.ts'
import { term_name_length_max } from '../../../spec/resources.ts'
import { quirk } from '../../quirks/quirks.ts'
import { idOfTermName, storedTermName } from '../../quirks/texturize.ts'
import type { CountedTerm, Taxonomy, TermRecord } from '../../domain/records.ts'
import type { TermReference, TermValues } from '../../domain/values.ts'
import { ApiError } from '../../domain/api-error.ts'
import { slugOf } from '../../../base/text/slug.ts'
import type { TermStore } from '../../storage/store.ts'
import {
  type HandlerAnswer,
  type Call,
  type CallWith,
  type Handler,
  type ServiceContext,
  targetRecord,
} from '../handler.ts'
import { meantTerm } from '../../validation/table.ts'
import { shownTerm } from '../show.ts'

/**
 * Errors: 400 `term_exists` for a name taken under the same parent, unless a free slug is sent. Source: interface 3.
 */
export async function createdTerm(taxonomy: Taxonomy, call: CallWith<TermValues>): Promise<HandlerAnswer> {
  const { values, store, settings } = call
  refuseParentOfTag(taxonomy, call)
  const { terms } = store
  const named = { taxonomy, name: values.name ?? '', ...(taxonomy === 'category' && { parent: values.parent ?? 0 }) }
  const same = await idOfTermName(named, terms, settings)
  const slug = slugOf(values.slug ?? '')
  const hasFreeSlug = slug !== '' && (await terms.idOfSlug(taxonomy, slug)) === undefined
  if (same !== undefined && !hasFreeSlug) throw new ApiError('term_exists', { data: { term_id: same } })
  return { status: 201, body: await shownTerm(await insertTerm(taxonomy, values, call), call, 'written') }
}

/** Inserts a term with a free slug. */
async function insertTerm(
  taxonomy: Taxonomy,
  values: TermValues,
  { store: { terms }, settings }: ServiceContext,
): Promise<CountedTerm> {
  const name = (values.name ?? '').trim()
  const parent = taxonomy === 'category' ? (values.parent ?? 0) : 0
  const wanted = slugOf(values.slug ?? '') || slugOf(name)
  const record = {
    taxonomy,
    name: storedTermName(name, settings),
    description: values.description ?? '',
    parent,
    slug: wanted === '' ? '' : await freeTermSlug(wanted, { taxonomy, parent }, terms),
  }
  const id = await terms.insert(record)
  const inserted = { ...record, id, slug: record.slug || String(id) }
  if (record.slug === '') await terms.replace(inserted)
  return { ...inserted, count: 0 }
}

/**
 * The slug itself if it is free, else with the slugs of its parents appended, else with a number that is free among
 * categories and tags. Source: interface 14.
 */
async function freeTermSlug(
  wanted: string,
  { taxonomy, parent }: Pick<TermRecord, 'taxonomy' | 'parent'>,
  terms: TermStore,
): Promise<string> {
  const isFree = async (slug: string, among: Taxonomy) => (await terms.idOfSlug(among, slug)) === undefined
  let base = wanted
  let above = parent
  while (!(await isFree(base, taxonomy))) {
    const next = above === 0 ? undefined : await terms.get(above)
    if (!next) return findNumberedSlug(base, isFree)
    base = `${base}-${next.slug}`
    above = next.parent
  }
  return base
}

async function findNumberedSlug(
  base: string,
  isFree: (slug: string, among: Taxonomy) => Promise<boolean>,
): Promise<string> {
  for (let n = 2; ; n += 1) {
    const slug = `${base}-${n}`
    if ((await isFree(slug, 'category')) && (await isFree(slug, 'tag'))) return slug
  }
}

/** Errors: 400 `duplicate_term_slug`, 500 in quirks mode. A parent below the term is ignored. Source: interface Q12. */
export const updateTerm: Handler<TermValues> = async (call) => {
  const { values, store, settings } = call
  const { terms } = store
  const before = targetRecord('term', call)
  refuseParentOfTag(before.taxonomy, call)
  const slug = slugOf(values.slug ?? '') || before.slug
  const owner = await terms.idOfSlug(before.taxonomy, slug)
  if (owner !== undefined && owner !== before.id)
    throw new ApiError('duplicate_term_slug', {
      values: { slug },
      ...(quirk(settings, 'taken_term_slugs_crash') && { status: 500 }),
    })
  const wanted = values.parent ?? before.parent
  const isOwn = wanted === before.id && quirk(settings, 'terms_that_are_their_parent_have_none')
  const isBelow = (await terms.withDescendants([before.id])).includes(wanted)
  const parent = isOwn ? 0 : isBelow ? before.parent : wanted
  const after = {
    ...before,
    slug,
    parent,
    name: values.name === undefined ? before.name : storedTermName(values.name, settings),
    description: values.description ?? before.description,
  }
  await terms.replace(after)
  return { status: 200, body: await shownTerm(after, call, 'written') }
}

/** Deletes the term for good; its children move to its parent. Source: interface 11. */
export const deleteTerm: Handler = async (call) => {
  const { terms } = call.store
  const term = targetRecord('term', call)
  const body = await shownTerm(term, call, 'removed')
  for (const child of await terms.getMany(await terms.children(term.id)))
    await terms.replace({ ...child, parent: term.parent })
  await terms.remove(term.id)
  return { status: 200, body }
}

function refuseParentOfTag(taxonomy: Taxonomy, { given }: Call): void {
  if (taxonomy === 'tag' && given.parent !== undefined && given.parent !== null)
    throw new ApiError('rest_taxonomy_not_hierarchical')
}

/**
 * The ids of the terms that a write names; unknown names become terms, unknown ids are left out. Source: Q8,
 * interface 12.
 */
export async function namedTermIds(
  taxonomy: Taxonomy,
  sent: readonly (TermReference | JsonObject)[],
  service: ServiceContext,
): Promise<readonly number[]> {
  // All are looked up before any is created.
  const known = await idsAmong(taxonomy, sent, service.store.terms)
  const wanted: (number | string)[] = []
  for (const item of sent) {
    if (typeof item === 'number' && known.has(item)) wanted.push(item)
    const term = typeof item === 'string' ? await wantedTerm(taxonomy, item.trim(), service) : undefined
    if (term !== undefined) wanted.push(term)
  }
  const ids = new Set<number>()
  for (const item of wanted) {
    if (typeof item === 'number') ids.add(item)
    else ids.add((await meantTerm(taxonomy, item, service)) ?? (await insertTerm(taxonomy, { name: item }, service)).id)
  }
  return [...ids]
}

/** The ids of existing terms of this kind. */
async function idsAmong(
  taxonomy: Taxonomy,
  items: readonly (TermReference | JsonObject)[],
  terms: TermStore,
): Promise<ReadonlySet<number>> {
  const ids = items.filter((item) => typeof item === 'number')
  const found = ids.length > 0 ? await terms.getMany(ids) : []
  return new Set(found.filter((term) => term.taxonomy === taxonomy).map(({ id }) => id))
}

/** The term of this name or slug, or the name of the one to create. */
async function wantedTerm(
  taxonomy: Taxonomy,
  name: string,
  service: ServiceContext,
): Promise<number | string | undefined> {
  if (name === '') return undefined
  if ([...name].length > term_name_length_max && quirk(service.settings, 'long_term_names_are_ignored'))
    return undefined
  const found = await meantTerm(taxonomy, name, service)
  if (found === undefined) return name
  return taxonomy === 'tag' && quirk(service.settings, 'existing_tag_names_make_new_tags') ? String(found) : found
}

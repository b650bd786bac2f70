// Which slug a record gets when it is written.
import type { New, Post, PostKind, PostRecords } from '../../domain/records.ts'
import { mayPublish } from '../../domain/rights.ts'
import type { Caller } from '../../domain/settings.ts'
import { isReserved, restoredSlug, slugOf, trashedSlug } from '../../../base/text/slug.ts'
import { isDraft } from '../../domain/status.ts'
import type { PostStore } from '../../storage/store.ts'

interface Namespace {
  idOfSlug(slug: string): number | undefined
  freeSlug(base: string, except_id?: number): string
}

type Named = Pick<Post, 'slug' | 'status' | 'title'>

/** `id` is missing for a new record; `wanted` is the slug that was sent. */
export interface SlugOptions {
  readonly posts: Namespace
  readonly caller: Caller | undefined
  readonly id?: number
  readonly wanted?: string
}

/**
 * The slug after a write.
 *
 * Shape:  from the title if there is none; drafts keep theirs, free or not; trashed records get `__trashed`; empty for
 *         a new record whose slug will be its id.
 * Source: interface 14.
 */
export function slugAfter(before: Named | undefined, after: Omit<Named, 'slug'>, naming: SlugOptions): string {
  const { posts, caller, id } = naming
  if (after.status === 'pending' && !mayPublish(caller)) return ''
  const desired = desiredSlug(before, after, naming)
  if (after.status === 'trash' && before)
    return before.status === 'trash' ? desired : posts.freeSlug(trashedSlug(desired), id)
  if (isDraft(after.status) || desired === '') return desired
  return isReserved(desired) ? numbered(desired, naming) : posts.freeSlug(desired, id)
}

function desiredSlug(before: Named | undefined, after: Omit<Named, 'slug'>, { id, wanted }: SlugOptions): string {
  const sent = wanted === undefined ? '' : slugOf(wanted)
  if (sent !== '') return sent
  const current =
    before?.status === 'trash' && after.status !== 'trash' ? restoredSlug(before.slug) : (before?.slug ?? '')
  if (current !== '' || isDraft(after.status) || (before && after.status === 'trash')) return current
  return slugOf(after.title) || (id === undefined ? '' : String(id))
}

function numbered(base: string, { posts, id }: SlugOptions): string {
  for (let n = 2; ; n += 1) {
    const owner = posts.idOfSlug(`${base}-${n}`)
    if (owner === undefined || owner === id) return `${base}-${n}`
  }
}

/** Inserts the record; without a slug its id becomes the slug. */
export function insertWithSlug<K extends PostKind>(
  slug: string,
  record: New<PostRecords[K]>,
  posts: PostStore<K>,
): Pick<Post, 'id' | 'slug'> {
  const id = posts.insert({ ...record, slug })
  const inserted = slug === '' ? posts.get(id) : undefined
  if (!inserted) return { id, slug }
  posts.replace({ ...inserted, slug: String(id) })
  return { id, slug: String(id) }
}

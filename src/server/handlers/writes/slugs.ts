// The slug of a written record.
import type { New, Post, PostKind, PostRecords } from '../../domain/records.ts'
import { mayPublish } from '../../domain/rights.ts'
import type { Caller } from '../../domain/settings.ts'
import { isReserved, restoredSlug, slugOf, trashedSlug } from '../../../base/text/slug.ts'
import { isDraft } from '../../domain/status.ts'
import type { PostStore } from '../../storage/store.ts'

type Named = Pick<Post, 'slug' | 'status' | 'title'>

/** `id` is missing for a new record; `wanted` is the slug that was sent. */
export interface SlugOptions {
  readonly posts: Pick<PostStore<PostKind>, 'idOfSlug' | 'freeSlug'>
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
export async function slugAfter(
  before: Named | undefined,
  after: Omit<Named, 'slug'>,
  naming: SlugOptions,
): Promise<string> {
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

async function numbered(base: string, { posts, id }: SlugOptions): Promise<string> {
  for (let n = 2; ; n += 1) {
    const owner = await posts.idOfSlug(`${base}-${n}`)
    if (owner === undefined || owner === id) return `${base}-${n}`
  }
}

/** Inserts the record; without a slug its id becomes the slug. */
export async function insertWithSlug<K extends PostKind>(
  slug: string,
  record: New<PostRecords[K]>,
  posts: PostStore<K>,
): Promise<Pick<Post, 'id' | 'slug'>> {
  const id = await posts.insert({ ...record, slug })
  const inserted = slug === '' ? await posts.get(id) : undefined
  if (!inserted) return { id, slug }
  await posts.replace({ ...inserted, slug: String(id) })
  return { id, slug: String(id) }
}

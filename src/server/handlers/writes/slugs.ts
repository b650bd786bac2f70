// The slug of a written record.
import type { New, Post, PostKind, PostRecords } from '../../domain/records.ts'
import { mayPublish } from '../../domain/rights.ts'
import type { Caller } from '../../domain/settings.ts'
import { restoredSlug, slugOf, trashedSlug } from '../../../base/text/slug.ts'
import { isDraft } from '../../domain/status.ts'
import type { PostStore } from '../../storage/store.ts'

type Named = Pick<Post, 'slug' | 'status' | 'title'>

/** The context of a slug. `id` is missing for a new record; `wanted` is the slug that was sent. */
export interface SlugOptions {
  readonly posts: Pick<PostStore<PostKind>, 'freeSlug'>
  readonly caller: Caller | undefined
  readonly id?: number
  readonly wanted?: string | undefined
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
  const { slug, isFinal } = plannedSlug(before, after, naming)
  return isFinal ? slug : naming.posts.freeSlug(slug, naming.id)
}

/** A slug that is not final becomes the first free one. */
function plannedSlug(before: Named | undefined, after: Omit<Named, 'slug'>, naming: SlugOptions) {
  if (after.status === 'pending' && !mayPublish(naming.caller)) return { slug: '', isFinal: true }
  const desired = desiredSlug(before, after, naming)
  if (after.status === 'trash' && before)
    return before.status === 'trash' ? { slug: desired, isFinal: true } : { slug: trashedSlug(desired), isFinal: false }
  return { slug: desired, isFinal: isDraft(after.status) || desired === '' }
}

function desiredSlug(before: Named | undefined, after: Omit<Named, 'slug'>, { id, wanted }: SlugOptions): string {
  const sent = wanted === undefined ? '' : slugOf(wanted)
  if (sent !== '') return sent
  const current =
    before?.status === 'trash' && after.status !== 'trash' ? restoredSlug(before.slug) : (before?.slug ?? '')
  if (current !== '' || isDraft(after.status) || (before && after.status === 'trash')) return current
  return slugOf(after.title) || (id === undefined ? '' : String(id))
}

/**
 * Inserts the record with its slug, see `slugAfter`. `status` determines whether it gets one: drafts do not. Without a
 * slug its id becomes it, except for a draft.
 */
export async function insertNamed<K extends PostKind>(
  record: New<PostRecords[K]>,
  { status, posts, ...naming }: Omit<SlugOptions, 'posts' | 'id'> & { posts: PostStore<K>; status: string },
): Promise<Pick<Post, 'id' | 'slug'>> {
  const planned = plannedSlug(undefined, { title: record.title, status }, { posts, ...naming })
  const { slug } = planned
  if (!planned.isFinal) return posts.insertWithFreeSlug({ ...record, slug })
  const id = await posts.insert({ ...record, slug })
  const inserted = slug === '' && !isDraft(status) ? await posts.get(id) : undefined
  if (!inserted) return { id, slug }
  await posts.update(inserted, { ...inserted, slug: String(id) })
  return { id, slug: String(id) }
}

// What the domain asks of a store. Synchronous: a request is answered within one transaction, on the thread that holds
// it.
import type { WallTime } from '../../base/dates/zoned-time.ts'
import type { New, Image, PostKind, PostRecords, Taxonomy, TermRecord, UserRecord } from '../domain/records.ts'
import type { FoundRecords, SelectionOf, ListSlice, TermSelection } from '../domain/lists/selection.ts'

export interface PostStore<K extends PostKind> {
  get(id: number): PostRecords[K] | undefined
  /** The post with exactly this slug, in any status. */
  idOfSlug(slug: string): number | undefined
  select(selection: SelectionOf<K>, slice: ListSlice): FoundRecords
  /** Scheduled ones (`future`) whose publication has come. */
  due(now_utc: WallTime): readonly number[]
  /** Which of `base`, `base-2`, `base-3`… is free; `except_id` may keep its own. */
  freeSlug(base: string, except_id?: number): string
  insert(record: New<PostRecords[K]>): number
  replace(record: PostRecords[K]): void
}

export interface TermStore {
  get(id: number): TermRecord | undefined
  idOfSlug(taxonomy: Taxonomy, slug: string): number | undefined
  /** Case does not count; `parent` narrows it where given. */
  idOfName(taxonomy: Taxonomy, name: string, parent?: number): number | undefined
  children(id: number): readonly number[]
  /** The ids and everything below them. */
  withDescendants(ids: readonly number[]): readonly number[]
  /** Published events that use the term. */
  count(id: number): number
  select(selection: TermSelection, slice: ListSlice): FoundRecords
  insert(record: New<TermRecord>): number
  replace(record: TermRecord): void
  /** Gone for good, with its links; the id is never given again. */
  remove(id: number): void
}

export interface UserStore {
  get(id: number): UserRecord | undefined
  /** By login or e-mail. */
  named(name: string): UserRecord | undefined
  /** Whether there are any. */
  any(): boolean
  /** Adds, or replaces the user of the same login. An `id` of 0 is given by the store. */
  put(user: UserRecord): number
  /** Removes everybody else. */
  keep(logins: readonly string[]): void
}

/**
 * Pictures by address, recorded once each; ids come from the same counter as those of events, venues and organizers.
 */
export interface MediaStore {
  get(id: number): Image | undefined
  /** The picture at this address, recorded now where it was not known. */
  at(url: string): Image
}

/** The posts of each kind. */
export type PostsByKind = { readonly [K in PostKind]: PostStore<K> }

/** The posts of one kind, where the kind is not known before. */
export function postsOf<K extends PostKind>(posts: PostsByKind, kind: K): PostStore<K> {
  return posts[kind]
}

/** Everything one calendar file holds. */
export interface Store extends PostsByKind {
  /** The oldest place of this name that is not in the trash; case does not count. */
  placeNamed(kind: 'venue' | 'organizer', name: string): number | undefined
  readonly terms: TermStore
  readonly media: MediaStore
  readonly users: UserStore
  /**
   * The next id of events, venues, organizers and pictures goes to something nobody reads, unless the last one of this
   * name went to the same text.
   */
  spendId(name: string, text: string): void
  /** Takes a venue or organizer out of every event that links it. */
  unlink(kind: 'venue' | 'organizer', id: number): void
  /** Rises with every committed write; what was derived from an older one may be stale. */
  generation(): number
}

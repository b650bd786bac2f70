// The records of a calendar as the domain reads and writes them. Synchronous: a request runs in one transaction, on the
// thread that holds it.
import type { WallTime } from '../../base/dates/zoned-time.ts'
import type {
  CountedTerm,
  New,
  Image,
  PostKind,
  PostRecords,
  Taxonomy,
  TermRecord,
  UserRecord,
} from '../domain/records.ts'
import type { FoundRecords, SelectionOf, ListSlice, TermSelection } from '../domain/lists/selection.ts'

export interface PostStore<K extends PostKind> {
  get(id: number): PostRecords[K] | undefined
  /** In the order of the ids, without those that don't exist. */
  getMany(ids: readonly number[]): readonly PostRecords[K][]
  /** The post with exactly this slug, in any status. The oldest if several have it. */
  idOfSlug(slug: string): number | undefined
  select(selection: SelectionOf<K>, slice: ListSlice): FoundRecords
  /** Scheduled posts (`future`) whose publication date has passed. */
  due(now_utc: WallTime): readonly number[]
  /** The first free slug of `base`, `base-2`, `base-3`…; the own slug of `except_id` counts as free. */
  freeSlug(base: string, except_id?: number): string
  insert(record: New<PostRecords[K]>): number
  replace(record: PostRecords[K]): void
}

export interface TermStore {
  get(id: number): CountedTerm | undefined
  /** In the order of the ids, without those that don't exist. */
  getMany(ids: readonly number[]): readonly CountedTerm[]
  idOfSlug(taxonomy: Taxonomy, slug: string): number | undefined
  /** Ignores case; `parent` limits it to the children of a term. */
  idOfName(taxonomy: Taxonomy, name: string, parent?: number): number | undefined
  children(id: number): readonly number[]
  /** The terms and everything above them, each once. */
  withAncestors(ids: readonly number[]): readonly CountedTerm[]
  /** The ids and those of all descendants. */
  withDescendants(ids: readonly number[]): readonly number[]
  select(selection: TermSelection, slice: ListSlice): FoundRecords
  insert(record: New<TermRecord>): number
  replace(record: TermRecord): void
  /** Deletes it with its links; the id is not reused. */
  remove(id: number): void
}

export interface UserStore {
  get(id: number): UserRecord | undefined
  /** By login or e-mail. */
  named(name: string): UserRecord | undefined
  /** Whether there are any users. */
  any(): boolean
  /** Adds a user, or replaces the one of the same login. With `id` 0 the store assigns an id. */
  put(user: UserRecord): number
  /** Removes all users but these. */
  removeOthers(logins: readonly string[]): void
}

/** Pictures, each recorded once by its URL; they share the id counter of events, venues and organizers. */
export interface MediaStore {
  get(id: number): Image | undefined
  /** The picture with this URL, recorded if it is new. */
  at(url: string): Image
}

/** The posts of each kind. */
export type PostsByKind = { readonly [K in PostKind]: PostStore<K> }

/** The posts of one kind, typed by that kind. */
export function postsOf<K extends PostKind>(posts: PostsByKind, kind: K): PostStore<K> {
  return posts[kind]
}

/** All records of one calendar. */
export interface Store extends PostsByKind {
  /** The oldest venue or organizer of this name that is not in the trash, ignoring case. */
  placeNamed(kind: 'venue' | 'organizer', name: string): number | undefined
  readonly terms: TermStore
  readonly media: MediaStore
  readonly users: UserStore
  /**
   * Uses up the next id of events, venues, organizers and pictures, as deployed services do for revisions and embeds;
   * unless the last call with this name had the same text.
   */
  burnId(name: string, text: string): void
  /** Removes a venue or organizer from every event that links it. */
  unlink(kind: 'venue' | 'organizer', id: number): void
  /** Increases with every committed write; anything derived from an older generation may be stale. */
  generation(): number
}

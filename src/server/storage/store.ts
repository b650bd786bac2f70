// The records of a calendar as handlers read and write them, within the transaction of one request. Publishes scheduled
// records.
import { type Instant, utcWall, type WallTime } from '../../base/dates/zoned-time.ts'
import type { FoundRecords, ListSlice, SelectionOf, TermSelection } from '../domain/lists/selection.ts'
import {
  type CountedTerm,
  type Image,
  type New,
  type LinkedKind,
  post_kinds,
  type PostKind,
  type PostRecords,
  type Taxonomy,
  type TermRecord,
  type UserRecord,
} from '../domain/records.ts'

export interface PostStore<K extends PostKind> {
  get(id: number): Promise<PostRecords[K] | undefined>
  /** The same, for a record that the request may replace: no other request changes it until this one ends. */
  getToWrite(id: number): Promise<PostRecords[K] | undefined>
  /** The records that exist, in the order of the ids. */
  getMany(ids: readonly number[]): Promise<readonly PostRecords[K][]>
  /** The post with exactly this slug, in any status. The oldest if several have it. */
  idOfSlug(slug: string): Promise<number | undefined>
  select(selection: SelectionOf<K>, slice: ListSlice): Promise<FoundRecords>
  /** Scheduled posts (`future`) whose publication date has passed. */
  due(now_utc: WallTime): Promise<readonly number[]>
  /**
   * The first free slug of `base`, `base-2`, `base-3`…; the own slug of `except_id` counts as free, a reserved one does
   * not.
   */
  freeSlug(base: string, except_id?: number): Promise<string>
  insert(record: New<PostRecords[K]>): Promise<number>
  /** Inserts the record with the first free slug for its own, see `freeSlug`. */
  insertWithFreeSlug(record: New<PostRecords[K]>): Promise<Pick<PostRecords[K], 'id' | 'slug'>>
  /** Writes the fields of `after` in which it differs from the stored record. */
  update(before: PostRecords[K], after: PostRecords[K]): Promise<void>
}

export interface TermStore {
  get(id: number): Promise<CountedTerm | undefined>
  /** The same, for a term that the request may replace or remove. */
  getToWrite(id: number): Promise<CountedTerm | undefined>
  /** The terms that exist, in the order of the ids. */
  getMany(ids: readonly number[]): Promise<readonly CountedTerm[]>
  idOfSlug(taxonomy: Taxonomy, slug: string): Promise<number | undefined>
  /** The term of this name, in any case; with `parent`, among the children of that term. */
  idOfName(taxonomy: Taxonomy, name: string, parent?: number): Promise<number | undefined>
  children(id: number): Promise<readonly number[]>
  /** The terms and their ancestors, each once. */
  withAncestors(ids: readonly number[]): Promise<readonly CountedTerm[]>
  /** The ids and those of all descendants. */
  withDescendants(ids: readonly number[]): Promise<readonly number[]>
  select(selection: TermSelection, slice: ListSlice): Promise<FoundRecords>
  insert(record: New<TermRecord>): Promise<number>
  replace(record: TermRecord): Promise<void>
  /** Deletes the term and its links; the id is not reused. */
  remove(id: number): Promise<void>
}

export interface UserStore {
  get(id: number): Promise<UserRecord | undefined>
  /** The user with this login or e-mail address; a login takes precedence. */
  named(name: string): Promise<UserRecord | undefined>
  /** Whether there are any users. */
  any(): Promise<boolean>
  /** Adds a user, or replaces the one of the same login. With `id` 0 the store assigns an id. */
  put(user: UserRecord): Promise<number>
  /** Removes all users except those with these logins. */
  removeOthers(logins: readonly string[]): Promise<void>
}

/** Images, each stored once by its URL. They share the id counter of events, venues and organizers. */
export interface MediaStore {
  get(id: number): Promise<Image | undefined>
  /** The image with this URL; stores a new one. */
  at(url: string): Promise<Image>
}

/** The posts of each kind. */
type PostsByKind = { readonly [K in PostKind]: PostStore<K> }

/** The posts of one kind, typed by that kind. */
export function postsOf<K extends PostKind>(posts: PostsByKind, kind: K): PostStore<K> {
  return posts[kind]
}

/**
 * All records of one calendar. Ids only increase, except after a rollback. A request reads and writes nothing else, so
 * that an engine can execute it again.
 */
export interface Store extends PostsByKind {
  /** The oldest venue or organizer of this name that is not in the trash, ignoring case. */
  placeNamed(kind: LinkedKind, name: string): Promise<number | undefined>
  readonly terms: TermStore
  readonly media: MediaStore
  readonly users: UserStore
  /**
   * Consumes the next id of events, venues, organizers and images, as deployed services do for revisions and embedded
   * URLs, unless the last call with this name had the same text.
   */
  consumeId(name: string, text: string): Promise<void>
  /** Removes a venue or organizer from every event that links it. */
  unlink(kind: LinkedKind, id: number): Promise<void>
}

/** Whether a scheduled record is due. */
export async function isAnyDue(store: Store, now: Instant): Promise<boolean> {
  for (const kind of post_kinds) if ((await store[kind].due(utcWall(now))).length > 0) return true
  return false
}

/** Publishes the scheduled records that are due; their publication dates are left unchanged. */
export async function publishDue(store: Store, now: Instant): Promise<void> {
  for (const kind of post_kinds) await publish(store, kind, now)
}

async function publish<K extends PostKind>(store: Store, kind: K, now: Instant): Promise<void> {
  const posts = postsOf(store, kind)
  for (const id of await posts.due(utcWall(now))) {
    const record = await posts.getToWrite(id)
    // Another request may have changed it since.
    if (record?.status === 'future') await posts.update(record, { ...record, status: 'publish' })
  }
}

/** Adds or replaces users; with `only`, removes all others. Users with an id come first, so that it stays free. */
export async function putUsers({ users: store }: Store, users: readonly UserRecord[], only = false): Promise<void> {
  if (only) await store.removeOthers(users.map(({ login }) => login))
  for (const user of users.toSorted((a, b) => Number(b.id > 0) - Number(a.id > 0))) await store.put(user)
}

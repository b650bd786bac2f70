// Everything that a calendar contains, as plain data that every engine can read and write, for backups.
import type { Image, PostRecords, TermRecord, UserRecord } from '../domain/records.ts'

export interface CalendarSettings {
  /** The random id of the calendar; a restored copy keeps it. */
  readonly id: string
  readonly timezone: string
  /** The next id of each counter, which is higher than all ids that were ever assigned. */
  readonly next_ids: { readonly post: number; readonly term: number }
}

/** A name and text for which an id was consumed, see `Store.consumeId`. */
export interface SpentId {
  readonly name: string
  readonly text: string
}

/** The records of each table. Counts, sort keys and search texts are derived from them, and are not included. */
export interface ContentRecords extends PostRecords {
  readonly term: TermRecord
  readonly media: Image
  readonly user: UserRecord
  readonly spent: SpentId
}

export type ContentTable = keyof ContentRecords

/** Terms come before the events that count them. */
export const content_tables = [
  'term',
  'media',
  'user',
  'spent',
  'venue',
  'organizer',
  'event',
] as const satisfies readonly ContentTable[]

/** The number of records in a batch, which is held in memory. */
export const content_batch = 200

/** One consistent state of a calendar. */
export interface CalendarContents {
  readonly settings: CalendarSettings
  /** All records of a table in batches, in the order of their ids or names. */
  batches<T extends ContentTable>(table: T): AsyncIterable<readonly ContentRecords[T][]>
}

/** Reads the rows of one table after the given key; `undefined` before the first. */
type ReadAfter<R> = (last: R | undefined) => Promise<readonly R[]> | readonly R[]

/** All rows of a table, one batch after another. */
export async function* batchesBy<R>(read: ReadAfter<R>): AsyncIterable<readonly R[]> {
  let last: R | undefined
  for (;;) {
    const batch = await read(last)
    if (batch.length === 0) return
    yield batch
    last = batch.at(-1)
  }
}

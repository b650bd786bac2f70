// The events of a page, read in the same statement as the page.
import type { EventRecord } from '../../../domain/records.ts'
import { columnNames } from '../../columns.ts'
import type { PostgresValue } from '../connection.ts'
import { postgresRecordOf } from '../schema.ts'

/** Receives the events of each page. */
export type KnownEvents = Map<number, EventRecord>

/** Longer pages are read without their events. */
export const known_max = 200

/** A row for each event of a page with the column `ids`, or one without an event. */
export function withEvents(page: string): string {
  const columns = columnNames('event').map((name) => `r.${name}`)
  return `WITH page AS MATERIALIZED (${page}) SELECT page.*, r.id, ${columns.join(', ')}
    FROM page LEFT JOIN event AS r ON r.id = ANY(page.ids)`
}

export function keepEvent(known: KnownEvents | undefined, row: readonly PostgresValue[]): void {
  if (typeof row[0] === 'number') known?.set(row[0], postgresRecordOf('event', row))
}

export function numbersIn(value: PostgresValue | readonly PostgresValue[] | undefined): readonly number[] {
  return Array.isArray(value) ? value.map(Number) : []
}

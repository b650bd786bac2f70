// Reads the venues, organizers and terms that events link to. Concurrent reads share one statement.
import type { CountedTerm, PlaceKind, PostRecords } from '../../../domain/records.ts'
import { columnNames, termOf } from '../../columns.ts'
import type { PostgresConnection, PostgresValue } from '../connection.ts'
import { postgresRecordOf } from '../schema.ts'
import { term_fields, term_query } from './terms.ts'

type Row = readonly PostgresValue[]

/** Each function returns the records that exist, in any order. */
export interface LinkedReader {
  readonly places: {
    readonly [K in PlaceKind]: (ids: readonly number[]) => Promise<readonly PostRecords[K][]>
  }
  terms(ids: readonly number[]): Promise<readonly CountedTerm[]>
}

const kinds = ['venue', 'organizer', 'terms'] as const
type LinkedKind = (typeof kinds)[number]

interface LinkedRequest {
  readonly ids: readonly number[]
  resolve(rows: readonly Row[]): void
  reject(error: unknown): void
}

/** A reader for one transaction, which must not write. */
export function linkedReader(connection: PostgresConnection): LinkedReader {
  let waiting = new Map<LinkedKind, LinkedRequest>()
  const send = () => {
    const asked = waiting
    waiting = new Map()
    if (asked.size === 0) return
    answer(connection, asked).catch((error) => {
      for (const { reject } of asked.values()) reject(error)
    })
  }
  const rowsOf = (kind: LinkedKind, ids: readonly number[]) =>
    new Promise<readonly Row[]>((resolve, reject) => {
      if (waiting.has(kind)) send()
      if (waiting.size === 0) queueMicrotask(send)
      waiting.set(kind, { ids, resolve, reject })
    })
  return {
    places: {
      venue: async (ids) => (await rowsOf('venue', ids)).map((row) => postgresRecordOf('venue', row)),
      organizer: async (ids) => (await rowsOf('organizer', ids)).map((row) => postgresRecordOf('organizer', row)),
    },
    terms: async (ids) => (await rowsOf('terms', ids)).map(termIn),
  }
}

function termIn(row: Row): CountedTerm {
  return termOf(Object.fromEntries(term_fields.map((name, i) => [name, row[i] ?? null])))
}

async function answer(connection: PostgresConnection, asked: ReadonlyMap<LinkedKind, LinkedRequest>): Promise<void> {
  const [only, ...more] = asked
  if (only && more.length === 0) {
    const [kind, { ids, resolve }] = only
    resolve(await connection.tuplesById(sources[kind]('$1'), ids))
    return
  }
  const rows = await connection.tuplesById(all_kinds, ...kinds.map((kind) => asked.get(kind)?.ids ?? []))
  for (const [kind, { resolve }] of asked) {
    const { start, end } = column_ranges[kind]
    resolve(rows.map((row) => row.slice(start, end)).filter(([id]) => id !== null))
  }
}

const columns = { venue: ['id', ...columnNames('venue')], organizer: ['id', ...columnNames('organizer')] } as const

const sources: Readonly<Record<LinkedKind, (ids: string) => string>> = {
  venue: (ids) => `SELECT ${columns.venue.join(', ')} FROM venue WHERE id = ANY(${ids})`,
  organizer: (ids) => `SELECT ${columns.organizer.join(', ')} FROM organizer WHERE id = ANY(${ids})`,
  terms: (ids) => `${term_query} WHERE t.id = ANY(${ids})`,
}

/** A statement for all kinds: its n-th row contains the n-th record of each kind. */
const [venues, organizers, terms] = kinds.map(
  (kind, i) => `(SELECT row_number() OVER () AS n, r.* FROM (${sources[kind](`$${i + 1}`)}) AS r) AS ${kind}`,
)
const all_kinds = `SELECT * FROM ${venues} FULL JOIN ${organizers} USING (n) FULL JOIN ${terms} USING (n)`

/** The range of the columns of each kind in such a row, whose first column is `n`. */
const column_ranges: Readonly<Record<LinkedKind, { readonly start: number; readonly end?: number }>> = {
  venue: { start: 1, end: 1 + columns.venue.length },
  organizer: { start: 1 + columns.venue.length, end: 1 + columns.venue.length + columns.organizer.length },
  terms: { start: 1 + columns.venue.length + columns.organizer.length },
}

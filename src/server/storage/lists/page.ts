// A page of a list and the number of all records of the list.
import type { FoundRecords, ListSlice } from '../../domain/lists/selection.ts'
import { type Database, idsIn, sequence, type Sql, sql, valueIn } from '../sql.ts'

export interface ListQuery {
  /** `FROM … WHERE …` */
  readonly source: Sql
  /** The column of the id. */
  readonly id: string
  readonly order: Sql
}

/** Both statements are sent at once. */
export async function pageOf(
  database: Database,
  { source, id, order }: ListQuery,
  { offset, limit }: ListSlice,
): Promise<FoundRecords> {
  const [total, ids] = await Promise.all([
    valueIn(database, sequence('SELECT count(*)', source)),
    idsIn(database, sequence(`SELECT ${id}`, source, 'ORDER BY', order, sql('LIMIT ? OFFSET ?', limit, offset))),
  ])
  return { total: Number(total), ids }
}

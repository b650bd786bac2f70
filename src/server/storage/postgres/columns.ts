// Converts records to columns of PostgreSQL and back: lists are arrays, pictures JSON.
import { recordColumns } from '../columns.ts'
import type { PostgresValue } from './connection.ts'

export const { columnsOf: postgresColumnsOf, recordOf: postgresRecordOf } = recordColumns<PostgresValue>({
  encode: (type, field) => (type === 'picture' ? JSON.stringify(field) : (field as PostgresValue)),
  decode: (type, value) => (type === 'picture' ? JSON.parse(String(value)) : value),
})

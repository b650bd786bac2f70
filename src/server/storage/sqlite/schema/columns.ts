// Converts records to columns of SQLite and back: flags are 0 or 1, lists and pictures JSON.
import { recordColumns } from '../../columns.ts'
import type { SqlValue } from '../sqlite.ts'

export const { columnsOf, recordOf } = recordColumns<SqlValue>({
  encode: (type, field) => {
    if (type === 'plain') return field as SqlValue
    return type === 'flag' ? Number(field) : JSON.stringify(field)
  },
  decode: (type, value = null) => {
    if (type === 'plain') return value
    if (type === 'flag') return value === 1
    return value === '[]' ? [] : value === 'null' ? null : JSON.parse(String(value))
  },
})

// Reads and writes users.
import { userOf } from '../../columns.ts'
import type { UserStore } from '../../store.ts'
import type { Connection, SqlRow } from '../sqlite.ts'

const columns = 'id, login, email, role, password_hash'

export function usersIn(connection: Connection): UserStore {
  const one = (row: SqlRow | undefined) => row && userOf(row)
  return {
    get: async (id) => one(connection.row(`SELECT ${columns} FROM user WHERE id = ?`, id)),
    named: async (name) =>
      one(
        connection.row(
          `SELECT ${columns} FROM user WHERE login = ? OR (email = ? AND email <> '') ORDER BY login = ? DESC, id LIMIT 1`,
          name,
          name,
          name,
        ),
      ),
    any: async () => connection.value('SELECT 1 FROM user LIMIT 1') !== undefined,
    async put({ id, login, email, role, password_hash }) {
      const existing = connection.value('SELECT id FROM user WHERE login = ?', login)
      const next = id || Number(existing ?? connection.number('SELECT coalesce(max(id), 0) + 1 FROM user'))
      connection.run('DELETE FROM user WHERE login = ? OR id = ?', login, next)
      connection.run(`INSERT INTO user (${columns}) VALUES (?, ?, ?, ?, ?)`, next, login, email, role, password_hash)
      return next
    },
    removeOthers: async (logins) => {
      connection.run('DELETE FROM user WHERE login NOT IN (SELECT value FROM json_each(?))', JSON.stringify(logins))
    },
  }
}

// Reads and writes users in PostgreSQL.
import { userOf } from '../../columns.ts'
import type { UserStore } from '../../store.ts'
import type { PostgresConnection, PostgresRow } from '../connection.ts'
import { possibleId } from '../query.ts'

const columns = 'id, login, email, role, password_hash'

export function usersInPostgres(connection: PostgresConnection): UserStore {
  const one = (row: PostgresRow | undefined) => row && userOf(row)
  return {
    get: async (id) => one(await connection.row(`SELECT ${columns} FROM users WHERE id = $1`, possibleId(id))),
    named: async (name) => one(await connection.row(by_name, name)),
    any: async () => (await connection.value('SELECT 1 FROM users LIMIT 1')) !== undefined,
    async put({ id, login, email, role, password_hash }) {
      const next = id || Number(await connection.value(next_id, login))
      await connection.run('DELETE FROM users WHERE login = $1 OR id = $2', login, next)
      const insert = `INSERT INTO users (${columns}) VALUES ($1, $2, $3, $4, $5)`
      await connection.run(insert, next, login, email, role, password_hash)
      return next
    },
    removeOthers: async (logins) => {
      await connection.run('DELETE FROM users WHERE login <> ALL($1)', logins)
    },
  }
}

const by_name = `SELECT ${columns} FROM users WHERE login = $1 OR (email = $1 AND email <> '')
  ORDER BY login = $1 DESC, id LIMIT 1`
/** Transactions that add different users at the same time get the same id; one of them fails and is retried. */
const next_id = `SELECT coalesce((SELECT id FROM users WHERE login = $1),
  (SELECT coalesce(max(id), 0) + 1 FROM users))`

// Reads and writes users and images.
import type { Image } from '../../domain/records.ts'
import { userOf } from '../columns.ts'
import { type Database, idIn, possibleId, sequence, type Sql, sql, valueIn } from '../sql.ts'
import type { MediaStore, UserStore } from '../store.ts'

const columns = 'id, login, email, role, password_hash'

export function usersIn(database: Database): UserStore {
  const one = async (condition: Sql) => {
    const [row] = await database.rows(sequence(`SELECT ${columns} FROM users WHERE`, condition))
    return row && userOf(row)
  }
  return {
    get: (id) => one(sql('id = ?', possibleId(id))),
    named: (name) =>
      one(sql("login = ? OR (email = ? AND email <> '') ORDER BY login = ? DESC, id LIMIT 1", name, name, name)),
    any: async () => (await valueIn(database, sql('SELECT 1 FROM users LIMIT 1'))) !== undefined,
    async put({ id, login, email, role, password_hash }) {
      const next = id || Number(await valueIn(database, sql(next_id, login)))
      await database.run(sql('DELETE FROM users WHERE login = ? OR id = ?', login, next))
      const insert = `INSERT INTO users (${columns}) VALUES (?, ?, ?, ?, ?)`
      await database.run(sql(insert, next, login, email, role, password_hash))
      return next
    },
    removeOthers: async (logins) => {
      await database.run(sequence('DELETE FROM users WHERE NOT', database.dialect.isOneOf('login', logins)))
    },
  }
}

/** Transactions that add different users at the same time get the same id; one of them fails and is retried. */
const next_id = `SELECT coalesce((SELECT id FROM users WHERE login = ?), (SELECT coalesce(max(id), 0) + 1 FROM users))`

export function mediaIn(database: Database, nextId: () => number | Promise<number>): MediaStore {
  return {
    async get(id) {
      const [row] = await database.rows(sql('SELECT id, url FROM media WHERE id = ?', possibleId(id)))
      return row && { id: Number(row.id), url: String(row.url) }
    },
    async at(url) {
      const existing = await imageAt(database, url)
      if (existing) return existing
      const id = await nextId()
      await database.run(sql('INSERT INTO media (id, url) VALUES (?, ?)', id, url))
      return { id, url }
    },
  }
}

/** The image with this URL, if it is stored. */
export async function imageAt(database: Database, url: string): Promise<Image | undefined> {
  const id = await idIn(database, sql('SELECT id FROM media WHERE url = ?', url))
  return id === undefined ? undefined : { id, url }
}

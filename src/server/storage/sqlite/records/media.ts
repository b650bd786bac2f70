// Pictures, each recorded once by its URL.
import type { MediaStore } from '../../store.ts'
import type { Ids } from './ids.ts'
import type { Connection } from '../sqlite.ts'

export function mediaIn(connection: Connection, ids: Ids): MediaStore {
  return {
    async get(id) {
      const row = connection.row('SELECT id, url FROM media WHERE id = ?', id)
      return row && { id: Number(row.id), url: String(row.url) }
    },
    async at(url) {
      const existing = connection.value('SELECT id FROM media WHERE url = ?', url)
      if (existing !== undefined) return { id: Number(existing), url }
      const id = ids.next('post')
      connection.run('INSERT INTO media (id, url) VALUES (?, ?)', id, url)
      return { id, url }
    },
  }
}

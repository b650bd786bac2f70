// SQLite for the suite of storage engines.
import { join } from 'node:path'
import { openSqliteEngine } from '../../../src/server/storage/sqlite/sqlite-engine.ts'
import { openStore } from '../../../src/server/storage/sqlite/open-store.ts'
import { newStore } from '../../unit/server/storage/sqlite/records/records.ts'
import { afterFile } from '../../support/cleanup.ts'
import { plain_options } from '../../support/open-calendar.ts'
import { newFolder } from '../../support/folder.ts'
import type { EngineUnderTest } from './engines.ts'

export const sqlite: EngineUnderTest = {
  name: 'sqlite',
  hasOneWriter: true,
  // Only connections for reading keep lists.
  newStore: async (timezone) => {
    const { store, connection } = newStore(timezone)
    const reading = openStore(connection.file, { readonly: true })
    afterFile(() => reading.connection.close())
    return { ...store, event: { ...store.event, select: reading.store.event.select } }
  },
  async open({ location, ...options } = {}) {
    const engine = await openSqliteEngine({
      file: location ?? join(newFolder(), 'calendar.db'),
      ...plain_options,
      ...options,
    })
    afterFile(() => engine.close().catch(() => undefined))
    return engine
  },
  openAlone: () => sqlite.open(),
}

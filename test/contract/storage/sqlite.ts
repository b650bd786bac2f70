// SQLite for the suite of storage engines.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import type { Engine } from '../../../src/server/storage/engine.ts'
import { openSqliteEngine } from '../../../src/server/storage/sqlite/sqlite-engine.ts'
import { newStore } from '../../unit/server/storage/sqlite/records/records.ts'
import { plain_options } from '../../support/open-calendar.ts'
import type { EngineUnderTest } from './engines.ts'

const folder = mkdtempSync(join(tmpdir(), 'cal-engine-'))
const opened: Engine[] = []
let files = 0

afterAll(async () => {
  for (const engine of opened) await engine.close().catch(() => undefined)
  rmSync(folder, { recursive: true, force: true })
})

export const sqlite: EngineUnderTest = {
  name: 'sqlite',
  hasOneWriter: true,
  newStore: async (timezone) => newStore(timezone).store,
  async open({ location, ...options } = {}) {
    files += 1
    const engine = await openSqliteEngine({
      file: location ?? join(folder, `calendar-${files}.db`),
      ...plain_options,
      ...options,
    })
    opened.push(engine)
    return engine
  },
  openAlone: () => sqlite.open(),
}

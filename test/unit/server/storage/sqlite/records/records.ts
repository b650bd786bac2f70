// Stores in new files, and minimal records.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFile } from '../../../../../../src/server/storage/sqlite/files/identity.ts'
import { openStore, type OpenStore } from '../../../../../../src/server/storage/sqlite/open-store.ts'
import { afterFile } from '../../../../../support/cleanup.ts'
import { sql } from '../../../../../../src/server/storage/sql.ts'

export { changeEvent, event, everything, venue } from '../../../../../support/store-records.ts'

/** A store in a new temporary file, which is deleted after the test file. */
export function newStore(timezone = 'Europe/Berlin'): OpenStore {
  const folder = mkdtempSync(join(tmpdir(), 'cal-store-'))
  const file = join(folder, 'calendar.db')
  createFile(file, { timezone })
  const made = openStore(file, { readonly: false })
  made.connection.pragma('synchronous = OFF')
  afterFile(() => {
    made.connection.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return made
}

/** Commits what `work` writes. */
export async function committed({ connection }: OpenStore, work: () => Promise<void>): Promise<void> {
  connection.run(sql('BEGIN IMMEDIATE'))
  await work()
  connection.run(sql('COMMIT'))
}

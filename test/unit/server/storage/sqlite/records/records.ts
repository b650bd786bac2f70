// Stores in new files, and minimal records.
import { join } from 'node:path'
import { createFile } from '../../../../../../src/server/storage/sqlite/files/identity.ts'
import { openStore, type OpenStore } from '../../../../../../src/server/storage/sqlite/open-store.ts'
import { afterFile } from '../../../../../support/cleanup.ts'
import { newFolder } from '../../../../../support/folder.ts'
import { sql } from '../../../../../../src/server/storage/sql.ts'

export { changeEvent, event, everything, venue } from '../../../../../support/store-records.ts'

/** A store in a new temporary file, which is deleted after the test file. */
export function newStore(timezone = 'Europe/Berlin'): OpenStore {
  const file = join(newFolder(), 'calendar.db')
  createFile(file, { timezone })
  const made = openStore(file, { readonly: false })
  made.connection.pragma('synchronous = OFF')
  afterFile(() => made.connection.close())
  return made
}

/** Commits what `work` writes. */
export async function committed({ connection }: OpenStore, work: () => Promise<void>): Promise<void> {
  connection.run(sql('BEGIN IMMEDIATE'))
  await work()
  connection.run(sql('COMMIT'))
}

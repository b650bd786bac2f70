// Stores in new files, and minimal records.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { createFile } from '../../../../../../src/server/storage/sqlite/files/create-file.ts'
import { openStore, type OpenStore } from '../../../../../../src/server/storage/sqlite/open-store.ts'

export { event, everything, term, venue } from '../../../../../support/store-records.ts'

const folder = mkdtempSync(join(tmpdir(), 'cal-store-'))
const open: OpenStore[] = []

/** A store in a new temporary file. */
export function newStore(timezone = 'Europe/Berlin'): OpenStore {
  const file = join(folder, `calendar-${open.length}.db`)
  createFile(file, { timezone })
  const made = openStore(file, { readonly: false })
  made.connection.pragma('synchronous = OFF')
  open.push(made)
  return made
}

/** Commits what `work` writes. */
export async function committed({ connection, ids }: OpenStore, work: () => Promise<void>): Promise<void> {
  connection.run('BEGIN IMMEDIATE')
  await work()
  ids.flush()
  connection.run('COMMIT')
}

afterAll(() => {
  for (const { connection } of open) connection.close()
  rmSync(folder, { recursive: true, force: true })
})

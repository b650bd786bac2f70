// Migrates a file of an older version: forward only, in one transaction, after making a copy.
import { makeEmpty } from './create-file.ts'
import { set_calendar_id, schema_version } from '../schema.ts'
import { Connection, Statement } from '../sqlite.ts'

/** The statements from each version to the next; the first is from 1 to 2. */
const migrations: readonly string[] = [
  `ALTER TABLE venue ADD COLUMN password TEXT NOT NULL DEFAULT ''; ALTER TABLE organizer ADD COLUMN password TEXT NOT NULL DEFAULT ''`,
  set_calendar_id,
  ['event', 'event_place', 'event_term', 'event_count']
    .map((table) => `ALTER TABLE ${table} RENAME COLUMN shelf TO listing_bucket`)
    .join('; '),
]

/** The name of the copy made before a migration. */
export function premigrationCopy(file: string, version: number): string {
  return `${file}.tables-${version}`
}

/**
 * Migrates a file to version `to`. The caller must hold the write lock. A copy of the old file is kept next to it.
 * Errors: those of a failed statement; the file is then unchanged.
 */
export function migrate(file: string, steps: readonly string[] = migrations, to: number = schema_version): void {
  const connection = new Connection(file, { readonly: false })
  const script = new Statement(file)
  try {
    const from = Number(connection.pragma('user_version'))
    if (from >= to) return
    const copy = premigrationCopy(file, from)
    makeEmpty(copy)
    connection.vacuumInto(copy)
    script.run(`BEGIN IMMEDIATE; ${steps.slice(from - 1, to - 1).join('; ')};
      PRAGMA user_version = ${to}; UPDATE meta SET value = value + 1 WHERE name = 'generation'; COMMIT`)
  } finally {
    script.close()
    connection.close()
  }
}

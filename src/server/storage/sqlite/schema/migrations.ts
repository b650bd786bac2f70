// From the tables of an older version to those of this one: forward only, after a copy, all or nothing.
import { makeEmpty } from '../files/create-file.ts'
import { give_id, schema_version } from './schema.ts'
import { Connection, Statement } from '../sqlite.ts'

/** The statements that lead from each version to the next; the first leads from 1 to 2. */
const migrations: readonly string[] = [
  `ALTER TABLE venue ADD COLUMN password TEXT NOT NULL DEFAULT ''; ALTER TABLE organizer ADD COLUMN password TEXT NOT NULL DEFAULT ''`,
  give_id,
  ['event', 'event_place', 'event_term', 'event_count']
    .map((table) => `ALTER TABLE ${table} RENAME COLUMN shelf TO listing_bucket`)
    .join('; '),
]

/** Where the file as it was is kept. */
export function formerOf(file: string, version: number): string {
  return `${file}.tables-${version}`
}

/**
 * Brings a file's tables up to `to`; the caller holds the right to write. A copy of it as it was stays beside it.
 * Fails: as a step fails; then the file is as it was.
 */
export function migrate(file: string, steps: readonly string[] = migrations, to: number = schema_version): void {
  const connection = new Connection(file, { readonly: false })
  const script = new Statement(file)
  try {
    const from = Number(connection.pragma('user_version'))
    if (from >= to) return
    const former = formerOf(file, from)
    makeEmpty(former)
    connection.vacuumInto(former)
    script.run(`BEGIN IMMEDIATE; ${steps.slice(from - 1, to - 1).join('; ')};
      PRAGMA user_version = ${to}; UPDATE meta SET value = value + 1 WHERE name = 'generation'; COMMIT`)
  } finally {
    script.close()
    connection.close()
  }
}

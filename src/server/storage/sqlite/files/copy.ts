// Whole copies of a calendar file: made while it is written, and put back in its place.
import { Connection } from '../sqlite.ts'

/**
 * Makes `copy` what the calendar is at one moment, whatever is written meanwhile. An older file of this name is
 * replaced.
 */
export async function copyInto(connection: Connection, copy: string): Promise<void> {
  await connection.backUp(copy)
}

/** Makes a calendar file what a copy is; whoever reads it sees one or the other. Nobody may write it meanwhile. */
export async function putBack(copy: string, file: string): Promise<void> {
  const connection = new Connection(copy, { readonly: true })
  try {
    await copyInto(connection, file)
  } finally {
    connection.close()
  }
}

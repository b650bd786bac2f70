// Whole copies of a calendar file: made while it is written, and put back in its place.
import { Connection } from './sqlite.ts'

/** After a first small step all that is left in one, so that nobody's write makes it begin again. */
const at_once = { progress: () => 0x7fffffff }

/** Makes `copy` what the calendar is at one moment, whatever is written meanwhile. An older file of this name is replaced. */
export async function copyInto(connection: Connection, copy: string): Promise<void> {
  await connection.raw.backup(copy, at_once)
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

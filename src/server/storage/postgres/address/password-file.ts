// The password file of PostgreSQL's clients: `~/.pgpass`, one line `host:port:database:user:password` each.
// Source: https://www.postgresql.org/docs/current/libpq-pgpass.html
import { readFileSync } from 'node:fs'
import { homedir, platform } from 'node:os'
import { join } from 'node:path'
import { CalError } from '../../../../base/errors.ts'
import { existingStat, statOf } from '../../../../base/files/file-system.ts'
import { readError } from '../../../../base/files/file-errors.ts'

export interface PasswordQuery {
  /** A name, or the folder of a socket. */
  readonly host: string
  readonly port: number
  readonly database: string
  readonly user: string
}

/**
 * The password of the first line that matches; undefined if there is none, or no file.
 * Errors: `configuration` for a file that others can read; those of reading a file that was named.
 */
export function filePassword(file: string | undefined, query: PasswordQuery): string | undefined {
  const path = file ?? join(homedir(), '.pgpass')
  if (file === undefined && !statOf(path)) return undefined
  const text = textOf(path)
  requirePrivate(path)
  return passwordIn(text, query)
}

export function passwordIn(text: string, { host, port, database, user }: PasswordQuery): string | undefined {
  const hosts = host.startsWith('/') ? [host, 'localhost'] : [host]
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('#')) continue
    const [of_host, of_port, of_database, of_user, password] = fieldsOf(line)
    const matches = (field: string | undefined, values: readonly string[]) =>
      field !== undefined && (field === '*' || values.includes(field))
    if (
      password !== undefined &&
      matches(of_host, hosts) &&
      matches(of_port, [String(port)]) &&
      matches(of_database, [database]) &&
      matches(of_user, [user])
    )
      return password
  }
  return undefined
}

/** Colons separate fields; a backslash escapes colons and backslashes. */
function fieldsOf(line: string): readonly string[] {
  return (line.match(/(?:\\.|[^:\\])*(?::|$)/gs) ?? []).map((field) =>
    field.replace(/:$/, '').replaceAll(/\\(.)/gs, '$1'),
  )
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw readError(path, cause)
  }
}

/** Windows has no such permissions. */
function requirePrivate(path: string): void {
  if (platform() === 'win32' || (Number(existingStat(path).mode) & 0o077) === 0) return
  throw new CalError(
    'configuration',
    {
      en: `other users can read the password file ${path}`,
      de: `andere Benutzer können die Passwortdatei ${path} lesen`,
    },
    { hint: { en: `chmod 600 ${path}`, de: `chmod 600 ${path}` } },
  )
}

// The calendar of commands that work on database files and databases directly: `--data` or `--api-root`.
import { isDatabaseUrl, withoutDatabasePassword } from '../../base/database-url.ts'
import { CalError } from '../../base/errors.ts'
import type { Text } from '../../base/text/language.ts'
import { withoutPasswords } from '../../base/text/untrusted-text.ts'
import { fileNameOf } from '../../client/address/calendar-identity.ts'

/**
 * The path of a database file, or the address of a database; undefined if neither flag is given.
 *
 * Errors: `usage` if both are given, `--api-root` is a service, or `--data` has an unknown scheme.
 */
export function calendarFileOf({
  data,
  api_root: address,
}: {
  readonly data?: string
  readonly api_root?: string
}): string | undefined {
  if (address === undefined) return data === undefined ? undefined : dataOf(data)
  if (data !== undefined)
    throw refused(shown(address), {
      en: `--data "${shown(data)}" and --api-root "${shown(address)}" both specify the calendar`,
      de: `--data „${shown(data)}“ und --api-root „${shown(address)}“ legen beide den Kalender fest`,
    })
  if (isDatabaseUrl(address) || address.startsWith('env:')) return address
  if (!address.startsWith('file:'))
    throw refused(address, {
      en: `this command needs a database file or a database, and --api-root "${address}" is neither`,
      de: `dieser Befehl benötigt eine Datenbankdatei oder eine Datenbank, --api-root „${address}“ ist keine von beiden`,
    })
  return fileNameOf(address)
}

/** A URL scheme. A single letter before the colon is a Windows drive. */
const scheme = /^[a-z][a-z\d+.-]+:/i

function dataOf(data: string): string {
  if (data.startsWith('file:')) return fileNameOf(data)
  if (isDatabaseUrl(data) || data.startsWith('env:')) return data
  if (/(host|dbname|password) *=/i.test(data))
    throw new CalError(
      'usage',
      { en: `--data "${shown(data)}" is not a file`, de: `--data „${shown(data)}“ ist keine Datei` },
      {
        hint: {
          en: 'for a database: --data postgres://USER:password@HOST/DATABASE',
          de: 'für eine Datenbank: --data postgres://BENUTZER:password@HOST/DATENBANK',
        },
      },
    )
  if (!scheme.test(data)) return data
  const [kind = ''] = data.split(':', 1)
  throw new CalError(
    'usage',
    {
      en: `--data ${shown(data)}: "${kind}:" is not supported; use a file name, postgres://… or env:NAME`,
      de: `--data ${shown(data)}: „${kind}:“ wird nicht unterstützt; möglich sind ein Dateiname, postgres://… oder env:NAME`,
    },
    {
      hint: data.includes('://')
        ? { en: 'for example: --data ./calendar.db', de: 'etwa --data ./calendar.db' }
        : {
            en: `for a file whose name has a colon: --data ./${kind}:…`,
            de: `für eine Datei mit Doppelpunkt im Namen: --data ./${kind}:…`,
          },
    },
  )
}

function shown(address: string): string {
  return withoutPasswords(withoutDatabasePassword(address))
}

function refused(address: string, text: Text): CalError {
  return new CalError('usage', text, {
    hint: {
      en: `use --data FILE instead of --api-root ${address}`,
      de: `--data DATEI statt --api-root ${address} angeben`,
    },
  })
}

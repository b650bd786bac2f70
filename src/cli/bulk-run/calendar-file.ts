// The database file of a command that works on files.
import { isDatabaseUrl, withoutDatabasePassword } from '../../base/database-url.ts'
import { CalError } from '../../base/errors.ts'
import type { Text } from '../../base/text/language.ts'
import { fileNameOf } from '../../client/address/calendar-identity.ts'

/**
 * The path or the address of a database from `--data` or `--api-root`; undefined if neither is given.
 * Errors: `usage` if both are given, or `--api-root` is a service.
 */
export function calendarFileOf({
  data,
  api_root: address,
}: {
  readonly data?: string
  readonly api_root?: string
}): string | undefined {
  if (address === undefined) return data
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

function shown(address: string): string {
  return isDatabaseUrl(address) ? withoutDatabasePassword(address) : address
}

function refused(address: string, text: Text): CalError {
  return new CalError('usage', text, {
    hint: {
      en: `use --data FILE instead of --api-root ${address}`,
      de: `--data DATEI statt --api-root ${address} angeben`,
    },
  })
}

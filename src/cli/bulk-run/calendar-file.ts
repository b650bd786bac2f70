// The database file of a command that works on files.
import { CalError } from '../../base/errors.ts'
import type { Text } from '../../base/text/language.ts'
import { fileNameOf } from '../../client/address/calendar-identity.ts'

/**
 * The path from `--data` or `--api-root file:…`; undefined if neither is given.
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
    throw refused(address, {
      en: `--data "${data}" and --api-root "${address}" both specify the calendar`,
      de: `--data „${data}“ und --api-root „${address}“ legen beide den Kalender fest`,
    })
  if (!address.startsWith('file:'))
    throw refused(address, {
      en: `this command needs a database file, and --api-root "${address}" is not one`,
      de: `dieser Befehl benötigt eine Datenbankdatei, --api-root „${address}“ ist keine`,
    })
  return fileNameOf(address)
}

function refused(address: string, text: Text): CalError {
  return new CalError('usage', text, {
    hint: {
      en: `use --data FILE instead of --api-root ${address}`,
      de: `--data DATEI statt --api-root ${address} angeben`,
    },
  })
}

// The calendar of commands that work on database files and databases directly: `--data` or `--api-root`.
import { isDatabaseUrl, withoutDatabasePassword } from '../../base/database-url.ts'
import { CalError } from '../../base/errors.ts'
import { t, type Text } from '../../base/text/language.ts'
import { withoutPasswords } from '../../base/text/untrusted-text.ts'
import { fileNameOf } from '../../client/address/api-root.ts'

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
    throw refused(
      shown(address),
      t('--data "{shown}" and --api-root "{shown_2}" both specify the calendar', {
        shown: shown(data),
        shown_2: shown(address),
      }),
    )
  if (isDatabaseUrl(address) || address.startsWith('env:')) return address
  if (!address.startsWith('file:'))
    throw refused(
      address,
      t('this command needs a database file or a database, and --api-root "{address}" is neither', { address }),
    )
  return fileNameOf(address)
}

/** A URL scheme. A single letter before the colon is a Windows drive. */
const scheme = /^[a-z][a-z\d+.-]+:/i

function dataOf(data: string): string {
  if (data.startsWith('file:')) return fileNameOf(data)
  if (isDatabaseUrl(data) || data.startsWith('env:')) return data
  if (/(host|dbname|password) *=/i.test(data))
    throw new CalError('usage', t('--data "{shown}" is not a file', { shown: shown(data) }), {
      hint: t('for a database: --data postgres://USER:password@HOST/DATABASE'),
    })
  if (!scheme.test(data)) return data
  const [kind = ''] = data.split(':', 1)
  throw new CalError(
    'usage',
    t('--data {shown}: "{kind}:" is not supported; use a file name, postgres://… or env:NAME', {
      shown: shown(data),
      kind,
    }),
    {
      hint: data.includes('://')
        ? t('for example: --data ./calendar.db')
        : t('for a file whose name has a colon: --data ./{kind}:…', { kind }),
    },
  )
}

function shown(address: string): string {
  return withoutPasswords(withoutDatabasePassword(address))
}

function refused(address: string, text: Text): CalError {
  return new CalError('usage', text, {
    hint: t('use --data FILE instead of --api-root {address}', { address }),
  })
}

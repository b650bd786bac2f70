// `cal backup` and `cal restore`: back up a calendar to a database file, and restore it from one.
import { isDatabaseUrl, withoutDatabasePassword } from '../../../base/database-url.ts'
import { t } from '../../../base/text/language.ts'
import { shellWord } from '../../../base/text/quoted.ts'
import { calendarFileOf, calendarLocationOf, configuredFile } from '../../session/calendar-address.ts'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { type CalError, usageError } from '../../../base/errors.ts'
import { didYouMean } from '../../../base/text/closest.ts'
import { utcWall } from '../../../base/dates/zoned-time.ts'
import type { CommandInput, CommandAction, OptionsOf } from '../../types/command.ts'
import { requireFile, requireWritable } from '../../bulk-run/output-file.ts'
import type { global_options } from '../../arguments/options.ts'
import type { data_option } from './serve.ts'
import type { Session } from '../../types/session.ts'

type BackupRows = typeof data_option & Pick<typeof global_options, 'api_root'>

export const backup: CommandAction<BackupRows> = async (input, session) => {
  const { name, data, copy } = pathsOf(input, session)
  const [given = ''] = input.operands
  if (!isFileName(given))
    throw usageError(
      t('the backup file needs an extension or a path, not "{given}"', { given }),
      t('for example: {line}', { line: 'cal backup calendar-backup.db' }),
    )
  const [extension] = /\.(zip|t?gz|tar|7z|sql|csv|tsv|ics|n?djson|json|ya?ml|xlsx?|ods|txt|pdf)$/i.exec(given) ?? []
  if (extension !== undefined)
    throw usageError(
      t('cal backup writes a database file, not a {extension} file', { extension }),
      t('for example: {line}', { line: `cal backup ${shellWord(given.replace(extension, '.db'))}` }),
    )
  requireWritable(given, session.runtime.cwd)
  const { backUp } = await import('../../../server/storage/engines.ts')
  await backUp(data, copy)
  await session.note(t('backed up {name} to {copy}', { name, copy }))
  return { kind: 'done' }
}

export const restore: CommandAction<BackupRows> = async (input, session) => {
  const { name, data, copy } = pathsOf(input, session)
  const given = input.operands[0] ?? ''
  if (!isFileName(given) && !existsSync(copy))
    throw usageError(
      t('there is no backup file {name}', { name: given }),
      didYouMean(`cal events restore ${shellWord(given)}`),
    )
  requireFile(given, session.runtime.cwd)
  const { hasCalendar, isDatabaseFile, restore: putBack } = await import('../../../server/storage/engines.ts')
  if (!isDatabaseFile(copy))
    throw usageError(
      t('{given} is not a backup of cal backup', { given }),
      t('to import records from a file: cal import {given}', { given: shellWord(given) }),
    )
  if (await hasCalendar(data)) await session.confirm(t('Replace everything in {name} with {copy}?', { name, copy }))
  const stamp = utcWall(session.runtime.now()).replace(/\D/g, '')
  const { note } = await putBack(copy, data, stamp)
  await session.note(t('restored {name} from {copy}', { name, copy }))
  if (note) await session.note(note)
  return { kind: 'done' }
}

/** Other words are an id, a title or a verb that was meant: `backup create`, `restore 15`. */
function isFileName(word: string): boolean {
  return /[./\\]/.test(word)
}

/** The error for a database address as COPY; the password in it is not shown. */
function addressAsCopy(address: string): CalError {
  const shown = withoutDatabasePassword(address)
  return usageError(
    t('COPY must be a file, not the database address {shown}', { shown }),
    t('name the database with --data: cal backup copy.db --data env:DATABASE_URL'),
  )
}

function pathsOf({ operands: [copy = ''], options }: CommandInput<OptionsOf<BackupRows>>, session: Session) {
  const { runtime } = session
  if (isDatabaseUrl(copy)) throw addressAsCopy(copy)
  const given = calendarFileOf(options) ?? configuredFile(session) ?? './calendar.db'
  return { copy: resolve(runtime.cwd, copy), ...calendarLocationOf(given, runtime) }
}

// `cal backup` and `cal restore`: a database file and a copy of it.
import { resolve } from 'node:path'
import { utcWall } from '../../../base/dates/zoned-time.ts'
import type { CommandInput, CommandAction, OptionsOf } from '../../core/command.ts'
import { calendarFileOf } from '../../bulk-run/calendar-file.ts'
import { requireFile, requireWritable } from '../../bulk-run/output-file.ts'
import type { global_options } from '../../arguments/options.ts'
import type { data_option } from './backup.ts'
import type { Runtime } from '../../core/runtime.ts'

type BackupRows = typeof data_option & Pick<typeof global_options, 'api_root'>

export const backup: CommandAction<BackupRows> = async (input, session) => {
  const { file, copy } = filesOf(input, session.runtime)
  requireWritable(input.operands[0] ?? '', session.runtime.cwd)
  const { backUp } = await import('../../../server/service/engines.ts')
  await backUp(file, copy)
  await session.note({ en: `${copy} is a copy of ${file}`, de: `${copy} ist eine Kopie von ${file}` })
  return { kind: 'done' }
}

export const restore: CommandAction<BackupRows> = async (input, session) => {
  const { file, copy } = filesOf(input, session.runtime)
  requireFile(input.operands[0] ?? '', session.runtime.cwd)
  await session.confirm({
    en: `Replace everything in ${file} with ${copy}?`,
    de: `Alles in ${file} durch ${copy} ersetzen?`,
  })
  const { restore: putBack } = await import('../../../server/service/engines.ts')
  const stamp = utcWall(session.runtime.now()).replace(/\D/g, '')
  const { former } = await putBack(copy, file, `${file}.${stamp}`)
  await session.note({ en: `${file} now holds what ${copy} holds`, de: `${file} hat jetzt den Inhalt von ${copy}` })
  if (former !== undefined)
    await session.note({ en: `what it held before is kept in ${former}`, de: `der frühere Inhalt bleibt in ${former}` })
  return { kind: 'done' }
}

function filesOf({ operands: [copy = ''], options }: CommandInput<OptionsOf<BackupRows>>, { cwd }: Runtime) {
  return { copy: resolve(cwd, copy), file: resolve(cwd, calendarFileOf(options) ?? './calendar.db') }
}

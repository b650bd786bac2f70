// `cal backup` and `cal restore`: a database file and a copy of it.
import { calendarAddressOf, requireAddress } from '../../run/calendar-address.ts'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { CalError } from '../../../base/errors.ts'
import { didYouMean } from '../../../base/text/closest.ts'
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
  await session.note({ en: `backed up ${file} to ${copy}`, de: `${file} in ${copy} gesichert` })
  return { kind: 'done' }
}

export const restore: CommandAction<BackupRows> = async (input, session) => {
  const { file, copy } = filesOf(input, session.runtime)
  const name = input.operands[0] ?? ''
  if (/^\d+$/.test(name) && !existsSync(copy)) throw noBackup(name)
  requireFile(name, session.runtime.cwd)
  await session.confirm({
    en: `Replace everything in ${file} with ${copy}?`,
    de: `Alles in ${file} durch ${copy} ersetzen?`,
  })
  const { restore: putBack } = await import('../../../server/service/engines.ts')
  const stamp = utcWall(session.runtime.now()).replace(/\D/g, '')
  const { former } = await putBack(copy, file, `${file}.${stamp}`)
  await session.note({ en: `restored ${file} from ${copy}`, de: `${file} enthält jetzt den Stand von ${copy}` })
  if (former !== undefined)
    await session.note({
      en: `the previous file is saved as ${former}`,
      de: `der bisherige Inhalt ist in ${former} gesichert`,
    })
  return { kind: 'done' }
}

/** An id: records come back from the trash by another command. */
function noBackup(name: string): CalError {
  return new CalError(
    'usage',
    { en: `there is no backup file ${name}`, de: `es gibt keine Sicherung ${name}` },
    { hint: didYouMean(`cal events restore ${name}`) },
  )
}

function filesOf({ operands: [copy = ''], options }: CommandInput<OptionsOf<BackupRows>>, { cwd, env }: Runtime) {
  const address = calendarAddressOf(calendarFileOf(options) ?? './calendar.db', env)
  requireAddress(address, env)
  const { api_root: file, database } = address
  return { copy: resolve(cwd, copy), file: database === undefined ? resolve(cwd, file) : file }
}

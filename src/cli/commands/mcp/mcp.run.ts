// `cal mcp`: serves tools to an AI assistant over standard input and output.
import { resolve } from 'node:path'
import { CalError } from '../../../base/errors.ts'
import { readError } from '../../../base/files/file-errors.ts'
import { existingStat } from '../../../base/files/file-system.ts'
import { t } from '../../../base/text/language.ts'
import type { global_options } from '../../arguments/options.ts'
import type { CommandAction } from '../../core/command.ts'
import type { Session } from '../../core/session.ts'
import { askProfile } from '../../prompts/confirm.ts'
import { history_tools, undo_tool } from './history-tools.ts'
import { importTools } from './import-tools.ts'
import type { mcp_options } from './mcp.ts'
import { readingTools } from './reading-tools.ts'
import { calendarUseOf, serveTools } from './tool-server.ts'
import { writingTools } from './writing-tools.ts'

export const mcp: CommandAction<typeof mcp_options & Pick<typeof global_options, 'confirm'>> = async (
  { options: { allow_writes = false, import_folder, confirm } },
  session,
) => {
  if (import_folder !== undefined) requireFolder(import_folder, session)
  if (allow_writes && session.settings.protected) await askProfile(confirm, session)
  session.runtime.status.off()
  const use = calendarUseOf(session)
  // An error in opening the calendar ends the program, instead of every call.
  await use((open) => open())
  if (session.runtime.stdin.isTerminal)
    await session.note(t('cal mcp is meant to be started by an AI assistant; press Ctrl-D to end it'))
  const tools = [...readingTools(), ...writingTools(), ...importTools(import_folder), ...history_tools, undo_tool]
  await serveTools({ tools, allow_writes, use }, session)
  return { kind: 'done' }
}

function requireFolder(name: string, { runtime }: Session): void {
  let isFolder: boolean
  try {
    isFolder = existingStat(resolve(runtime.cwd, name)).isDirectory()
  } catch (cause) {
    throw readError(name, cause)
  }
  if (!isFolder) throw new CalError('usage', t('--import-folder needs a folder, not the file {name}', { name }))
}

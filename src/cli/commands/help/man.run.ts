// Writes the manual pages: English ones to the folder, German ones to `de/man1` in it.
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { makeFolders } from '../../../base/files/file-system.ts'
import { languages } from '../../../base/text/language.ts'
import type { CommandAction } from '../../core/command.ts'
import { manPages } from '../../help/man.ts'

export const writeManual: CommandAction = async ({ operands: [folder = 'man'] }, { runtime }) => {
  const { commands } = await import('../commands.ts')
  for (const language of languages) {
    const path = resolve(runtime.cwd, folder, language === 'en' ? '' : join(language, 'man1'))
    makeFolders(path)
    for (const [name, text] of manPages(commands, { language, version: runtime.version }))
      await writeFile(join(path, name), text)
  }
  return { kind: 'done' }
}

// `cal help events list`: the same as `cal events list --help`.
import type { Verb } from '../command.ts'
import { findCommand } from '../find.ts'
import { helpOf } from '../help.ts'

export const help: Verb = async ({ operands }, { world, language }) => {
  const { commands, sections } = await import('../commands.ts')
  const { path } = findCommand(commands, operands)
  return { kind: 'words', words: helpOf(sections, path, { language, program: world.program }) }
}

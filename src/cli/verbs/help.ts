// `cal help events list`: the same as `cal events list --help`; `cal help dates`: a topic.
import type { Verb } from '../command.ts'
import { findCommand } from '../find.ts'
import { helpOf } from '../help.ts'
import { inWordsOf } from '../name.ts'
import { topicPage } from '../topics.ts'

export const help: Verb = async ({ operands }, { world, language }) => {
  const topic = topicPage(operands.join('-'))
  if (topic) return { kind: 'words', words: inWordsOf(world.program, topic[language]) }
  const { commands, sections } = await import('../commands.ts')
  const { path } = findCommand(commands, operands)
  return { kind: 'words', words: helpOf(sections, path, { language, program: world.program }) }
}

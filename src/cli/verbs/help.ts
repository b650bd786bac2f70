// `cal help events list`: the same as `cal events list --help`; `cal help dates`: a topic.
import type { Verb } from '../command.ts'
import { findCommand } from '../find.ts'
import { helpOf } from '../help.ts'
import { inWordsOf } from '../name.ts'
import { folded } from '../print/fit.ts'
import { topicPage } from '../topics.ts'

export const help: Verb = async ({ operands }, { world, language }) => {
  const topic = topicPage(operands.join('-'))
  if (topic) return { kind: 'words', words: folded(inWordsOf(world.program, topic[language]), world.stdout.columns) }
  const { commands, sections } = await import('../commands.ts')
  const { path } = findCommand(commands, operands)
  return { kind: 'words', words: folded(helpOf(sections, path, { language, program: world.program }), world.stdout.columns) }
}

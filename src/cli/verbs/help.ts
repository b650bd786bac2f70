// `cal help events list`: the same as `cal events list --help`; `cal help dates`: a topic.
import type { Command, Verb } from '../command.ts'
import { commandsFor } from '../commands-for.ts'
import { findCommand, firstWordOf } from '../find.ts'
import { helpOf, overviewOf } from '../help.ts'
import { inWordsOf } from '../name.ts'
import { folded } from '../print/fit.ts'
import type { Session } from '../session.ts'

export const help: Verb = async ({ operands }, session) => {
  const { world, language } = session
  const { topicPage } = await import('../topics.ts')
  const topic = topicPage(operands.join('-'))
  if (topic) return { kind: 'words', words: folded(inWordsOf(world.program, topic[language]), world.stdout.columns) }
  const commands = await commandsFor(firstWordOf(operands))
  return { kind: 'words', words: await helpFor(commands, findCommand(commands, operands).path, session) }
}

/** The page for what was typed, on this terminal; the overview where no command was. */
export async function helpFor(commands: readonly Command[], path: readonly string[], { world, language }: Pick<Session, 'world' | 'language'>): Promise<string> {
  const reader = { language, program: world.program }
  const text = path.length === 0 ? overviewOf((await import('../commands.ts')).sections, reader) : helpOf(commands, path, reader)
  return folded(text, world.stdout.columns)
}

// `cal help events list`: the same as `cal events list --help`; `cal help dates`: a topic.
import { CalError } from '../../../base/errors.ts'
import { sameText } from '../../../base/text/language.ts'
import { topic_names } from '../../core/choices.ts'
import { closest } from '../../../base/text/closest.ts'
import type { Command, CommandAction } from '../../core/command.ts'
import { commandsFor } from '../commands-for.ts'
import { findCommand } from '../../arguments/find-command.ts'
import { type ScannedLine, scanLine } from '../../arguments/scan.ts'
import { helpOf, overviewOf } from '../../help/help.ts'
import { withProgramName } from '../../core/runtime.ts'
import { folded } from '../../output/text-width.ts'
import type { Session } from '../../core/session.ts'

export const help: CommandAction = async ({ operands }, session) => {
  const { runtime, language } = session
  const { topicPage } = await import('../../help/topics.ts')
  const topic = topicPage(operands.join('-'))
  if (topic)
    return { kind: 'words', words: folded(withProgramName(runtime.program, topic[language]), runtime.stdout.columns) }
  const line = scanLine(operands)
  const commands = await commandsFor(line.first_word)
  return { kind: 'words', words: await helpFor(commands, commandMeant(commands, operands, line), session) }
}

/** Fails with `usage` where the words name neither a command nor a topic. */
function commandMeant(commands: readonly Command[], words: readonly string[], line: ScannedLine): readonly string[] {
  try {
    return findCommand(commands, line).path
  } catch (error) {
    throw topicMissed(words) ?? error
  }
}

/** Words that begin with a topic, or come near one, were meant for it. */
function topicMissed(words: readonly string[]): CalError | undefined {
  const topic = topic_names.find((name) => `${words.join('-')}-`.startsWith(`${name}-`))
  if (topic === undefined) return nearTopic(words)
  const surplus = words.slice(words[0] === topic ? 1 : topic.split('-').length).join(' ')
  return new CalError(
    'usage',
    {
      en: `the topic ${topic} is one page: unexpected argument "${surplus}"`,
      de: `das Thema ${topic} ist eine einzige Seite: unerwartetes Argument „${surplus}“`,
    },
    { hint: sameText(`cal help ${topic}`) },
  )
}

function nearTopic(words: readonly string[]): CalError | undefined {
  const near = closest(words.join('-'), topic_names)
  if (near === undefined) return undefined
  const typed = words.join(' ')
  return new CalError(
    'usage',
    { en: `unknown command or topic "${typed}"`, de: `unbekannter Befehl oder unbekanntes Thema „${typed}“` },
    {
      hint: { en: `did you mean cal help ${near}`, de: `meinten Sie cal help ${near}` },
    },
  )
}

/** The page for what was typed, on this terminal; the overview where no command was. */
export async function helpFor(
  commands: readonly Command[],
  path: readonly string[],
  { runtime, language }: Pick<Session, 'runtime' | 'language'>,
): Promise<string> {
  const reader = { language, program: runtime.program }
  const text =
    path.length === 0 ? overviewOf((await import('../commands.ts')).sections, reader) : helpOf(commands, path, reader)
  return folded(text, runtime.stdout.columns)
}

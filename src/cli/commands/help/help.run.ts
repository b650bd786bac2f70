// `cal help events list` prints the same as `cal events list --help`, `cal help dates` a topic.
import { CalError } from '../../../base/errors.ts'
import { sameText, t } from '../../../base/text/language.ts'
import { topic_names } from '../../types/outcome.ts'
import { closest, didYouMean, nearestOf } from '../../../base/text/closest.ts'
import type { Aliases } from '../../config/aliases.ts'
import { userFile } from '../../config/files.ts'
import type { Command, CommandAction } from '../../types/command.ts'
import { commandTyped, type TypedCommand } from '../commands-for.ts'
import { scanLine } from '../../arguments/command-line.ts'
import type { help_options } from './help.ts'
import { helpOf, overviewOf } from '../../help/help.ts'
import { type Runtime, type Session, withProgramName } from '../../types/session.ts'
import { folded } from '../../output/text-width.ts'

export const help: CommandAction<typeof help_options> = async ({ operands, options }, session) => {
  const { runtime, language } = session
  const { topicPage } = await import('../../help/topics.ts')
  const topic = topicPage(operands.join('-'))
  if (topic)
    return { kind: 'text', text: folded(withProgramName(runtime.program, topic[language]), runtime.stdout.columns) }
  const { commands, path } = await commandMeant(operands, runtime)
  const { aliases } = await userFile(runtime)
  return {
    kind: 'text',
    text: await helpFor(commands, path, { runtime, language, aliases, isComplete: options.all === true }),
  }
}

/** Errors: `usage` if the words name neither a command nor a topic. */
async function commandMeant(words: readonly string[], runtime: Runtime): Promise<TypedCommand> {
  try {
    return await commandTyped(scanLine(words), runtime)
  } catch (error) {
    throw topicError(words) ?? error
  }
}

/** The error for words that begin with a topic or resemble one; undefined for other words. */
function topicError(words: readonly string[]): CalError | undefined {
  const topic = topic_names.find((name) => `${words.join('-')}-`.startsWith(`${name}-`))
  if (topic === undefined) return unknownTopic(words)
  const extra = words.slice(words[0] === topic ? 1 : topic.split('-').length).join(' ')
  return new CalError('usage', t('unexpected argument after topic {topic}: "{extra}"', { topic, extra }), {
    hint: sameText(`cal help ${topic}`),
  })
}

function unknownTopic(words: readonly string[]): CalError | undefined {
  const typed = words.join(' ')
  const near = closest(words.join('-'), topic_names)
  const isAll = /^(topics?|themen)$/i.test(typed)
  if (near === undefined && !isAll) return undefined
  return new CalError('usage', t('unknown command or topic "{typed}"', { typed }), {
    hint: isAll ? nearestOf(typed, topic_names) : didYouMean(`cal help ${near}`),
  })
}

interface HelpContext extends Pick<Session, 'runtime' | 'language'> {
  readonly aliases: Aliases
  /** Includes rare flags. */
  readonly isComplete: boolean
}

/** The help of a command or group, or the overview for an empty path, wrapped to the width of the terminal. */
export async function helpFor(
  commands: readonly Command[],
  path: readonly string[],
  { runtime, language, aliases, isComplete }: HelpContext,
): Promise<string> {
  const reader = { language, program: runtime.program, isComplete }
  const text =
    path.length === 0
      ? overviewOf(await (await import('./overview.ts')).overview(isComplete), reader, aliases)
      : helpOf(commands, path, reader)
  return folded(text, runtime.stdout.columns)
}

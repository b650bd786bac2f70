// Loads only the commands that begin with the first word of the command line: loading all of them takes 4 ms.
import { resources } from '../../spec/resources.ts'
import { findCommand, type FoundCommand, type ScannedLine } from '../arguments/command-line.ts'
import type { Command } from '../types/command.ts'
import type { Runtime } from '../types/session.ts'
import { completing_commands } from './help/complete.ts'

const groups: readonly { readonly words: readonly string[]; load(): Promise<readonly Command[]> }[] = [
  ...Object.values(resources).map((resource) => ({
    words: [resource.plural],
    load: async () => (await import('./records/records.ts')).commandsOf(resource),
  })),
  {
    words: ['today', 'tomorrow', 'weekend', 'day', 'agenda', 'month', 'week'],
    load: async () => (await import('./views/views.ts')).view_commands,
  },
  { words: ['search'], load: async () => [(await import('./views/views.ts')).search_command] },
  { words: ['browse', 'open'], load: async () => [(await import('./views/views.ts')).browse_command] },
  { words: ['add'], load: async () => [(await import('./records/records.ts')).add_command] },
  { words: ['__complete'], load: async () => completing_commands },
]

export interface TypedCommand extends FoundCommand {
  /** The commands that begin with the same word. */
  readonly commands: readonly Command[]
  readonly hasAlias?: boolean | undefined
}

/** Errors: `usage`, with the closest command, if the words name none. */
export async function commandTyped(line: ScannedLine, runtime: Runtime): Promise<TypedCommand> {
  const commands = await commandsFor(line.first_word)
  try {
    return { commands, ...findCommand(commands, line) }
  } catch (error) {
    const other = await (await import('./rewrite.ts')).rewriteLine(commands, { ...runtime, argv: line.argv })
    if (other === undefined) throw error
    const others = await commandsFor(other.first_word)
    return { commands: others, hasAlias: other.hasAlias, ...findCommand(others, other) }
  }
}

/**
 * The commands whose path begins with this word; every command if the word is in no group; none without a word, which
 * prints the overview or the version.
 */
export async function commandsFor(word: string | undefined): Promise<readonly Command[]> {
  if (word === undefined) return []
  const group = groups.find(({ words }) => words.includes(word))
  return group ? group.load() : (await import('./commands.ts')).commands
}

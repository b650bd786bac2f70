// The commands that a first word may mean. Loading all of them takes 4 ms at start-up; most runs need a fifth of them.
import type { Command } from '../core/command.ts'
import { completing_commands } from './completion/complete.ts'
import { resource_commands } from './records/records.ts'
import { resources } from '../../spec/resources.ts'

interface CommandGroup {
  readonly words: readonly string[]
  load(): Promise<readonly Command[]>
}

const groups: readonly CommandGroup[] = [
  { words: Object.keys(resources), load: async () => resource_commands },
  {
    words: ['today', 'tomorrow', 'weekend', 'day', 'agenda', 'month', 'week'],
    load: async () => (await import('./views/views.ts')).view_commands,
  },
  { words: ['search'], load: async () => [(await import('./search/search.ts')).search_command] },
  { words: ['open'], load: async () => [(await import('./open/open.ts')).open_command] },
  { words: ['add'], load: async () => [(await import('./add/add.ts')).add_command] },
  { words: ['__complete'], load: async () => completing_commands },
]

/** All commands whose path begins with this word, perhaps with others; every command where no group has the word. */
export async function commandsFor(word: string | undefined): Promise<readonly Command[]> {
  const group = groups.find(({ words }) => word !== undefined && words.includes(word))
  return group ? group.load() : (await import('./commands.ts')).commands
}

// The commands that a first word may mean: the whole table costs a start 4 ms, and most runs need a fifth of it.
import type { Command } from '../core/command.ts'
import { completing_commands } from './completion/complete.ts'
import { resource_commands } from './records/records.ts'
import { resources } from '../../spec/resources.ts'

interface Room {
  readonly words: readonly string[]
  load(): Promise<readonly Command[]>
}

const rooms: readonly Room[] = [
  { words: Object.keys(resources), load: async () => resource_commands },
  { words: ['agenda', 'month', 'week'], load: async () => (await import('./views/agenda.ts')).view_commands },
  { words: ['__complete'], load: async () => completing_commands },
]

/** Every command that begins with this word is among them; for any other word it is every command there is. */
export async function commandsFor(word: string | undefined): Promise<readonly Command[]> {
  const room = rooms.find(({ words }) => word !== undefined && words.includes(word))
  return room ? room.load() : (await import('./commands.ts')).commands
}

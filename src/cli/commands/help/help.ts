// `cal help`: its arguments.
import { topic_names } from '../../core/choices.ts'
import type { Command } from '../../core/command.ts'

export const help_command: Command = {
  path: ['help'],
  summary: { en: 'show help for a command or a topic', de: 'Hilfe zu einem Befehl oder Thema zeigen' },
  operands: [
    {
      name: 'WORD',
      optional: true,
      many: true,
      meaning: {
        en: `the command, or a topic: ${topic_names.join(', ')}`,
        de: `der Befehl oder ein Thema: ${topic_names.join(', ')}`,
      },
    },
  ],
  effect: 'local',
  load: async () => (await import('./help.run.ts')).help,
}

// `cal help`: its arguments.
import { topic_names } from '../../core/choices.ts'
import type { Command, Options } from '../../core/command.ts'

export const help_options = {
  all: {
    type: 'boolean',
    only: 'on',
    meaning: { en: 'list every flag of the command', de: 'alle Optionen des Befehls zeigen' },
  },
} as const satisfies Options

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
  options: help_options,
  effect: 'local',
  examples: [
    { line: 'help events list', meaning: { en: 'a command', de: 'ein Befehl' } },
    { line: 'help dates', meaning: { en: 'a topic', de: 'ein Thema' } },
  ],
  load: async () => (await import('./help.run.ts')).help,
}

// `cal help`, `cal explain` and `cal __man`: their arguments and examples.
import { topic_names } from '../../core/choices.ts'
import type { Command, Options } from '../../core/command.ts'
import { text } from '../shared-flags.ts'

export const help_options = {
  all: {
    type: 'boolean',
    only: 'on',
    meaning: { en: 'list every flag of the command', de: 'alle Optionen des Befehls anzeigen' },
  },
} as const satisfies Options

export const help_command: Command = {
  path: ['help'],
  summary: { en: 'show help for a command or topic', de: 'Hilfe zu einem Befehl oder Thema anzeigen' },
  operands: [
    {
      name: 'WORD',
      optional: true,
      many: true,
      meaning: {
        en: `command, or topic: ${topic_names.join(', ')}`,
        de: `Befehl oder Thema: ${topic_names.join(', ')}`,
      },
    },
  ],
  options: help_options,
  effect: 'local',
  prints: 'nothing',
  examples: [
    { line: 'help events list', meaning: { en: 'help for a command', de: 'Hilfe zu einem Befehl' } },
    { line: 'help dates', meaning: { en: 'help on a topic', de: 'Hilfe zu einem Thema' } },
  ],
  load: async () => (await import('./help.run.ts')).help,
}

export const man_command: Command = {
  path: ['__man'],
  hidden: true,
  summary: { en: 'write the manual pages', de: 'die Handbuchseiten schreiben' },
  operands: [{ name: 'FOLDER', optional: true, meaning: { en: 'target folder', de: 'Zielordner' } }],
  effect: 'local',
  load: async () => (await import('./man.run.ts')).writeManual,
}

export const explain_command: Command = {
  path: ['explain'],
  summary: text(
    'describe the fields and filters of a kind of record',
    'Felder und Filter einer Art von Einträgen beschreiben',
  ),
  operands: [
    {
      name: 'KIND[.FIELD]',
      meaning: text(
        'event, venue, organizer, category or tag, also with a field: venue.city; apply for calendar files',
        'event, venue, organizer, category oder tag, auch mit Feld: venue.city; apply für Kalenderdateien',
      ),
    },
  ],
  effect: 'local',
  examples: [
    {
      line: 'explain event.start_date',
      meaning: text('what a field accepts, and its flag', 'was ein Feld enthalten kann, und seine Option'),
    },
  ],
  load: async () => (await import('./explain.run.ts')).explain,
}

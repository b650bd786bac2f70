// `cal explain`: its arguments and examples.
import type { Command } from '../../core/command.ts'
import { text } from '../shared-flags.ts'

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

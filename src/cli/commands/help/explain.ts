// `cal explain`: its arguments and examples.
import type { Command } from '../../core/command.ts'
import { text } from '../shared-flags.ts'

export const explain_command: Command = {
  path: ['explain'],
  summary: text(
    'explain a kind of record, a field or a filter, offline',
    'eine Art von Eintrag, ein Feld oder einen Filter erklären, ohne Netz',
  ),
  operands: [
    {
      name: 'KIND[.FIELD]',
      meaning: text('event, venue.city, event.starts_after', 'event, venue.city, event.starts_after'),
    },
  ],
  effect: 'local',
  examples: [
    {
      line: 'explain event.start_date',
      meaning: text('type, default, meaning and flag', 'Typ, Vorgabe, Bedeutung und Option'),
    },
  ],
  load: async () => (await import('./explain.run.ts')).explain,
}

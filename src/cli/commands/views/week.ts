// `cal week`: its arguments, flags and examples.
import type { Command } from '../../core/command.ts'
import { text } from '../shared-flags.ts'
import { filters, view_options } from './view-flags.ts'

export const week_command: Command = {
  path: ['week'],
  summary: text('show a week as a grid', 'Woche als Raster anzeigen'),
  operands: [
    {
      name: 'DATE',
      optional: true,
      many: true,
      meaning: text('any day of the week (default: today)', 'ein beliebiger Tag der Woche (Standard: heute)'),
    },
  ],
  parameters: filters,
  options: view_options,
  effect: 'reads',
  examples: [{ line: 'week +1w', meaning: text('next week', 'die nächste Woche') }],
  load: async () => (await import('./show.run.ts')).showWeek,
}

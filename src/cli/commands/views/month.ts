// `cal month`: its arguments, flags and examples.
import type { Command } from '../../core/command.ts'
import { text } from '../shared-flags.ts'
import { filters, view_options } from './view-flags.ts'

export const month_command: Command = {
  path: ['month'],
  summary: text('show a month or a year as a grid', 'einen Monat oder ein Jahr als Raster zeigen'),
  operands: [
    {
      name: 'YYYY-MM',
      optional: true,
      many: true,
      meaning: text(
        'the month; this one by default. A year alone shows its twelve months',
        'der Monat; ohne Angabe der laufende. Ein Jahr allein zeigt seine zwölf Monate',
      ),
    },
  ],
  parameters: filters,
  options: view_options,
  effect: 'reads',
  examples: [
    { line: 'month 2026-12', meaning: text('also: cal 12 2026', 'auch: cal 12 2026') },
    { line: 'month 2027', meaning: text('the whole year; also: cal 2027', 'das ganze Jahr; auch: cal 2027') },
  ],
  load: async () => (await import('./show.run.ts')).showMonth,
}

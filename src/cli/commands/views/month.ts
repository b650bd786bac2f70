// `cal month`: its arguments, flags and examples.
import type { Command } from '../../core/command.ts'
import { text } from '../shared-flags.ts'
import { filters, view_options } from './view-flags.ts'

export const month_command: Command = {
  path: ['month'],
  summary: text('show a month or a year as a grid', 'Monat oder Jahr als Raster anzeigen'),
  operands: [
    {
      name: 'YYYY-MM',
      optional: true,
      many: true,
      meaning: text(
        'month, or a year such as 2027 (default: this month)',
        'Monat oder ein Jahr wie 2027 (Standard: der laufende Monat)',
      ),
    },
  ],
  parameters: filters,
  options: view_options,
  effect: 'reads',
  examples: [
    { line: 'month 2026-12', meaning: text('December; short: cal 12 2026', 'Dezember; kurz: cal 12 2026') },
    { line: 'month 2027', meaning: text('the whole year; short: cal 2027', 'das ganze Jahr; kurz: cal 2027') },
  ],
  load: async () => (await import('./show.run.ts')).showMonth,
}

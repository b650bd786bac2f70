// `cal agenda`: its arguments, flags and examples.
import type { Command } from '../../core/command.ts'
import { text } from '../shared-flags.ts'
import { filters, view_options } from './view-flags.ts'

export const agenda_command: Command = {
  path: ['agenda'],
  summary: text('list events day by day', 'Termine Tag für Tag auflisten'),
  details: text(
    'Events that started earlier and are still running are included.',
    'Termine, die früher begonnen haben und noch laufen, sind enthalten.',
  ),
  operands: [
    {
      name: 'RANGE',
      optional: true,
      many: true,
      meaning: text(
        'today, week, 2026-12, fri..sun, +2w; a week from today by default',
        'heute, woche, 2026-12, fr..so, +2w; ohne Angabe eine Woche ab heute',
      ),
    },
  ],
  parameters: filters,
  options: view_options,
  effect: 'reads',
  examples: [
    { line: 'agenda fri..sun', meaning: text('the weekend', 'das Wochenende') },
    {
      line: 'agenda week --categories music --tz Asia/Tokyo',
      meaning: text('this week’s music, in Tokyo time', 'die Musik dieser Woche, in Tokioter Zeit'),
    },
  ],
  load: async () => (await import('./show.run.ts')).showAgenda,
}

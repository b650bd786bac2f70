// `cal agenda`: its arguments, flags and examples.
import type { Command } from '../../core/command.ts'
import { text } from '../shared-flags.ts'
import { filters, view_options } from './view-flags.ts'

export const agenda_command: Command = {
  path: ['agenda'],
  summary: text('list events day by day', 'Termine Tag für Tag auflisten'),
  details: text(
    'Includes events that started earlier and are still running.',
    'Termine, die früher begonnen haben und noch laufen, sind enthalten.',
  ),
  operands: [
    {
      name: 'RANGE',
      optional: true,
      choices: ['today', 'tomorrow', 'weekend', 'week', 'month'],
      many: true,
      meaning: text(
        'today, week, 2026-12, fri..sun or +2w (default: the next seven days)',
        'heute, woche, 2026-12, fr..so oder +2w (Standard: die nächsten sieben Tage)',
      ),
    },
  ],
  parameters: filters,
  options: view_options,
  effect: 'reads',
  examples: [
    { line: 'agenda fri..sun', meaning: text('Friday to Sunday', 'Freitag bis Sonntag') },
    {
      line: 'agenda week --categories music --tz Asia/Tokyo',
      meaning: text('music this week, in Tokyo time', 'Musik in dieser Woche, in Tokioter Zeit'),
    },
  ],
  load: async () => (await import('./show.run.ts')).showAgenda,
}

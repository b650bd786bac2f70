// `cal today`, `cal tomorrow`, `cal weekend`, `cal day`: the agenda of the days that people ask for most.
import type { Text } from '../../../base/text/language.ts'
import type { Command, Example } from '../../core/command.ts'
import { text } from '../shared-flags.ts'
import { filters, view_options } from './view-flags.ts'

export const day_commands: readonly Command[] = [
  fixedDays('today', text("list today's events", 'heutige Termine auflisten'), {
    line: 'today --categories music',
    meaning: text('only music', 'nur Musik'),
  }),
  fixedDays('tomorrow', text("list tomorrow's events", 'morgige Termine auflisten'), {
    line: 'tomorrow --venue "City Hall"',
    meaning: text('at one venue', 'an einem Ort'),
  }),
  fixedDays('weekend', text("list this weekend's events", 'Termine dieses Wochenendes auflisten'), {
    line: 'weekend -o json',
    meaning: text('as JSON', 'als JSON'),
  }),
  {
    path: ['day'],
    summary: text('list the events of a day', 'Termine eines Tages auflisten'),
    operands: [
      {
        name: 'DATE',
        optional: true,
        many: true,
        meaning: text(
          'the day, such as friday, next monday, 2026-12-24 or +3d (default: today)',
          'der Tag, etwa freitag, nächsten montag, 2026-12-24 oder +3t (Standard: heute)',
        ),
      },
    ],
    parameters: filters,
    options: view_options,
    effect: 'reads',
    examples: [
      { line: 'day friday', meaning: text('the coming Friday', 'der kommende Freitag') },
      { line: 'day 2026-12-24 --venue "City Hall"', meaning: text('one day at one venue', 'ein Tag an einem Ort') },
    ],
    load: async () => (await import('./show.run.ts')).showDay,
  },
]

/** The name of the command names the days. */
function fixedDays(name: string, summary: Text, example: Example): Command {
  return {
    path: [name],
    summary,
    parameters: filters,
    options: view_options,
    effect: 'reads',
    examples: [example],
    load: async () => (await import('./show.run.ts')).showDaysOf(name),
  }
}

// `cal seed`: its arguments, flags and examples.
import type { Command } from '../../core/command.ts'
import { yes_option } from '../../arguments/options.ts'
import { calendar_file, files, planning_options, running_options, undo_options } from '../bulk-flags.ts'
import { text } from '../shared-flags.ts'

export const seed_command: Command = {
  path: ['seed'],
  effect: 'writes',
  handlesSignals: true,
  showsPlan: true,
  needsCalendar: ({ cleanup }) => cleanup !== undefined,
  summary: text('fill a calendar for tests, the same each time', 'einen Kalender für Tests füllen, jedes Mal gleich'),
  details: text(
    'A calendar file as for apply, with count: 50 and {n}, {choose: […]} and {between: […]}. The same --seed makes the same choices. Broken off, the same command goes on.',
    'Eine Kalenderdatei wie für apply, mit count: 50 und {n}, {choose: […]} und {between: […]}. Gleiches --seed, gleiche Wahl. Nach einem Abbruch macht derselbe Befehl weiter.',
  ),
  operands: [{ ...files, optional: true }],
  options: {
    ...calendar_file,
    generate: {
      type: 'string',
      value: 'COUNTS',
      meaning: text('make records up: events=1000,venues=20', 'Einträge erfinden: events=1000,venues=20'),
    },
    out: {
      type: 'string',
      value: 'FILE',
      meaning: text(
        'write key and id of each record: ids.json or ids.env',
        'Schlüssel und ID jedes Eintrags schreiben: ids.json oder ids.env',
      ),
    },
    cleanup: {
      type: 'string',
      value: 'RUN',
      meaning: text('take an earlier seed back', 'ein früheres Füllen zurücknehmen'),
    },
    ...undo_options,
    ...planning_options,
    ...running_options,
    ...yes_option,
  },
  examples: [
    {
      line: 'seed test.yaml --seed 42 --out ids.env',
      meaning: text('with the ids for a test', 'mit den IDs für einen Test'),
    },
    { line: 'seed --generate events=1000,venues=20 --seed 42', meaning: text('plenty at once', 'viel auf einmal') },
  ],
  load: async () => (await import('../seed/seed.run.ts')).seed,
}

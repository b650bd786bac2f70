// `cal seed`: its arguments, flags and examples.
import type { Command, Options } from '../../core/command.ts'
import { yes_option } from '../../arguments/options.ts'
import { calendar_file, files, planning_options, running_options, undo_options } from '../bulk-flags.ts'
import { text } from '../shared-flags.ts'

export const seed_options = {
  ...calendar_file,
  generate: {
    type: 'string',
    value: 'COUNTS',
    meaning: text('generate records: events=1000,venues=20', 'Einträge erzeugen: events=1000,venues=20'),
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
    meaning: text('undo an earlier seed', 'ein früheres Füllen rückgängig machen'),
  },
  ...undo_options,
  ...planning_options,
  ...running_options,
  ...yes_option,
} as const satisfies Options

export const seed_command: Command = {
  path: ['seed'],
  effect: 'writes',
  handlesSignals: true,
  showsPlan: true,
  needsCalendar: ({ cleanup }) => cleanup !== undefined,
  summary: text('fill a calendar with reproducible test data', 'einen Kalender mit reproduzierbaren Testdaten füllen'),
  details: text(
    'A calendar file as for apply, with count: 50 and {n}, {choose: […]} and {between: […]}. The same --seed makes the same choices. Rerun the command to resume an interrupted run.',
    'Eine Kalenderdatei wie für apply, mit count: 50 und {n}, {choose: […]} und {between: […]}. Gleiches --seed, gleiche Auswahl. Zum Fortsetzen den Befehl erneut ausführen.',
  ),
  operands: [{ ...files, optional: true }],
  options: seed_options,
  examples: [
    {
      line: 'seed test.yaml --seed 42 --out ids.env',
      meaning: text('with the ids for a test', 'mit den IDs für einen Test'),
    },
    {
      line: 'seed --generate events=1000,venues=20 --seed 42',
      meaning: text('many records at once', 'viele Einträge auf einmal'),
    },
  ],
  load: async () => (await import('../seed/seed.run.ts')).seed,
}

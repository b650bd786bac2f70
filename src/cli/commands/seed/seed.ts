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
      'write the key and id of each record to this .json or .env file',
      'Schlüssel und ID jedes Eintrags in diese .json- oder .env-Datei schreiben',
    ),
  },
  cleanup: {
    type: 'string',
    value: 'RUN',
    meaning: text('undo an earlier run of seed', 'früheren Lauf von seed rückgängig machen'),
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
  summary: text('fill a calendar with reproducible test data', 'Kalender mit reproduzierbaren Testdaten füllen'),
  details: text(
    'Reads a calendar file as apply does; count, {n}, {choose: […]} and {between: […]} generate variations. The ' +
      'same --seed gives the same data. Rerun the command to resume an interrupted run.',
    'Liest eine Kalenderdatei wie apply; count, {n}, {choose: […]} und {between: […]} erzeugen Varianten. ' +
      'Derselbe Wert für --seed ergibt dieselben Daten. Ein abgebrochener Lauf wird fortgesetzt, wenn derselbe Befehl ' +
      'erneut ausgeführt wird.',
  ),
  operands: [{ ...files, optional: true }],
  options: seed_options,
  examples: [
    {
      line: 'seed parish.yaml --out ids.env',
      meaning: text('write the ids for use in tests', 'die IDs für Tests speichern'),
    },
    {
      line: 'seed --generate events=1000,venues=20 --seed 42',
      meaning: text('generate 1000 events', '1000 Termine erzeugen'),
    },
  ],
  load: async () => (await import('../seed/seed.run.ts')).seed,
}

// `cal import`: its arguments, flags and examples.
import type { Command, Options } from '../../core/command.ts'
import { yes_option } from '../../arguments/options.ts'
import { missing_option, planning_options, reading_options, running_options, sources } from '../bulk-flags.ts'
import { text } from '../shared-flags.ts'

export const import_options = {
  ...reading_options,
  on_existing: {
    type: 'string',
    value: 'ACTION',
    choices: ['error', 'update', 'skip'],
    default: 'error',
    meaning: text(
      'what to do if a record exists but differs',
      'was geschieht, wenn ein Eintrag existiert, aber abweicht',
    ),
  },
  ...missing_option,
  ...planning_options,
  ...running_options,
  rejected: {
    type: 'string',
    value: 'FILE',
    meaning: text('file for rejected records', 'Datei für abgelehnte Einträge'),
  },
  resume: {
    type: 'boolean',
    only: 'on',
    meaning: text(
      'resume an interrupted run: the newest, or the one named instead of files',
      'einen abgebrochenen Lauf fortsetzen: den neuesten oder den statt Dateien genannten',
    ),
  },
  ...yes_option,
} as const satisfies Options

export const import_command: Command = {
  path: ['import'],
  effect: 'writes',
  handlesSignals: true,
  showsPlan: true,
  needsCalendar: ({ resume }) => resume === true,
  summary: text('create and update many records from files', 'viele Einträge aus Dateien anlegen und ändern'),
  details: text(
    'Reads JSON, NDJSON, CSV, TSV, Excel (.xlsx), OpenDocument (.ods), YAML and iCalendar. Existing records are recognized: a second run changes nothing.',
    'Liest JSON, NDJSON, CSV, TSV, Excel (.xlsx), OpenDocument (.ods), YAML und iCalendar. Vorhandene Einträge werden erkannt: Ein zweiter Lauf ändert nichts.',
  ),
  operands: [{ ...sources, optional: true }],
  options: import_options,
  examples: [
    {
      line: 'import events.csv --create-missing --dry-run',
      meaning: text('preview the plan', 'den Plan vorab anzeigen'),
    },
    {
      line: 'import calendar.json --on-existing update --yes',
      meaning: text('bring everything up to date', 'alles auf den Stand der Datei bringen'),
    },
    { line: 'import --resume', meaning: text('resume after a crash', 'nach einem Absturz fortsetzen') },
  ],
  load: async () => (await import('./import.run.ts')).importFiles,
}

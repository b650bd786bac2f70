// `cal import` and `cal validate`: their arguments, flags and examples.
import { yes_option } from '../../arguments/options.ts'
import type { Command, Options } from '../../core/command.ts'
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
      'Vorgehen, wenn ein Eintrag vorhanden ist, aber abweicht',
    ),
  },
  ...missing_option,
  ...planning_options,
  ...running_options,
  rejected: {
    type: 'string',
    value: 'FILE',
    rare: true,
    meaning: text('write rejected records to this file', 'abgelehnte Einträge in diese Datei schreiben'),
  },
  resume: {
    type: 'boolean',
    only: 'on',
    meaning: text(
      'resume the latest interrupted run, or the run given instead of FILE',
      'letzten abgebrochenen Lauf fortsetzen oder den statt DATEI angegebenen',
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
  summary: text('create and update records from files', 'Einträge aus Dateien anlegen und ändern'),
  details: text(
    'Reads JSON, NDJSON, CSV, TSV, Excel (.xlsx), OpenDocument (.ods), YAML and iCalendar. Existing records are ' +
      'recognized, so a second run changes nothing.',
    'Liest JSON, NDJSON, CSV, TSV, Excel (.xlsx), OpenDocument (.ods), YAML und iCalendar. Vorhandene Einträge ' +
      'werden erkannt; ein zweiter Lauf ändert deshalb nichts.',
  ),
  operands: [{ ...sources, optional: true }],
  options: import_options,
  examples: [
    {
      line: 'import events.csv --create-missing --dry-run',
      meaning: text('preview the import', 'den Import vorab anzeigen'),
    },
    {
      line: 'import events.csv --create-missing --on-existing update --yes',
      meaning: text('create new records and update existing ones', 'neue Einträge anlegen, vorhandene ändern'),
    },
    { line: 'import --resume', meaning: text('resume an interrupted import', 'einen abgebrochenen Import fortsetzen') },
  ],
  load: async () => (await import('./import.run.ts')).importFiles,
}

export const validate_command: Command = {
  path: ['validate'],
  effect: 'local',
  summary: text('check files without sending anything', 'Dateien prüfen, ohne etwas zu senden'),
  operands: [sources],
  options: reading_options,
  examples: [
    { line: 'validate events.csv', meaning: text('list all errors of a file', 'alle Fehler einer Datei auflisten') },
  ],
  load: async () => (await import('./validate.run.ts')).validate,
}

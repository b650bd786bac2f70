// `cal import` and `cal validate`: their arguments, flags and examples.
import { t } from '../../../base/text/language.ts'
import { yes_option } from '../../arguments/options.ts'
import type { Command, Options } from '../../core/command.ts'
import { missing_option, planning_options, reading_options, running_options, sources } from '../bulk-flags.ts'

export const import_options = {
  ...reading_options,
  on_existing: {
    type: 'string',
    value: 'ACTION',
    choices: ['error', 'update', 'skip'],
    default: 'error',
    meaning: t('what to do if a record exists but differs'),
  },
  ...missing_option,
  ...planning_options,
  ...running_options,
  rejected: {
    type: 'string',
    value: 'FILE',
    rare: true,
    meaning: t('write rejected records to this file'),
  },
  resume: {
    type: 'boolean',
    only: 'on',
    meaning: t('resume the latest interrupted run, or the run given instead of FILE'),
  },
  ...yes_option,
} as const satisfies Options

export const import_command: Command = {
  path: ['import'],
  effect: 'writes',
  handlesSignals: true,
  showsPlan: true,
  needsCalendar: ({ resume }) => resume === true,
  summary: t('create and update records from files'),
  details: t(
    'Reads JSON, NDJSON, CSV, TSV, Excel (.xlsx), OpenDocument (.ods), YAML and iCalendar. Existing records are recognized, so a second run changes nothing.',
  ),
  operands: [{ ...sources, optional: true }],
  options: import_options,
  examples: [
    {
      line: 'import events.csv --create-missing --dry-run',
      meaning: t('preview the import'),
    },
    {
      line: 'import events.csv --create-missing --on-existing update --yes',
      meaning: t('create new records and update existing ones'),
    },
    { line: 'import --resume', meaning: t('resume an interrupted import') },
  ],
  load: async () => (await import('./import.run.ts')).importFiles,
}

export const validate_command: Command = {
  path: ['validate'],
  effect: 'local',
  summary: t('check files without sending anything'),
  operands: [sources],
  options: reading_options,
  examples: [{ line: 'validate events.csv', meaning: t('list all errors of a file') }],
  load: async () => (await import('./validate.run.ts')).validate,
}

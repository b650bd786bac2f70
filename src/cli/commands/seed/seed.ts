// `cal seed`: its arguments, flags and examples.
import { pattern, t } from '../../../base/text/language.ts'
import type { Command, Options } from '../../core/command.ts'
import { yes_option } from '../../arguments/options.ts'
import { calendar_file, files, planning_options, running_options, undo_options } from '../bulk-flags.ts'

export const seed_options = {
  ...calendar_file,
  generate: {
    type: 'string',
    value: 'COUNTS',
    meaning: t('generate records: events=1000,venues=20'),
  },
  out: {
    type: 'string',
    value: 'FILE',
    meaning: t('write the key and id of each record to this .json or .env file'),
  },
  cleanup: {
    type: 'string',
    value: 'RUN',
    meaning: t('undo an earlier run of seed'),
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
  summary: t('fill a calendar with reproducible test data'),
  details: pattern(
    'Reads a calendar file as apply does. In it, count, {n}, {choose: […]} and {between: […]} generate variations. The same --seed gives the same data. Rerun the command to resume an interrupted run.',
  ),
  operands: [{ ...files, optional: true }],
  options: seed_options,
  examples: [
    {
      line: 'seed parish.yaml --out ids.env',
      meaning: t('write the ids for use in tests'),
    },
    {
      line: 'seed --generate events=1000,venues=20 --seed 42',
      meaning: t('generate 1000 events'),
    },
  ],
  load: async () => (await import('../seed/seed.run.ts')).seed,
}

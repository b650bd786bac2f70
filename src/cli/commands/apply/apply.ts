// `cal apply` and `cal diff`: their arguments, flags and examples.
import { t } from '../../../base/text/language.ts'
import { yes_option } from '../../arguments/options.ts'
import type { Command, Options } from '../../core/command.ts'
import { calendar_file, files, planning_options, prune_options, running_options } from '../bulk-flags.ts'
import { copy_choice } from '../copy/copy.ts'

export const apply_options = {
  ...calendar_file,
  ...prune_options,
  ...planning_options,
  ...running_options,
  ...yes_option,
} as const satisfies Options

export const apply_command: Command = {
  path: ['apply'],
  effect: 'writes',
  handlesSignals: true,
  showsPlan: true,
  summary: t('make the calendar match a calendar file'),
  details: t(
    'Records are matched by their key, so a second run changes nothing. Rerun the command to resume an interrupted run.',
  ),
  operands: [{ ...files, optional: true }],
  options: apply_options,
  examples: [
    { line: 'apply -f parish.yaml --dry-run', meaning: t('preview the changes') },
    {
      line: 'apply -f parish.yaml --prune --yes',
      meaning: t('also delete what the file no longer contains'),
    },
  ],
  load: async () => (await import('./apply.run.ts')).apply,
}

export const diff_options = {
  ...calendar_file,
  from: {
    type: 'string',
    value: 'DATE|PROFILE',
    meaning: t('ignore events of the file that start before this date; with --to, calendar to copy from'),
  },
  until: { ...calendar_file.until, excludes: ['to'] },
  create_missing: { ...calendar_file.create_missing, excludes: ['to'] },
  seed: { ...calendar_file.seed, excludes: ['to'] },
  ...copy_choice,
  where: { ...copy_choice.where, needs: ['to'] },
  mirror: { ...copy_choice.mirror, needs: ['to'] },
  prune: { ...prune_options.prune, excludes: ['to'] },
  exit_code: {
    type: 'boolean',
    only: 'on',
    meaning: t('exit with code 10 if there are differences'),
  },
} as const satisfies Options

export const diff_command: Command = {
  path: ['diff'],
  effect: 'reads',
  summary: t('show what apply or copy would change'),
  operands: [{ ...files, optional: true }],
  options: diff_options,
  examples: [
    {
      line: 'diff -f parish.yaml --exit-code',
      meaning: t('in a script: exit code 10 if anything differs'),
    },
    {
      line: 'diff --from production --to staging --mirror',
      meaning: t('compare two calendars'),
    },
  ],
  load: async () => (await import('./apply.run.ts')).diff,
}

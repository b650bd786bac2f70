// `cal diff`: its arguments, flags and examples.
import type { Command, Options } from '../../core/command.ts'
import { copy_choice } from '../copy/copy.ts'
import { calendar_file, files, prune_options } from '../bulk-flags.ts'
import { text } from '../shared-flags.ts'

export const diff_options = {
  ...calendar_file,
  from: {
    type: 'string',
    value: 'DATE|PROFILE',
    meaning: text(
      'ignore events of the file that start before this date; with --to, calendar to copy from',
      'frühere Termine der Datei weglassen; mit --to: zu kopierender Kalender',
    ),
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
    meaning: text('exit with code 10 if there are differences', 'Rückgabewert 10 bei Unterschieden'),
  },
} as const satisfies Options

export const diff_command: Command = {
  path: ['diff'],
  effect: 'reads',
  summary: text('show what apply or copy would change', 'anzeigen, was apply oder copy ändern würde'),
  operands: [{ ...files, optional: true }],
  options: diff_options,
  examples: [
    {
      line: 'diff -f parish.yaml --exit-code',
      meaning: text('in a script: exit code 10 if anything differs', 'im Skript: Rückgabewert 10 bei Unterschieden'),
    },
    {
      line: 'diff --from production --to staging --mirror',
      meaning: text('compare two calendars', 'zwei Kalender vergleichen'),
    },
  ],
  load: async () => (await import('../apply/apply.run.ts')).diff,
}

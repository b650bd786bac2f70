// `cal diff`: its arguments, flags and examples.
import type { Command, Options } from '../../core/command.ts'
import { copy_choice } from '../copy/copy.ts'
import { calendar_file, files, planning_options, prune_options } from '../bulk-flags.ts'
import { text } from '../shared-flags.ts'

export const diff_options = {
  ...calendar_file,
  from: {
    type: 'string',
    value: 'DATE|PROFILE',
    meaning: text(
      'leave out events of the file that start before; with --to, the calendar that would be copied',
      'frühere Termine der Datei weglassen; mit --to der Kalender, der kopiert würde',
    ),
  },
  ...copy_choice,
  prune: prune_options.prune,
  exit_code: {
    ...planning_options.exit_code,
    meaning: text('exit with 10 if something differs', 'Rückgabewert 10, wenn sich etwas unterscheidet'),
  },
} as const satisfies Options

export const diff_command: Command = {
  path: ['diff'],
  effect: 'reads',
  summary: text('show what apply or copy would change', 'zeigen, was apply oder copy ändern würde'),
  operands: [{ ...files, optional: true }],
  options: diff_options,
  examples: [
    {
      line: 'diff -f services.yaml --exit-code',
      meaning: text('for scripts: did anything change?', 'für Skripte: Hat sich etwas geändert?'),
    },
    {
      line: 'diff --from production --to staging --mirror',
      meaning: text('two calendars', 'zwei Kalender'),
    },
  ],
  load: async () => (await import('../apply/apply.run.ts')).diff,
}

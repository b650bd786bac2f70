// `cal apply`: its arguments, flags and examples.
import type { Command, Options } from '../../core/command.ts'
import { yes_option } from '../../arguments/options.ts'
import { calendar_file, files, planning_options, prune_options, running_options } from '../bulk-flags.ts'
import { text } from '../shared-flags.ts'

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
  summary: text('make the calendar match a file', 'den Kalender einer Datei angleichen'),
  details: text(
    'Existing records are found by their key: running the command again changes nothing. After Ctrl-C, a crash or kill -9, rerun it to resume.',
    'Vorhandene Einträge werden an ihrem Schlüssel erkannt: Ein zweiter Lauf ändert nichts. Nach Strg-C, Absturz oder kill -9 setzt derselbe Befehl die Arbeit fort.',
  ),
  operands: [{ ...files, optional: true }],
  options: apply_options,
  examples: [
    { line: 'apply -f services.yaml --dry-run', meaning: text('what would change', 'was sich ändern würde') },
    {
      line: 'apply -f services.yaml --prune --yes',
      meaning: text('without a prompt, for scripts', 'ohne Rückfrage, für Skripte'),
    },
  ],
  load: async () => (await import('../apply/apply.run.ts')).apply,
}

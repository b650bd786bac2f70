// `cal apply`: its arguments, flags and examples.
import type { Command } from '../../core/command.ts'
import { yes_option } from '../../arguments/options.ts'
import { calendar_file, files, planning_options, prune_options, running_options } from '../bulk-flags.ts'
import { text } from '../shared-flags.ts'

export const apply_command: Command = {
  path: ['apply'],
  effect: 'writes',
  handlesSignals: true,
  showsPlan: true,
  summary: text('make the calendar match a file', 'den Kalender einer Datei angleichen'),
  details: text(
    'What is there already is found by its key, so that the same command twice changes nothing the second time; after Ctrl-C, a crash or kill -9 it goes on where it was.',
    'Was schon da ist, wird am Schlüssel erkannt: Derselbe Befehl ändert beim zweiten Mal nichts und macht nach Strg-C, Absturz oder kill -9 dort weiter, wo er war.',
  ),
  operands: [{ ...files, optional: true }],
  options: { ...calendar_file, ...prune_options, ...planning_options, ...running_options, ...yes_option },
  examples: [
    { line: 'apply -f services.yaml --dry-run', meaning: text('what would change', 'was sich ändern würde') },
    {
      line: 'apply -f services.yaml --prune --yes',
      meaning: text('without a question, for scripts', 'ohne Rückfrage, für Skripte'),
    },
  ],
  load: async () => (await import('../apply/apply.run.ts')).apply,
}

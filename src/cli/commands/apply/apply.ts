// `cal apply`: its arguments, flags and examples.
import type { Command, Options } from '../../core/command.ts'
import { yes_option } from '../../arguments/options.ts'
import {
  browse_plan_option,
  calendar_file,
  files,
  planning_options,
  prune_options,
  running_options,
} from '../bulk-flags.ts'
import { text } from '../shared-flags.ts'

export const apply_options = {
  ...calendar_file,
  ...prune_options,
  ...planning_options,
  ...browse_plan_option,
  ...running_options,
  ...yes_option,
} as const satisfies Options

export const apply_command: Command = {
  path: ['apply'],
  effect: 'writes',
  handlesSignals: true,
  showsPlan: true,
  summary: text('make the calendar match a calendar file', 'Kalender an eine Kalenderdatei angleichen'),
  details: text(
    'Records are matched by their key, so a second run changes nothing. Rerun the command to resume an interrupted run.',
    'Einträge werden an ihrem Schlüssel erkannt; ein zweiter Lauf ändert deshalb nichts. Ein abgebrochener Lauf ' +
      'wird fortgesetzt, wenn derselbe Befehl erneut ausgeführt wird.',
  ),
  operands: [{ ...files, optional: true }],
  options: apply_options,
  examples: [
    { line: 'apply -f parish.yaml --dry-run', meaning: text('preview the changes', 'Änderungen vorab anzeigen') },
    {
      line: 'apply -f parish.yaml --prune --yes',
      meaning: text('also delete what the file no longer contains', 'auch löschen, was die Datei nicht mehr enthält'),
    },
  ],
  load: async () => (await import('../apply/apply.run.ts')).apply,
}

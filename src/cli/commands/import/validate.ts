// `cal validate`: its arguments, flags and examples.
import type { Command } from '../../core/command.ts'
import { reading_options, sources } from '../bulk-flags.ts'
import { text } from '../shared-flags.ts'

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

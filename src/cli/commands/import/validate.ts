// `cal validate`: its arguments, flags and examples.
import type { Command } from '../../core/command.ts'
import { reading_options, sources } from '../bulk-flags.ts'
import { text } from '../shared-flags.ts'

export const validate_command: Command = {
  path: ['validate'],
  effect: 'local',
  summary: text('check files without a server', 'Dateien ohne Server prüfen'),
  operands: [sources],
  options: reading_options,
  examples: [{ line: 'validate events.csv', meaning: text('all errors at once', 'alle Fehler auf einmal') }],
  load: async () => (await import('./validate.run.ts')).validate,
}

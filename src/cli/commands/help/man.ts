// `cal __man`: its arguments.
import type { Command } from '../../core/command.ts'

export const man_command: Command = {
  path: ['__man'],
  hidden: true,
  summary: { en: 'write the manual pages', de: 'die Handbuchseiten schreiben' },
  operands: [{ name: 'FOLDER', optional: true, meaning: { en: 'target folder', de: 'wohin' } }],
  effect: 'local',
  load: async () => (await import('./man.run.ts')).writeManual,
}

// `cal demo`: its arguments.
import type { Command } from '../../core/command.ts'

export const demo_command: Command = {
  path: ['demo'],
  summary: {
    en: 'create a database file with sample events',
    de: 'eine Datenbankdatei mit einem Beispielkalender anlegen',
  },
  operands: [
    {
      name: 'FILE',
      optional: true,
      meaning: { en: 'the file (default: demo.db)', de: 'die Datei (Standard: demo.db)' },
    },
  ],
  effect: 'local',
  handlesSignals: true,
  load: async () => (await import('./demo.run.ts')).demo,
}

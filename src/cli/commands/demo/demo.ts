// `cal demo`: its arguments.
import type { Command } from '../../core/command.ts'

export const demo_command: Command = {
  path: ['demo'],
  summary: {
    en: 'make a calendar file with a sample calendar',
    de: 'eine Kalenderdatei mit einem Beispielkalender anlegen',
  },
  operands: [
    {
      name: 'FILE',
      optional: true,
      meaning: { en: 'the file, demo.db where none is given', de: 'die Datei, ohne Angabe demo.db' },
    },
  ],
  effect: 'local',
  handlesSignals: true,
  load: async () => (await import('./demo.run.ts')).demo,
}

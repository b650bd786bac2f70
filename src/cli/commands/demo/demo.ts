// `cal demo`: its arguments.
import type { Command } from '../../core/command.ts'

export const demo_command: Command = {
  path: ['demo'],
  summary: {
    en: 'create a database file with sample events',
    de: 'Datenbankdatei mit Beispielterminen anlegen',
  },
  operands: [
    {
      name: 'FILE',
      optional: true,
      meaning: { en: 'file to create (default: demo.db)', de: 'anzulegende Datei (Standard: demo.db)' },
    },
  ],
  effect: 'local',
  handlesSignals: true,
  examples: [
    {
      line: 'demo sample.db',
      meaning: {
        en: 'create sample.db; then: cal agenda --api-root file:sample.db',
        de: 'die Datei sample.db anlegen; danach: cal agenda --api-root file:sample.db',
      },
    },
  ],
  load: async () => (await import('./demo.run.ts')).demo,
}

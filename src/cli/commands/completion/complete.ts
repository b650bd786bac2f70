// What completion scripts ask at every press of a key: apart from all others, so that it is answered at once.
import { live_kinds } from '../../core/choices.ts'
import type { Command } from '../../core/command.ts'

export const completing_commands: readonly Command[] = [
  {
    path: ['__complete'],
    hidden: true,
    summary: { en: 'words for completion scripts', de: 'Wörter für Vervollständigungsskripte' },
    operands: [
      { name: 'KIND', choices: live_kinds, meaning: { en: 'what is looked for', de: 'was gesucht wird' } },
      { name: 'PREFIX', optional: true, meaning: { en: 'how it begins', de: 'wie es beginnt' } },
    ],
    effect: 'local',
    load: async () => (await import('./complete.run.ts')).complete,
  },
]

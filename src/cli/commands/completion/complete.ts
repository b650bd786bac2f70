// The hidden command that completion scripts call. A separate file, so that nothing else is loaded.
import { lookup_kinds } from '../../core/choices.ts'
import type { Command } from '../../core/command.ts'

export const completing_commands: readonly Command[] = [
  {
    path: ['__complete'],
    hidden: true,
    summary: { en: 'candidates for completion scripts', de: 'Kandidaten für Vervollständigungsskripte' },
    operands: [
      { name: 'KIND', choices: lookup_kinds, meaning: { en: 'what to complete', de: 'was vervollständigt wird' } },
      { name: 'PREFIX', optional: true, meaning: { en: 'prefix of the candidates', de: 'Anfang der Kandidaten' } },
    ],
    effect: 'local',
    load: async () => (await import('./complete.run.ts')).complete,
  },
]

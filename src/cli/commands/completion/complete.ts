// The hidden command that completion scripts call. A separate file, so that nothing else is loaded.
import { t } from '../../../base/text/language.ts'
import { lookup_kinds } from '../../core/outcome.ts'
import type { Command } from '../../core/command.ts'

export const completing_commands: readonly Command[] = [
  {
    path: ['__complete'],
    hidden: true,
    summary: t('candidates for completion scripts'),
    operands: [
      { name: 'KIND', choices: lookup_kinds, meaning: t('what to complete') },
      { name: 'PREFIX', optional: true, meaning: t('prefix of the candidates') },
    ],
    effect: 'local',
    load: async () => (await import('./complete.run.ts')).complete,
  },
]

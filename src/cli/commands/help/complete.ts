// The hidden command that completion scripts call. A separate file, so that nothing else is loaded.
import { t } from '../../../base/text/language.ts'
import { type Command, operand } from '../../types/command.ts'

export const completing_commands: readonly Command[] = [
  {
    path: ['__complete'],
    hidden: true,
    summary: t('candidates for completion scripts'),
    operands: [
      operand('WORD', t('words of the command line, after --; the last is completed'), { optional: true, many: true }),
    ],
    effect: 'local',
    load: async () => (await import('./complete.run.ts')).complete,
  },
]

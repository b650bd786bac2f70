// `cal demo`: its arguments.
import { t } from '../../../base/text/language.ts'
import type { Command } from '../../core/command.ts'

export const demo_command: Command = {
  path: ['demo'],
  summary: t('create a database file with sample events'),
  operands: [
    {
      name: 'FILE',
      optional: true,
      meaning: t('file to create (default: demo.db)'),
    },
  ],
  effect: 'local',
  handlesSignals: true,
  examples: [
    {
      line: 'demo sample.db',
      meaning: t('create sample.db; then: cal agenda --api-root file:sample.db'),
    },
  ],
  load: async () => (await import('./demo.run.ts')).demo,
}

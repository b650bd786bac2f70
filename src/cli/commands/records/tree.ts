// `cal categories tree`: its flags.
import { resources } from '../../../spec/resources.ts'
import type { Command } from '../../core/command.ts'
import { text } from '../shared-flags.ts'

export const tree_command: Command = {
  path: ['tree'],
  effect: 'reads',
  summary: text('show categories below their parents', 'Kategorien als Baum zeigen'),
  parameters: { hide_empty: resources.categories.query.hide_empty },
  load: async () => (await import('./tree.run.ts')).showTree,
}

// `cal categories tree`: its flags.
import { resources } from '../../../spec/resources.ts'
import type { Command } from '../../core/command.ts'
import { text } from '../shared-flags.ts'

export const tree_command: Command = {
  path: ['tree'],
  effect: 'reads',
  summary: text('show categories as a tree', 'Kategorien als Baum anzeigen'),
  parameters: { hide_empty: resources.categories.query.hide_empty },
  load: async () => (await import('./tree.run.ts')).showTree,
}

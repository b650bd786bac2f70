// `cal mcp`: its flags and examples.
import { t } from '../../../base/text/language.ts'
import type { Command, Options } from '../../core/command.ts'

export const mcp_options = {
  allow_writes: {
    type: 'boolean',
    only: 'on',
    meaning: t('also offer the tools that create, update and delete records'),
  },
  import_folder: {
    type: 'string',
    value: 'FOLDER',
    meaning: t('let imports read files below this folder (default: no files)'),
  },
} as const satisfies Options

export const mcp_command: Command = {
  path: ['mcp'],
  effect: 'reads',
  prints: 'nothing',
  handlesSignals: true,
  summary: t('give an AI assistant access to the calendar (MCP server)'),
  details: t(
    'Implements the Model Context Protocol over standard input and output. Configure your assistant to run "cal mcp".\nWithout --allow-writes nothing can be changed. Every write is recorded: cal history list shows it, cal history undo reverts it.',
  ),
  options: mcp_options,
  examples: [
    {
      line: 'mcp --api-root file:./calendar.db',
      meaning: t('read-only access to a local calendar'),
    },
    {
      line: 'mcp --profile staging --allow-writes',
      meaning: t('read and change the calendar of a profile'),
    },
  ],
  load: async () => (await import('./mcp.run.ts')).mcp,
}

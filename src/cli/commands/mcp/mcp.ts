// `cal mcp`: its flags and examples.
import type { Command, Options } from '../../core/command.ts'
import { text } from '../shared-flags.ts'

export const mcp_options = {
  allow_writes: {
    type: 'boolean',
    only: 'on',
    meaning: text(
      'also offer the tools that create, update and delete records',
      'auch die Werkzeuge zum Anlegen, Ändern und Löschen anbieten',
    ),
  },
  import_folder: {
    type: 'string',
    value: 'FOLDER',
    meaning: text(
      'let imports read files below this folder (default: no files)',
      'Importe dürfen Dateien unterhalb dieses Ordners lesen (Standard: keine)',
    ),
  },
} as const satisfies Options

export const mcp_command: Command = {
  path: ['mcp'],
  effect: 'reads',
  prints: 'nothing',
  handlesSignals: true,
  summary: text(
    'give an AI assistant access to the calendar (MCP server)',
    'KI-Assistenten Zugriff auf den Kalender geben (MCP-Server)',
  ),
  details: text(
    'Implements the Model Context Protocol over standard input and output. Configure your assistant to run "cal mcp".\n' +
      'Without --allow-writes nothing can be changed. Every write is recorded: cal history list shows it, cal history undo reverts it.',
    'Verwendet das Model Context Protocol über Standardeingabe und -ausgabe. Gestartet wird der Server von einem ' +
      'Assistenten, in dessen Konfiguration die Befehlszeile „cal mcp“ steht.\n' +
      'Ohne --allow-writes lässt sich nichts ändern. Jede Änderung wird protokolliert: cal history list zeigt ' +
      'sie, cal history undo macht sie rückgängig.',
  ),
  options: mcp_options,
  examples: [
    {
      line: 'mcp --api-root file:./calendar.db',
      meaning: text('read-only access to a local calendar', 'Lesezugriff auf einen lokalen Kalender'),
    },
    {
      line: 'mcp --profile staging --allow-writes',
      meaning: text('read and change the calendar of a profile', 'den Kalender eines Profils lesen und ändern'),
    },
  ],
  load: async () => (await import('./mcp.run.ts')).mcp,
}

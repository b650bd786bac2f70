// `cal browse`: its arguments, flags and examples.
import type { Command, Options } from '../../core/command.ts'
import { text } from '../shared-flags.ts'

export const browse_options = {
  open: {
    type: 'boolean',
    only: 'off',
    meaning: text(
      'print the address instead of opening a browser',
      'die Adresse ausgeben, statt einen Browser zu öffnen',
    ),
  },
  idle: {
    type: 'string',
    value: 'DURATION',
    default: '30m',
    meaning: text(
      'end after this time without a request: 90s, 5m, 1h30m',
      'nach dieser Zeit ohne Anfrage beenden: 90s, 5m, 1h30m',
    ),
  },
} as const satisfies Options

export const browse_command: Command = {
  path: ['browse'],
  aliases: ['open'],
  effect: 'reads',
  prints: 'nothing',
  handlesSignals: true,
  summary: text('show the calendar or an event in the browser', 'Kalender oder Termin im Browser zeigen'),
  details: text(
    'Opens the pages of cal serve. For any other service, a file or a database, serves the same pages read-only ' +
      'on a free local port until Ctrl-C, including the drafts and private events that you may see. Credentials ' +
      'stay in cal; the address is secret, and only this machine can reach it.\n' +
      'Without a desktop, the address is printed. Set BROWSER to use another program. The page of an event on its ' +
      'own site: cal events get 15 --web.',
    'Öffnet die Seiten von cal serve. Für andere Dienste, Dateien und Datenbanken erscheinen dieselben Seiten auf ' +
      'einem freien Port dieses Rechners, nur lesend und bis Strg+C: auch Entwürfe und private Termine, soweit sie ' +
      'für dieses Konto sichtbar sind. Zugangsdaten bleiben in cal; die Adresse ist geheim und nur auf diesem ' +
      'Rechner erreichbar.\n' +
      'Ohne grafische Oberfläche wird die Adresse ausgegeben. BROWSER legt ein anderes Programm fest. Die Seite ' +
      'eines Termins auf seiner eigenen Website: cal events get 15 --web.',
  ),
  operands: [
    {
      name: 'TARGET',
      optional: true,
      many: true,
      meaning: text(
        'id, slug or URL of an event, or kind and target: venue 4 (default: the calendar)',
        'ID, Slug oder URL eines Termins, oder Art und Ziel: venue 4 (Standard: der Kalender)',
      ),
    },
  ],
  options: browse_options,
  examples: [
    {
      line: 'browse --api-root file:./calendar.db',
      meaning: text('a calendar in a file', 'ein Kalender in einer Datei'),
    },
    { line: 'browse 15', meaning: text('event 15', 'Termin 15') },
    { line: 'browse venue blue-cellar --no-open', meaning: text('the address of a venue', 'die Adresse eines Orts') },
  ],
  load: async () => (await import('./browse.run.ts')).browse,
}

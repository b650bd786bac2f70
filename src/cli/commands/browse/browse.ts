// `cal browse`: its arguments, flags and examples.
import { t } from '../../../base/text/language.ts'
import type { Command, Options } from '../../core/command.ts'

export const browse_options = {
  open: {
    type: 'boolean',
    only: 'off',
    meaning: t('print the address instead of opening a browser'),
  },
  idle: {
    type: 'string',
    value: 'DURATION',
    default: '30m',
    meaning: t('end after this time without a request: 90s, 5m, 1h30m'),
  },
} as const satisfies Options

export const browse_command: Command = {
  path: ['browse'],
  aliases: ['open'],
  effect: 'reads',
  prints: 'nothing',
  handlesSignals: true,
  summary: t('show the calendar or an event in the browser'),
  details: t(
    'Opens the pages of cal serve. For any other service, a file or a database, serves the same pages read-only on a free local port until Ctrl-C, including the drafts and private events that you may see. Credentials stay in cal; the address is secret, and only this machine can reach it.\nWithout a desktop, the address is printed. Set BROWSER to use another program. The page of an event on its own site: cal events get 15 --web.',
  ),
  operands: [
    {
      name: 'TARGET',
      optional: true,
      many: true,
      meaning: t('id, slug or URL of an event, or kind and target: venue 4 (default: the calendar)'),
    },
  ],
  options: browse_options,
  examples: [
    {
      line: 'browse --api-root file:./calendar.db',
      meaning: t('a calendar in a file'),
    },
    { line: 'browse 15', meaning: t('event 15') },
    { line: 'browse venue blue-cellar --no-open', meaning: t('the address of a venue') },
  ],
  load: async () => (await import('./browse.run.ts')).browse,
}

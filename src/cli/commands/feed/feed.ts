// `cal feed`: its arguments and examples.
import { t } from '../../../base/text/language.ts'
import type { Command } from '../../core/command.ts'

export const feed_command: Command = {
  path: ['feed'],
  aliases: ['subscribe'],
  effect: 'reads',
  summary: t('show the address to subscribe to a calendar'),
  details: t(
    'Calendar programs fetch this address regularly. It holds public events only. On a terminal, a QR code opens it on a phone; in a pipe, only the https address is printed.',
  ),
  operands: [
    {
      name: 'TARGET',
      optional: true,
      many: true,
      meaning: t('id, slug or URL of an event, or kind and target: category music (default: the whole calendar)'),
    },
  ],
  examples: [
    { line: 'feed', meaning: t('all public events') },
    { line: 'feed category music', meaning: t('the events of a category') },
    { line: 'feed tag open-air -o json', meaning: t('both addresses as JSON') },
    { line: 'feed 15', meaning: t('one event') },
  ],
  load: async () => (await import('./feed.run.ts')).feed,
}

// `cal feed`: its arguments and examples.
import type { Command } from '../../core/command.ts'
import { text } from '../shared-flags.ts'

export const feed_command: Command = {
  path: ['feed'],
  aliases: ['subscribe'],
  effect: 'reads',
  summary: text(
    'show the address to subscribe to a calendar',
    'Adresse zeigen, unter der sich ein Kalender abonnieren lässt',
  ),
  details: text(
    'Calendar programs fetch this address regularly. It holds public events only. On a terminal, a QR code opens ' +
      'it on a phone; in a pipe, only the https address is printed.',
    'Kalenderprogramme rufen diese Adresse regelmäßig ab. Sie enthält nur öffentliche Termine. Im Terminal öffnet ' +
      'ein QR-Code sie auf einem Telefon; in eine Pipe wird nur die https-Adresse geschrieben.',
  ),
  operands: [
    {
      name: 'TARGET',
      optional: true,
      many: true,
      meaning: text(
        'id, slug or URL of an event, or kind and target: category music (default: the whole calendar)',
        'ID, Slug oder URL eines Termins, oder Art und Ziel: category music (Standard: der ganze Kalender)',
      ),
    },
  ],
  examples: [
    { line: 'feed', meaning: text('all public events', 'alle öffentlichen Termine') },
    { line: 'feed category music', meaning: text('the events of a category', 'die Termine einer Kategorie') },
    { line: 'feed tag open-air -o json', meaning: text('both addresses as JSON', 'beide Adressen als JSON') },
    { line: 'feed 15', meaning: text('one event', 'ein einzelner Termin') },
  ],
  load: async () => (await import('./feed.run.ts')).feed,
}

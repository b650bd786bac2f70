// `cal search`: its arguments, flags and examples.
import type { Command } from '../../core/command.ts'
import { text } from '../shared-flags.ts'

export const search_command: Command = {
  path: ['search'],
  aliases: ['find'],
  effect: 'reads',
  summary: text(
    'search events, venues, organizers, categories and tags',
    'Termine, Orte, Veranstalter, Kategorien und Schlagwörter durchsuchen',
  ),
  details: text(
    'Upcoming events come first, then past ones. With -o, each record has a field kind: event, venue, organizer, category or tag.',
    'Kommende Termine stehen vor vergangenen. Mit -o hat jeder Eintrag ein Feld kind: event, venue, organizer, category oder tag.',
  ),
  operands: [
    {
      name: 'WORDS',
      many: true,
      meaning: text('what to search for; quotes are not needed', 'der Suchtext; Anführungszeichen sind nicht nötig'),
    },
  ],
  options: {
    limit: {
      type: 'integer',
      value: 'N',
      default: 10,
      meaning: text('maximum number of results of each kind', 'Höchstzahl der Treffer je Art'),
    },
  },
  examples: [
    { line: 'search jazz', meaning: text('everything that mentions jazz', 'alles, was Jazz erwähnt') },
    {
      line: 'search town library --jq \'.[] | select(.kind == "venue") | .id\'',
      meaning: text('ids of the venues only', 'nur die IDs der Orte'),
    },
  ],
  load: async () => (await import('./search.run.ts')).search,
}

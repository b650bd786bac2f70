// `cal search`: its arguments, flags and examples.
import type { Command } from '../../core/command.ts'
import { text } from '../shared-flags.ts'

export const search_command: Command = {
  path: ['search'],
  aliases: ['find'],
  effect: 'reads',
  summary: text('search all kinds of records', 'Einträge aller Arten durchsuchen'),
  details: text(
    'Upcoming events are listed before past ones. With -o, each record has a kind field.',
    'Kommende Termine stehen vor vergangenen. Mit -o hat jeder Eintrag ein Feld „kind“.',
  ),
  operands: [
    {
      name: 'WORDS',
      many: true,
      meaning: text('text to search for', 'Suchtext'),
    },
  ],
  options: {
    limit: {
      type: 'integer',
      value: 'N',
      default: 10,
      meaning: text('maximum number of results per kind', 'maximale Anzahl Treffer je Art'),
    },
  },
  examples: [
    { line: 'search jazz', meaning: text('all records that mention jazz', 'alle Einträge, in denen Jazz vorkommt') },
    {
      line: 'search town library --jq \'.[] | select(.kind == "venue") | .id\'',
      meaning: text('only the ids of venues', 'nur die IDs von Orten'),
    },
  ],
  load: async () => (await import('./search.run.ts')).search,
}

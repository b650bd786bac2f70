// `cal search`: its arguments, flags and examples.
import { t } from '../../../base/text/language.ts'
import type { Command } from '../../core/command.ts'

export const search_command: Command = {
  path: ['search'],
  aliases: ['find'],
  effect: 'reads',
  summary: t('search all kinds of records'),
  details: t('Upcoming events are listed before past ones. With -o, each record has a kind field.'),
  operands: [
    {
      name: 'WORDS',
      many: true,
      meaning: t('text to search for'),
    },
  ],
  options: {
    limit: {
      type: 'integer',
      value: 'N',
      default: 10,
      meaning: t('maximum number of results per kind'),
    },
  },
  examples: [
    { line: 'search jazz', meaning: t('all records that mention jazz') },
    {
      line: 'search town library --jq \'.[] | select(.kind == "venue") | .id\'',
      meaning: t('only the ids of venues'),
    },
  ],
  load: async () => (await import('./search.run.ts')).search,
}

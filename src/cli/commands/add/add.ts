// `cal add`: its arguments, flags and examples.
import { t } from '../../../base/text/language.ts'
import { resources } from '../../../spec/resources.ts'
import { writing_options, yes_option } from '../../arguments/options.ts'
import type { Command } from '../../core/command.ts'
import { create_missing } from '../shared-flags.ts'

const { status, timezone, description } = resources.events.fields

export const add_command: Command = {
  path: ['add'],
  effect: 'writes',
  resource: 'events',
  summary: t('create an event from one line of text'),
  details: t(
    'In any order: title, date, time, duration or end, @VENUE, and #NAME for each category or tag. Without a time, the event lasts all day. cal add shows what it understood and asks for confirmation; without a terminal, --yes is required. With --create-missing, an unknown #NAME becomes a tag.',
  ),
  operands: [
    {
      name: 'WORDS',
      many: true,
      meaning: t('the event as one line of text, in quotes because # starts a shell comment'),
    },
  ],
  parameters: { status, timezone, description },
  options: { ...create_missing, ...writing_options, ...yes_option },
  examples: [
    {
      line: 'add "Open stage friday 8pm 3h @ Blue Cellar #music"',
      meaning: t('Friday, 20:00 to 23:00'),
    },
    {
      line: 'add "Book club 2026-12-03 19:00-21:00 @ Town Library" --yes',
      meaning: t('with an end time, without confirmation'),
    },
    {
      line: 'add "Street party 2027-06-12 2d #outdoor" --create-missing --status draft',
      meaning: t('two days, with a new tag, as a draft'),
    },
  ],
  load: async () => (await import('./add.run.ts')).add,
}

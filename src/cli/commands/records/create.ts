// `cal KIND create`: the arguments, flags and examples it has for each kind of record.
import type { Resource } from '../../../spec/model.ts'
import { operationNamed } from '../../../spec/operations.ts'
import type { Command } from '../../core/command.ts'
import { writing_options } from '../../arguments/options.ts'
import {
  allow_duplicate,
  create_missing,
  event_notes,
  event_options,
  record_options,
  text,
  synonymsOf,
} from '../shared-flags.ts'

export function createCommand({ plural, singular, title, name }: Resource): Command {
  return {
    path: ['create'],
    aliases: ['new', 'add'],
    effect: 'writes',
    summary: text(`create a ${title.en}`.replace(/^create a (?=[aeiou])/, 'create an '), `${title.de} anlegen`),
    parameters: operationNamed(`${plural}.create`).parameters,
    synonyms: synonymsOf(name),
    ...(plural === 'events' ? { parameter_notes: event_notes } : {}),
    options: {
      ...record_options,
      ...(plural === 'events' ? { ...event_options, ...create_missing } : {}),
      ...writing_options,
      ...(plural === 'venues' || plural === 'organizers' ? allow_duplicate : {}),
    },
    examples: [
      {
        line:
          plural === 'events'
            ? 'events create --title Jazz --start-date "2027-03-01 20:00" --duration 3h'
            : `${singular} create --name "…"`,
        meaning: text('with required fields only', 'nur mit den Pflichtfeldern'),
      },
    ],
    load: async () => (await import('./create.run.ts')).createOf(plural),
  }
}

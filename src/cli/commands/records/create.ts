// `cal KIND create`: the arguments, flags and examples it has for each kind of record.
import type { Plural, Resource } from '../../../spec/model.ts'
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

const example_names: Readonly<Record<Plural, string>> = {
  events: '',
  venues: '"Market Hall" --city Ulm',
  organizers: '"City Theatre" --email info@theatre.example',
  categories: 'Blues --parent music',
  tags: 'indoors',
}

const rare_event_fields = ['timezone', 'image', 'website', 'featured']

/** `an event`, `a venue` */
function article(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`
}

export function createCommand({ plural, title, name }: Resource): Command {
  return {
    path: ['create'],
    aliases: ['new', 'add'],
    effect: 'writes',
    summary: text(`create ${article(title.en)}`, `${title.de} anlegen`),
    parameters: operationNamed(`${plural}.create`).parameters,
    synonyms: synonymsOf(name),
    ...(plural === 'events' ? { parameter_notes: event_notes, rare_parameters: rare_event_fields } : {}),
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
            : `${plural} create --name ${example_names[plural]}`,
        meaning: text(`create ${article(title.en)}`, `${title.de} anlegen`),
      },
    ],
    load: async () => (await import('./create.run.ts')).createOf(plural),
  }
}

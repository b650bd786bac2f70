// `cal KIND update`: the arguments, flags and examples it has for each kind of record.
import type { Resource } from '../../../spec/model.ts'
import { operationNamed } from '../../../spec/operations.ts'
import { example_slugs } from './get.ts'
import type { Command } from '../../core/command.ts'
import { writing_options, yes_option } from '../../arguments/options.ts'
import {
  create_missing,
  event_notes,
  event_options,
  list_edits,
  only_given,
  record_options,
  shift_option,
  targets,
  text,
  where_option,
  synonymsOf,
} from '../shared-flags.ts'

export function updateCommand({ plural, titles, name }: Resource): Command {
  return {
    path: ['update'],
    effect: 'writes',
    summary: text(`change one or more ${titles.en}`, `${titles.de} ändern`),
    details: text('Fields that are not specified are left unchanged.', 'Nicht angegebene Felder bleiben unverändert.'),
    operands: [{ ...targets, optional: true }],
    parameters: operationNamed(`${plural}.update`).parameters,
    synonyms: synonymsOf(name),
    ...(plural === 'events' ? { parameter_notes: event_notes } : {}),
    options: {
      ...record_options,
      ...(plural === 'events' ? { ...event_options, ...shift_option, ...list_edits, ...create_missing } : {}),
      ...writing_options,
      ...yes_option,
      ...only_given,
      where: { ...where_option.where, excludes: ['porcelain'] },
    },
    examples: [
      {
        line: `${plural} update ${example_slugs[plural]} --description "New text"`,
        meaning: text('change the description', 'die Beschreibung ändern'),
      },
      ...(plural === 'events'
        ? [
            {
              line: 'events update 15 16 --shift +1w',
              meaning: text('move two events by a week', 'zwei Termine um eine Woche verschieben'),
            },
            {
              line: 'events update choir-rehearsal --add-tags family --dry-run',
              meaning: text('preview adding a tag', 'das Hinzufügen eines Schlagworts vorab anzeigen'),
            },
            {
              line: 'events update --where search=rehearsal --venue "City Hall" --yes',
              meaning: text('move all rehearsals to another venue', 'alle Proben an einen anderen Ort verlegen'),
            },
          ]
        : []),
    ],
    showsPlan: ({ where, shift }) => where !== undefined || shift !== undefined,
    load: async () => (await import('./update.run.ts')).updateOf(plural),
  }
}

// `cal KIND update`: the arguments, flags and examples it has for each kind of record.
import type { Resource } from '../../../spec/model.ts'
import { operationNamed } from '../../../spec/operations.ts'
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

export function updateCommand({ plural, title, name }: Resource): Command {
  return {
    path: ['update'],
    effect: 'writes',
    summary: text(`change one ${title.en} or several`, `${title.de} ändern, auch mehrere`),
    details: text(
      'Fields you don’t specify are left unchanged: the record is read first, and fields that services would reset are sent along.',
      'Nicht angegebene Felder bleiben unverändert: Der Eintrag wird zuerst gelesen, und Felder, die Dienste zurücksetzen würden, werden mitgesendet.',
    ),
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
      ...where_option,
    },
    examples: [
      {
        line: `${plural} update 12 --description "…"`,
        meaning: text('change one field', 'ein Feld ändern'),
      },
      ...(plural === 'events'
        ? [
            {
              line: 'events update 12 14 --shift +1w',
              meaning: text('move two events by a week', 'zwei Termine um eine Woche verschieben'),
            },
          ]
        : []),
    ],
    showsPlan: ({ where, shift }) => where !== undefined || shift !== undefined,
    load: async () => (await import('./update.run.ts')).updateOf(plural),
  }
}

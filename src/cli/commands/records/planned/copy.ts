// `cal events copy`: its arguments, flags and examples.
import type { Parameters } from '../../../../spec/model.ts'
import { operationNamed } from '../../../../spec/operations.ts'
import { writing_options, yes_option } from '../../../arguments/options.ts'
import type { Command, Options } from '../../../core/command.ts'
import { create_missing, event_notes, event_options, record_options, targets, text } from '../../shared-flags.ts'

export const copy_options = {
  shift: {
    type: 'string',
    value: 'LENGTH,…',
    many: 'commas',
    group: 'fields',
    meaning: text(
      'move start and end instead of --start-date; one copy for each: +1w,+2w,+3w',
      'Beginn und Ende verschieben statt --start-date; eine Kopie je Angabe: +1w,+2w,+3w',
    ),
  },
} as const satisfies Options

const { file: _, ...given_options } = record_options
const { many: _many, ...target } = targets

export const copy_command: Command = {
  path: ['copy'],
  aliases: ['duplicate', 'cp'],
  effect: 'writes',
  summary: text('copy an event', 'Termin als Kopie eines anderen anlegen'),
  details: text(
    'Copies all fields, with a new slug; flags override single fields. With a new date, the time of day and the duration stay the same.',
    'Die Kopie hat dieselben Felder, denselben Ort, dieselben Veranstalter, Kategorien und Schlagwörter und einen ' +
      'eigenen Slug; Optionen überschreiben einzelne Felder. Bei einem Datum ohne Uhrzeit bleibt die Uhrzeit ' +
      'gleich; das Ende verschiebt sich mit dem Beginn.',
  ),
  operands: [{ ...target, optional: true }],
  parameters: optional(operationNamed('events.create').parameters),
  parameter_notes: event_notes,
  options: {
    ...given_options,
    ...event_options,
    ...copy_options,
    ...create_missing,
    ...writing_options,
    ...yes_option,
  },
  showsPlan: true,
  examples: [
    {
      line: 'events copy 15 --start-date 2027-03-08',
      meaning: text('on another day, at the same time', 'an einem anderen Tag, zur selben Uhrzeit'),
    },
    {
      line: 'events copy 15 --shift +1w,+2w,+3w',
      meaning: text('in each of the next three weeks', 'in jeder der nächsten drei Wochen'),
    },
  ],
  load: async () => (await import('./copy.run.ts')).copyEvent,
}

/** Fields without a flag are copied from the event. */
function optional(parameters: Parameters): Parameters {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, { required: _required, ...parameter }]) => [name, parameter]),
  )
}

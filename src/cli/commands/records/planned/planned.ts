// `cal KIND copy|edit|restore`: their arguments, flags and examples. They plan all writes before the first one.
import type { Parameters, Resource } from '../../../../spec/model.ts'
import { operationNamed } from '../../../../spec/operations.ts'
import { writing_options, yes_option } from '../../../arguments/options.ts'
import type { Command, Options } from '../../../core/command.ts'
import {
  create_missing,
  event_notes,
  event_options,
  example_ids,
  record_options,
  targets,
  text,
  where_option,
} from '../../shared-flags.ts'

export const copy_options = {
  shift: {
    type: 'string',
    value: 'DURATION,…',
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
    'Copies all fields, with a new slug; flags override single fields. With a new date, the time of day and the ' +
      'duration stay the same.',
    'Die Kopie hat dieselben Felder, denselben Ort, dieselben Veranstalter, Kategorien und Schlagwörter und einen ' +
      'eigenen Slug; Optionen überschreiben einzelne Felder. Bei einem Datum ohne Uhrzeit bleibt die Uhrzeit ' +
      'gleich; das Ende verschiebt sich mit dem Beginn.',
  ),
  operands: [{ ...target, optional: true }],
  parameters: optional(operationNamed('events.create').parameters),
  parameter_notes: event_notes,
  rare_parameters: [
    'description',
    'status',
    'timezone',
    'all_day',
    'image',
    'cost',
    'website',
    'featured',
    'categories',
    'tags',
    'organizer',
  ],
  options: {
    ...given_options,
    set: { ...record_options.set, rare: true },
    unset: { ...record_options.unset, rare: true },
    ...event_options,
    ...copy_options,
    create_missing: { ...create_missing.create_missing, rare: true },
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

/** No field is required, since those that are not given are copied. */
function optional(parameters: Parameters): Parameters {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, { required: _required, ...parameter }]) => [name, parameter]),
  )
}

export function editCommand({ plural, titles }: Resource): Command {
  return {
    path: ['edit'],
    effect: 'writes',
    summary: text(`edit one or more ${titles.en} in an editor`, `${titles.de} im Editor bearbeiten`),
    details: text(
      'Opens the fields as YAML in $VISUAL or $EDITOR, shows your changes, and asks for confirmation. Only changed ' +
        'fields are sent; a file with an error is opened again.',
      'Öffnet die Felder als YAML in $VISUAL oder $EDITOR, zeigt die Änderungen und fragt, bevor sie gesendet ' +
        'werden. Nur geänderte Felder werden gesendet; eine Datei mit einem Fehler wird erneut geöffnet.',
    ),
    operands: [{ ...targets, optional: true }],
    options: { ...writing_options, ...yes_option },
    showsPlan: true,
    examples: [
      {
        line: `${plural} edit ${example_ids[plural].join(' ')}`,
        meaning: text('two records in one file', 'zwei Einträge in einer Datei'),
      },
    ],
    load: async () => (await import('./edit.run.ts')).editOf(plural),
  }
}

export const restore_options = {
  status: {
    type: 'string',
    value: 'STATUS',
    meaning: text(
      'status after restoring (default: the earlier one if cal deleted it, else draft)',
      'Status nach dem Wiederherstellen (Standard: der frühere, wenn cal den Eintrag in einem Lauf gelöscht hat, sonst draft)',
    ),
  },
} as const satisfies Options

export function restoreCommand({ plural, titles }: Resource): Command {
  return {
    path: ['restore'],
    aliases: ['untrash', 'undelete'],
    effect: 'writes',
    summary: text(
      `restore one or more ${titles.en} from the trash`,
      `${titles.de} aus dem Papierkorb wiederherstellen`,
    ),
    ...(plural === 'events' ? {} : { details: lost_links_text }),
    operands: [{ ...targets, optional: true }],
    options: { ...restore_options, ...where_option, ...writing_options, ...yes_option },
    showsPlan: true,
    examples: [
      { line: `${plural} restore ${example_ids[plural][0]}`, meaning: text('by id', 'nach ID') },
      {
        line: `${plural} list --status trash${plural === 'events' ? ' --any-date' : ''}`,
        meaning: text('list deleted records', 'den Inhalt des Papierkorbs auflisten'),
      },
    ],
    load: async () => (await import('./restore.run.ts')).restoreOf(plural),
  }
}

const lost_links_text = text(
  'Deleting a record removes it from its events, and restoring it does not add it back. cal history undo does, if ' +
    'cal deleted the record.',
  'Beim Löschen gehen die Verweise in Terminen verloren. restore stellt sie nicht wieder her; cal history undo ' +
    'schon, wenn cal den Eintrag in einem Lauf gelöscht hat.',
)

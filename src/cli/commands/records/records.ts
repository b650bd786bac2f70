// The commands of each kind of record. Declares those that read: their arguments, flags and examples.
import type { Resource } from '../../../spec/model.ts'
import { operationNamed } from '../../../spec/operations.ts'
import { resources } from '../../../spec/resources.ts'
import type { Command } from '../../core/command.ts'
import { example_slugs, any_date, example_ids, iso_dates, list_options, targets, text, web } from '../shared-flags.ts'
import { createCommand, deleteCommand, updateCommand } from './changes.ts'
import { copy_command, editCommand, restoreCommand } from './planned/planned.ts'

export function resourceCommands(): readonly Command[] {
  return Object.values(resources).flatMap(commandsOf)
}

export function commandsOf(resource: Resource): readonly Command[] {
  const { plural } = resource
  return [
    listCommand(resource),
    getCommand(resource),
    createCommand(resource),
    updateCommand(resource),
    editCommand(resource),
    deleteCommand(resource),
    ...(resource.family === 'post' ? [restoreCommand(resource)] : []),
    ...(plural === 'events' ? [copy_command] : []),
    ...(plural === 'categories' ? [tree_command] : []),
  ].map((command) => ({ ...command, resource: plural, path: [plural, ...command.path] }))
}

function listCommand({ plural, titles, query }: Resource): Command {
  return {
    path: ['list'],
    aliases: ['ls'],
    effect: 'reads',
    summary: text(`list ${titles.en}`, `${titles.de} auflisten`),
    ...(plural === 'events' ? { details: days_of_bounds } : {}),
    parameters: query,
    ...(plural === 'events' ? { rare_parameters: ['featured'] } : {}),
    options: { ...list_options, ...(plural === 'events' ? { ...any_date, ...iso_dates } : {}) },
    examples:
      plural === 'events'
        ? [
            {
              line: 'events list --starts-after friday --categories jazz --venue "Blue Cellar"',
              meaning: text('jazz at one venue, after Friday', 'Jazz an einem Ort, nach Freitag'),
            },
            {
              line: 'events list --all --any-date -o csv',
              meaning: text('all events, past and future, as CSV', 'alle Termine, vergangene und künftige, als CSV'),
            },
          ]
        : [
            {
              line: `${plural} list --all -o csv`,
              meaning: text(`all ${titles.en}, as CSV`, `alle ${titles.de}, als CSV`),
            },
          ],
    load: async () => (await import('./list.run.ts')).listOf(plural),
  }
}

const days_of_bounds = text(
  'Lists events from yesterday to 24 months ahead unless you specify dates. A date without a time means the whole ' +
    'day; a date with a time, such as "2026-11-29 18:00", is exact.',
  'Ohne Datumsfilter werden Termine von gestern bis in 24 Monaten aufgelistet. Ein Datum ohne Uhrzeit bezeichnet ' +
    'den ganzen Tag, mit Uhrzeit wie in "2026-11-29 18:00" genau diesen Zeitpunkt.',
)

function getCommand({ plural, titles }: Resource): Command {
  return {
    path: ['get'],
    aliases: ['show', 'view', 'describe'],
    effect: 'reads',
    summary: text(`show one or more ${titles.en}`, `${titles.de} anzeigen`),
    ...(plural === 'events' ? { details: protected_event } : {}),
    operands: [{ ...targets, optional: true }],
    parameters: operationNamed(`${plural}.get`).parameters,
    parameter_group: 'common',
    options: web,
    examples: [
      { line: `${plural} get ${example_slugs[plural]}`, meaning: text('by slug', 'nach Slug') },
      {
        line: `${plural} get ${example_ids[plural].join(' ')} -o json`,
        meaning: text('two by id, as JSON', 'zwei nach ID, als JSON'),
      },
    ],
    load: async () => (await import('./get.run.ts')).getOf(plural),
  }
}

/** The only secret that a flag accepts, because it protects a single event, not an account. */
const protected_event = text(
  'Read the password of a protected event with --password @FILE, or @- for standard input, to keep it out of the shell history.',
  'Das Passwort eines geschützten Termins mit --password @DATEI oder @- (Standardeingabe) angeben, damit es nicht im Shell-Verlauf steht.',
)

const tree_command: Command = {
  path: ['tree'],
  effect: 'reads',
  summary: text('show categories as a tree', 'Kategorien als Baum anzeigen'),
  parameters: { hide_empty: resources.categories.query.hide_empty },
  load: async () => (await import('./tree.run.ts')).showTree,
}

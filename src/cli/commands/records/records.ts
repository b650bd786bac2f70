// The five commands of each of the five kinds, made from their definitions.
import type { Parameters, Plural, Resource } from '../../../spec/model.ts'
import { operationNamed, type OperationVerb } from '../../../spec/operations.ts'
import { resources } from '../../../spec/resources.ts'
import type { Command } from '../../core/command.ts'
import { writing_options, yes_option } from '../../arguments/options.ts'
import {
  allow_duplicate,
  any_date,
  create_missing,
  event_options,
  list_edits,
  list_options,
  only_given,
  record_options,
  targets,
  text,
  web,
  where_option,
} from '../shared-flags.ts'

const tree: Command = {
  path: ['tree'],
  effect: 'reads',
  summary: text('show categories below their parents', 'Kategorien als Baum zeigen'),
  parameters: { hide_empty: resources.categories.query.hide_empty },
  load: async () => (await import('./tree.run.ts')).showTree,
}

/** Its password opens one text and no account: the one secret that a flag takes. */
const protected_event = text(
  'The password of a protected event stays out of the list of processes and the shell’s history by --password @FILE, or @- from standard input.',
  'Das Passwort eines geschützten Termins bleibt mit --password @DATEI aus Prozessliste und Shell-Verlauf, mit @- kommt es von der Standardeingabe.',
)

const days_of_bounds = text(
  'Services round bounds to whole days: --starts-before 2026-11-29 includes the 29th, --starts-after 2026-11-29 does not. A bound with a time of day, such as "2026-11-29 18:00", means exactly that moment.',
  'Dienste runden Grenzen auf ganze Tage: --starts-before 2026-11-29 schließt den 29. ein, --starts-after 2026-11-29 nicht. Eine Grenze mit Uhrzeit, etwa "2026-11-29 18:00", meint genau diesen Zeitpunkt.',
)

export const resource_commands: readonly Command[] = Object.values(resources).flatMap(commandsOf)

function commandsOf(resource: Resource): readonly Command[] {
  const { plural } = resource
  return [
    listCommand(resource),
    getCommand(resource),
    createCommand(resource),
    updateCommand(resource),
    deleteCommand(resource),
    ...(plural === 'categories' ? [tree] : []),
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
    options: { ...list_options, ...(plural === 'events' ? any_date : {}) },
    examples:
      plural === 'events'
        ? [
            {
              line: 'events list --starts-after 2027-01-01 --venue 4,5 --no-featured -o json',
              meaning: text('some events, as JSON', 'einige Termine, als JSON'),
            },
            {
              line: 'events list --all --any-date -o csv',
              meaning: text('every event there is, as CSV', 'sämtliche Termine, als CSV'),
            },
          ]
        : [{ line: `${plural} list --all -o csv`, meaning: text('all of them, as CSV', 'alle, als CSV') }],
    load: async () => (await import('./list.run.ts')).listOf(plural),
  }
}

function getCommand({ plural, title }: Resource): Command {
  return {
    path: ['get'],
    aliases: ['show'],
    effect: 'reads',
    summary: text(`show one ${title.en} or several`, `${title.de} zeigen, auch mehrere`),
    ...(plural === 'events' ? { details: protected_event } : {}),
    operands: [targets],
    parameters: parametersOf(plural, 'get'),
    options: web,
    examples: [{ line: `${plural} get 12 -o json`, meaning: text('by id, as JSON', 'nach ID, als JSON') }],
    load: async () => (await import('./get.run.ts')).getOf(plural),
  }
}

function createCommand({ plural, singular, title, name }: Resource): Command {
  return {
    path: ['create'],
    aliases: ['new'],
    effect: 'writes',
    summary: text(`create a ${title.en}`.replace(/^create a (?=[aeiou])/, 'create an '), `${title.de} anlegen`),
    parameters: parametersOf(plural, 'create'),
    synonyms: synonymsOf(name),
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
        meaning: text('with what is required', 'mit allem, was erforderlich ist'),
      },
    ],
    load: async () => (await import('./create.run.ts')).createOf(plural),
  }
}

function updateCommand({ plural, title, name }: Resource): Command {
  return {
    path: ['update'],
    effect: 'writes',
    summary: text(`change one ${title.en} or several`, `${title.de} ändern, auch mehrere`),
    details: text(
      'What is not given stays as it is: the record is read first, and what services reset is sent along.',
      'Was nicht angegeben ist, bleibt: Der Eintrag wird zuerst gelesen, und was Dienste zurücksetzen, wird mitgesendet.',
    ),
    operands: [{ ...targets, optional: true }],
    parameters: parametersOf(plural, 'update'),
    synonyms: synonymsOf(name),
    options: {
      ...record_options,
      ...(plural === 'events' ? { ...event_options, ...list_edits, ...create_missing } : {}),
      ...writing_options,
      ...yes_option,
      ...only_given,
      ...where_option,
    },
    examples: [
      {
        line: `${plural} update 12 --description "…"`,
        meaning: text('one field, the rest stays', 'ein Feld, der Rest bleibt'),
      },
    ],
    load: async () => (await import('./update.run.ts')).updateOf(plural),
  }
}

function deleteCommand({ plural, title }: Resource): Command {
  return {
    path: ['delete'],
    aliases: ['rm'],
    effect: 'writes',
    summary: text(`delete one ${title.en} or several`, `${title.de} löschen, auch mehrere`),
    operands: [{ ...targets, optional: true }],
    parameters: parametersOf(plural, 'delete'),
    options: { ...where_option, ...writing_options, ...yes_option },
    examples: [
      {
        line: `${plural} list --search test -o ids | cal ${plural} delete - --yes`,
        meaning: text('what a list found', 'was eine Liste fand'),
      },
      {
        line: `${plural} delete --where search=test --dry-run`,
        meaning: text(
          'what filters select, with a journal to undo it',
          'was Filter auswählen, mit einem Protokoll für den Rückweg',
        ),
      },
    ],
    load: async () => (await import('./delete.run.ts')).deleteOf(plural),
  }
}

function parametersOf(plural: Plural, verb: OperationVerb): Parameters {
  return operationNamed(`${plural}.${verb}`).parameters
}

/** `--venue` of venues and `--organizer` of organizers are also `--name`. */
function synonymsOf(name: string): Readonly<Record<string, string>> {
  return name === 'venue' || name === 'organizer' ? { name } : {}
}

// `cal KIND create|update|delete`: their arguments, flags and examples.
import type { Plural, Resource } from '../../../spec/model.ts'
import { operationNamed } from '../../../spec/operations.ts'
import { writing_options, yes_option } from '../../arguments/options.ts'
import type { Command } from '../../core/command.ts'
import {
  example_slugs,
  allow_duplicate,
  create_missing,
  event_notes,
  event_options,
  list_edits,
  only_given,
  record_options,
  shift_option,
  synonymsOf,
  targets,
  text,
  where_option,
} from '../shared-flags.ts'

const example_names: Readonly<Record<Plural, string>> = {
  events: '',
  venues: '"Market Hall" --city Ulm',
  organizers: '"City Theatre" --email info@theatre.example',
  categories: 'Blues --parent music',
  tags: 'indoors',
}

const rare_event_fields = ['timezone', 'image', 'website', 'featured']

/** `--set` and `--unset` are rarely needed where the fields have flags. */
const rare_record_options = {
  ...record_options,
  set: { ...record_options.set, rare: true },
  unset: { ...record_options.unset, rare: true },
} as const

/** `an event`, `a venue` */
function articleOf(noun: string): string {
  return /^[aeiou]/.test(noun) ? 'an' : 'a'
}

export function createCommand({ plural, title, name }: Resource): Command {
  return {
    path: ['create'],
    aliases: ['new', 'add'],
    effect: 'writes',
    summary: text(`create ${articleOf(title.en)} ${title.en}`, `${title.de} anlegen`),
    parameters: operationNamed(`${plural}.create`).parameters,
    synonyms: synonymsOf(name),
    ...(plural === 'events' ? { parameter_notes: event_notes, rare_parameters: rare_event_fields } : {}),
    options: {
      ...rare_record_options,
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
        meaning: text(`create ${articleOf(title.en)} ${title.en}`, `${title.de} anlegen`),
      },
    ],
    load: async () => (await import('./create.run.ts')).createOf(plural),
  }
}

const update_details = text(
  'Fields that are not specified are left unchanged.',
  'Nicht angegebene Felder bleiben unverändert.',
)
const event_update_details = text(
  `${update_details.en} --add-tags, --remove-categories and similar flags change a part of a list.`,
  `${update_details.de} --add-tags, --remove-categories und ähnliche Optionen ändern einen Teil einer Liste.`,
)

export function updateCommand({ plural, titles, name }: Resource): Command {
  return {
    path: ['update'],
    effect: 'writes',
    summary: text(`change one or more ${titles.en}`, `${titles.de} ändern`),
    details: plural === 'events' ? event_update_details : update_details,
    operands: [{ ...targets, optional: true }],
    parameters: operationNamed(`${plural}.update`).parameters,
    synonyms: synonymsOf(name),
    ...(plural === 'events'
      ? { parameter_notes: event_notes, rare_parameters: [...rare_event_fields, 'all_day', 'cost'] }
      : {}),
    options: {
      ...rare_record_options,
      ...(plural === 'events'
        ? {
            ...event_options,
            ...shift_option,
            ...list_edits,
            create_missing: { ...create_missing.create_missing, rare: true },
          }
        : {}),
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

export function deleteCommand({ plural, titles }: Resource): Command {
  return {
    path: ['delete'],
    aliases: ['rm', 'remove'],
    effect: 'writes',
    summary: text(`delete one or more ${titles.en}`, `${titles.de} löschen`),
    operands: [{ ...targets, optional: true }],
    parameters: operationNamed(`${plural}.delete`).parameters,
    parameter_group: 'common',
    options: {
      where: { ...where_option.where, excludes: ['porcelain', 'password'] },
      ...writing_options,
      ...yes_option,
    },
    examples: [
      {
        line: `${plural} list --search test -o ids | cal ${plural} delete - --yes`,
        meaning: text('delete the results of a list', 'die Ergebnisse einer Liste löschen'),
      },
      {
        line: `${plural} delete --where search=test --dry-run`,
        meaning: text(
          'preview deleting all records that match a filter',
          'vorab anzeigen, was ein Filter löschen würde',
        ),
      },
    ],
    showsPlan: ({ where }) => where !== undefined,
    load: async () => (await import('./delete.run.ts')).deleteOf(plural),
  }
}

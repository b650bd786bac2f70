// The commands of each kind of record, and `cal add`.
import { t } from '../../../base/text/language.ts'
import type { Plural, Resource } from '../../../spec/model.ts'
import { allOptional, operationNamed } from '../../../spec/operations.ts'
import { isPlace, resources } from '../../../spec/resources.ts'
import { text, writing_options, yes_option } from '../../arguments/options.ts'
import { type Command, type Example, type Options, operand } from '../../types/command.ts'
import {
  allow_duplicate,
  any_date,
  create_missing,
  event_notes,
  event_options,
  example_ids,
  example_slugs,
  iso_dates,
  list_edits,
  list_options,
  only_given,
  record_options,
  shift_option,
  synonymsOf,
  targets,
  web,
  where_option,
  without_options,
} from '../shared-flags.ts'

const { status, timezone, description } = resources.events.fields

export const add_command: Command = {
  path: ['add'],
  effect: 'writes',
  resource: 'events',
  summary: t('create an event from one line of text'),
  details: t(
    'In any order: title, date, time, duration or end, @VENUE, and #NAME for each category or tag. Without a time, the event lasts all day; without an end, one hour. cal add shows what it understood and asks for confirmation on a terminal. With --create-missing, an unknown venue is created, and an unknown #NAME becomes a tag.',
  ),
  operands: [
    operand('WORDS', t('the event as one line of text, in quotes because # starts a shell comment'), { many: true }),
  ],
  parameters: { status, timezone, description },
  options: { ...create_missing, ...writing_options, ...yes_option },
  examples: [
    [t('add "Open stage friday 8pm 3h @ Blue Cellar #music"'), t('Friday, 20:00 to 23:00')],
    ['add "Book club 2026-12-03 19:00-21:00 @ Town Library" --yes', t('with an end time, without confirmation')],
    [
      'add "Street party 2027-06-12 2d #outdoor" --create-missing --status draft',
      t('two days, with a new tag, as a draft'),
    ],
  ],
  load: async () => (await import('./add.run.ts')).add,
}

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
    summary: t('list {titles}', { titles }),
    ...(plural === 'events' ? { details: days_of_bounds } : {}),
    parameters: query,
    ...(plural === 'events' ? { rare_parameters: ['featured'] } : {}),
    options: {
      ...list_options,
      where: { ...where_option.where, description: t('a filter as update --where takes it: search=test'), rare: true },
      ...(plural === 'events' ? { ...any_date, ...without_options, ...iso_dates } : {}),
    },
    examples:
      plural === 'events'
        ? [
            [
              t('events list --starts-after friday --categories jazz --venue "Blue Cellar"'),
              t('jazz at one venue, after Friday'),
            ],
            ['events list --all --any-date -o csv', t('all events, past and future, as CSV')],
          ]
        : [[`${plural} list --all -o csv`, t('all {titles}, as CSV', { titles })]],
    load: async () => (await import('./list.run.ts')).listOf(plural),
  }
}

const days_of_bounds = t(
  'Lists events from yesterday to 24 months ahead unless you specify dates. A date without a time means the whole day; a date with a time, such as "2026-11-29 18:00", is exact.',
)

function getCommand({ plural, titles }: Resource): Command {
  return {
    path: ['get'],
    aliases: ['show', 'view', 'describe'],
    effect: 'reads',
    summary: t('show one or more {titles}', { titles }),
    ...(plural === 'events' ? { details: protected_event } : {}),
    operands: [{ ...targets, optional: true }],
    parameters: operationNamed(`${plural}.get`).parameters,
    parameter_group: 'common',
    options: web,
    examples: [
      [`${plural} get ${example_slugs[plural]}`, t('by slug')],
      [`${plural} get ${example_ids[plural].join(' ')} -o json`, t('two by id, as JSON')],
    ],
    load: async () => (await import('./list.run.ts')).getOf(plural),
  }
}

/** The only secret that a flag accepts, because it protects a single event, not an account. */
const protected_event = t(
  'Read the password of a protected event with --password @FILE, or @- for standard input, to keep it out of the shell history.',
)

const tree_command: Command = {
  path: ['tree'],
  effect: 'reads',
  summary: t('show categories as a tree'),
  parameters: { hide_empty: resources.categories.query.hide_empty },
  load: async () => (await import('./list.run.ts')).showTree,
}

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
    summary: t('create {article} {title}', { article: (language) => articleOf(title[language]), title }),
    parameters: operationNamed(`${plural}.create`).parameters,
    synonyms: synonymsOf(name),
    ...(plural === 'events' ? { parameter_notes: event_notes, rare_parameters: rare_event_fields } : {}),
    options: {
      ...rare_record_options,
      ...(plural === 'events' ? { ...event_options, ...create_missing } : {}),
      ...writing_options,
      ...yes_option,
      ...(isPlace(plural) ? allow_duplicate : {}),
    },
    examples: [
      [
        plural === 'events'
          ? 'events create --title Jazz --start-date "2027-03-01 20:00" --duration 3h'
          : `${plural} create --name ${example_names[plural]}`,
        t('create {article} {title}', { article: (language) => articleOf(title[language]), title }),
      ],
    ],
    load: async () => (await import('./create.run.ts')).createOf(plural),
  }
}

const update_details = t('Fields that are not specified are left unchanged.')
const event_update_details = t(
  '{update_details} --add-tags, --remove-categories and similar flags change a part of a list.',
  { update_details },
)

const event_update_examples: readonly Example[] = [
  ['events update 15 16 --shift +1w', t('move two events by a week')],
  ['events update choir-rehearsal --add-tags family --dry-run', t('preview adding a tag')],
  ['events update --where search=rehearsal --venue "City Hall" --yes', t('move all rehearsals to another venue')],
]

function updateCommand({ plural, titles, name }: Resource): Command {
  return {
    path: ['update'],
    effect: 'writes',
    needsCalendar: () => true,
    summary: t('change one or more {titles}', { titles }),
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
      [`${plural} update ${example_slugs[plural]} --description "New text"`, t('change the description')],
      ...(plural === 'events' ? event_update_examples : []),
    ],
    load: async () => (await import('./update.run.ts')).updateOf(plural),
  }
}

function deleteCommand({ plural, titles }: Resource): Command {
  return {
    path: ['delete'],
    aliases: ['rm', 'remove'],
    effect: 'writes',
    needsCalendar: () => true,
    summary: t('delete one or more {titles}', { titles }),
    operands: [{ ...targets, optional: true }],
    parameters: operationNamed(`${plural}.delete`).parameters,
    parameter_group: 'common',
    options: {
      where: { ...where_option.where, excludes: ['porcelain', 'password'] },
      ...writing_options,
      ...yes_option,
    },
    examples: [
      [`${plural} list --search test -o ids | cal ${plural} delete - --yes`, t('delete the results of a list')],
      [`${plural} delete --where search=test --dry-run`, t('preview deleting all records that match a filter')],
    ],
    load: async () => (await import('./delete.run.ts')).deleteOf(plural),
  }
}

export const copy_options = {
  shift: text('DURATION,…', t('move start and end instead of --start-date; one copy for each: +1w,+2w,+3w'), {
    many: 'commas',
    group: 'fields',
  }),
} as const satisfies Options

const { file: _, ...given_options } = record_options
const { many: _many, ...target } = targets

const copy_command: Command = {
  path: ['copy'],
  aliases: ['duplicate', 'cp'],
  effect: 'writes',
  needsCalendar: () => true,
  summary: t('copy an event'),
  details: t(
    'Copies all fields, with a new slug; flags override single fields. With a new date, the time of day and the duration stay the same.',
  ),
  operands: [{ ...target, optional: true }],
  parameters: allOptional(operationNamed('events.create').parameters),
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
  examples: [
    ['events copy 15 --start-date 2027-03-08', t('on another day, at the same time')],
    ['events copy 15 --shift +1w,+2w,+3w', t('in each of the next three weeks')],
  ],
  load: async () => (await import('./copy.run.ts')).copyEvent,
}

function editCommand({ plural, titles }: Resource): Command {
  return {
    path: ['edit'],
    effect: 'writes',
    needsCalendar: () => true,
    summary: t('edit one or more {titles} in an editor', { titles }),
    details: t(
      'Opens the fields as YAML in $VISUAL or $EDITOR, shows your changes, and asks for confirmation. Only changed fields are sent; a file with an error is opened again.',
    ),
    operands: [{ ...targets, optional: true }],
    options: { ...writing_options, ...yes_option },
    examples: [[`${plural} edit ${example_ids[plural].join(' ')}`, t('two records in one file')]],
    load: async () => (await import('./edit.run.ts')).editOf(plural),
  }
}

export const restore_options = {
  status: text('STATUS', t('status after restoring (default: the earlier one if cal deleted it, else draft)')),
} as const satisfies Options

function restoreCommand({ plural, titles }: Resource): Command {
  return {
    path: ['restore'],
    aliases: ['untrash', 'undelete'],
    effect: 'writes',
    needsCalendar: () => true,
    summary: t('restore one or more {titles} from the trash', { titles }),
    ...(plural === 'events' ? {} : { details: lost_links_text }),
    operands: [{ ...targets, optional: true }],
    options: { ...restore_options, ...where_option, ...writing_options, ...yes_option },
    examples: [
      [`${plural} restore ${example_ids[plural][0]}`, t('by id')],
      [`${plural} list --status trash${plural === 'events' ? ' --any-date' : ''}`, t('list deleted records')],
    ],
    load: async () => (await import('./delete.run.ts')).restoreOf(plural),
  }
}

const lost_links_text = t(
  'Deleting a record removes it from its events, and restoring it does not add it back. cal history undo does, if cal deleted the record.',
)

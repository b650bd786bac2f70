// Arguments and flags that several commands share.
import { CalError } from '../../base/errors.ts'
import { sameText, t } from '../../base/text/language.ts'
import type { Plural } from '../../spec/model.ts'
import { resources } from '../../spec/resources.ts'
import type { Operand, Options } from '../types/command.ts'

export const targets: Operand = {
  name: 'TARGET',
  many: true,
  description: t('id, slug, title or URL, or - to read them from standard input'),
}

/** The error if no TARGET is given. */
export function targetMissing(plural: Plural, verb: string): CalError {
  const { titles } = resources[plural]
  if (verb === 'restore') {
    const line = `cal ${plural} list --status trash${plural === 'events' ? ' --any-date' : ''}`
    return new CalError('usage', t('TARGET is missing: specify the record to restore'), {
      hint: t('list deleted {titles}: {line}', { titles, line }),
    })
  }
  return new CalError('usage', t('TARGET is missing: {description}', { description: targets.description }), {
    hint:
      verb === 'get'
        ? t('to list {titles}: {line}', { titles, line: `cal ${plural} list` })
        : sameText(`cal ${plural} ${verb} --help`),
  })
}

export const watch_option = {
  watch: {
    type: 'number',
    form: 'seconds',
    value: 'SECONDS',
    preset: '5',
    description: t('redraw every SECONDS; with -o ndjson, print what is new or changed'),
  },
} as const satisfies Options

/** Ids of records that `cal demo` creates, for examples. */
export const example_ids: Readonly<Record<Plural, readonly number[]>> = {
  events: [15, 16],
  venues: [4, 5],
  organizers: [10, 11],
  categories: [2, 3],
  tags: [11, 12],
}

/** Slugs of records that `cal demo` creates, for examples. */
export const example_slugs: Readonly<Record<Plural, string>> = {
  events: 'choir-rehearsal',
  venues: 'blue-cellar',
  organizers: 'lindenau-choir',
  categories: 'music',
  tags: 'family',
}

export const list_options = {
  all: { type: 'boolean', only: 'on', excludes: ['limit', 'page'], description: t('fetch all pages') },
  limit: {
    type: 'integer',
    value: 'N',
    description: t('maximum number of results to fetch'),
  },
  param: {
    type: 'string',
    value: 'NAME=VALUE',
    many: 'repeated',
    rare: true,
    description: t('add an undocumented query parameter'),
  },
  watch: { ...watch_option.watch, rare: true },
} as const satisfies Options

export const any_date = {
  any_date: {
    type: 'boolean',
    only: 'on',
    description: t('include events of any date'),
  },
} as const satisfies Options

export const iso_dates = {
  iso: {
    type: 'boolean',
    only: 'on',
    rare: true,
    description: t('on a terminal, show sortable dates: 2026-11-23 19:00–21:00'),
  },
} as const satisfies Options

export const allow_duplicate = {
  allow_duplicate: {
    type: 'boolean',
    only: 'on',
    description: t('create the record even if the name exists'),
  },
} as const satisfies Options

export const only_given = {
  only_given: {
    type: 'boolean',
    only: 'on',
    excludes: ['where', 'shift'],
    rare: true,
    description: t('send only the specified fields; services may reset the others'),
  },
} as const satisfies Options

export const event_options = {
  duration: {
    type: 'string',
    value: 'DURATION',
    group: 'fields',
    description: t('duration instead of --end-date: 90m, 1h30m, 2d'),
  },
} as const satisfies Options

/** Notes in help on fields of an event that another flag sets too. */
export const event_notes = { end_date: t('or use --duration') } as const

export const shift_option = {
  shift: {
    type: 'string',
    value: 'DURATION',
    group: 'fields',
    description: t('move start and end: +1h, -2d, +1w, or to a date: friday, "24 Dec 20:00"'),
  },
} as const satisfies Options

export const create_missing = {
  create_missing: {
    type: 'boolean',
    only: 'on',
    description: t('create missing categories, tags, venues and organizers'),
  },
} as const satisfies Options

const categories = { type: 'string', value: 'CATEGORY,…', many: 'repeated' } as const
const tags = { type: 'string', value: 'TAG,…', many: 'repeated' } as const
const organizers = { type: 'string', value: 'ORGANIZER,…', many: 'repeated' } as const
const venues = { type: 'string', value: 'VENUE', many: 'repeated' } as const

/** Flags that add items to lists of an event, or remove items. The hidden ones are other spellings. */
export const list_edits = {
  add_categories: {
    ...categories,
    group: 'fields',
    rare: true,
    description: t('add these categories'),
  },
  remove_categories: {
    ...categories,
    group: 'fields',
    rare: true,
    description: t('remove these categories'),
  },
  add_tags: {
    ...tags,
    group: 'fields',
    rare: true,
    description: t('add these tags'),
  },
  remove_tags: {
    ...tags,
    group: 'fields',
    rare: true,
    description: t('remove these tags'),
  },
  add_organizer: {
    ...organizers,
    group: 'fields',
    rare: true,
    description: t('add these organizers'),
  },
  remove_organizer: {
    ...organizers,
    group: 'fields',
    rare: true,
    description: t('remove these organizers'),
  },
  add_venue: {
    ...venues,
    group: 'fields',
    rare: true,
    description: t('add this venue; most services allow one per event'),
  },
  remove_venue: { ...venues, group: 'fields', rare: true, description: t('remove this venue') },
  add_organizers: {
    ...organizers,
    description: t('the same as --add-organizer'),
    hidden: true,
  },
  remove_organizers: {
    ...organizers,
    description: t('the same as --remove-organizer'),
    hidden: true,
  },
  add_venues: { ...venues, description: t('the same as --add-venue'), hidden: true },
  remove_venues: {
    ...venues,
    description: t('the same as --remove-venue'),
    hidden: true,
  },
} as const satisfies Options

export const web = {
  web: { type: 'boolean', only: 'on', description: t('open the web page in the browser') },
} as const satisfies Options

export const where_option = {
  where: {
    type: 'string',
    value: 'FILTER=VALUE',
    many: 'repeated',
    description: t('select records by a list filter instead of naming them: status=draft'),
  },
} as const satisfies Options

/** Filters that the interface does not have: events are filtered here, after all pages were read. */
export const without_options = {
  no_venue: {
    type: 'boolean',
    only: 'on',
    group: 'filters',
    excludes: ['venue'],
    rare: true,
    description: t('only events without a venue'),
  },
  no_organizer: {
    type: 'boolean',
    only: 'on',
    group: 'filters',
    excludes: ['organizer'],
    rare: true,
    description: t('only events without an organizer'),
  },
  no_category: {
    type: 'boolean',
    only: 'on',
    group: 'filters',
    excludes: ['categories'],
    rare: true,
    description: t('only events without a category'),
  },
} as const satisfies Options

/** The flags of create and update. */
export const record_options = {
  file: {
    type: 'string',
    short: 'f',
    value: 'FILE',
    description: t('read records from JSON or YAML; - reads standard input'),
  },
  data: {
    type: 'string',
    value: 'JSON',
    rare: true,
    description: t('fields as JSON; they override --file'),
  },
  set: {
    type: 'string',
    value: 'NAME=VALUE',
    many: 'repeated',
    description: t('set a field: status=draft; overrides the file and --data'),
  },
  allow_unknown: {
    type: 'boolean',
    only: 'on',
    rare: true,
    description: t('send fields that the interface does not document'),
  },
  unset: {
    type: 'string',
    value: 'NAME',
    many: 'repeated',
    description: t('clear a field, or ignore it in the file'),
  },
} as const satisfies Options

/** `--name` for `--venue` of venues and `--organizer` of organizers. */
export function synonymsOf(name: string): Readonly<Record<string, string>> {
  return name === 'venue' || name === 'organizer' ? { name } : {}
}

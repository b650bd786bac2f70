// Arguments and flags that several commands share.
import { type CalError, usageError } from '../../base/errors.ts'
import { sameText, t } from '../../base/text/language.ts'
import type { Plural } from '../../spec/model.ts'
import { resources } from '../../spec/resources.ts'
import { flag, integer, number, text } from '../arguments/options.ts'
import { type Options, operand } from '../types/command.ts'

export const targets = operand('TARGET', t('id, slug, title or URL, or - to read them from standard input'), {
  many: true,
})

/** The error if no TARGET is given. */
export function targetMissing(plural: Plural, verb: string): CalError {
  const { titles } = resources[plural]
  if (verb === 'restore') {
    const line = `cal ${plural} list --status trash${plural === 'events' ? ' --any-date' : ''}`
    return usageError(
      t('TARGET is missing: specify the record to restore'),
      t('list deleted {titles}: {line}', { titles, line }),
    )
  }
  return usageError(
    t('TARGET is missing: {description}', { description: targets.description }),
    verb === 'get'
      ? t('to list {titles}: {line}', { titles, line: `cal ${plural} list` })
      : sameText(`cal ${plural} ${verb} --help`),
  )
}

export const watch_option = {
  watch: number('SECONDS', t('redraw every SECONDS; with -o ndjson, print what is new or changed'), {
    form: 'seconds',
    preset: '5',
  }),
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
  all: flag(t('fetch all pages'), { excludes: ['limit', 'page'] }),
  limit: integer('N', t('maximum number of results to fetch')),
  param: text('NAME=VALUE', t('add an undocumented query parameter'), { many: 'repeated', rare: true }),
  watch: { ...watch_option.watch, rare: true },
} as const satisfies Options

export const any_date = {
  any_date: flag(t('include events of any date')),
} as const satisfies Options

export const iso_dates = {
  iso: flag(t('on a terminal, show sortable dates: 2026-11-23 19:00–21:00'), { rare: true }),
} as const satisfies Options

export const allow_duplicate = {
  allow_duplicate: flag(t('create the record even if the name exists, unless the service would overwrite that record')),
} as const satisfies Options

export const only_given = {
  only_given: flag(t('send only the specified fields; services may reset the others'), {
    excludes: ['where', 'shift'],
    rare: true,
  }),
} as const satisfies Options

export const event_options = {
  duration: text('DURATION', t('duration instead of --end-date: 90m, 1h30m, 2d'), { group: 'fields' }),
} as const satisfies Options

/** Notes in help on fields of an event that another flag sets too. */
export const event_notes = { end_date: t('or use --duration') } as const

export const shift_option = {
  shift: text('DURATION', t('move start and end: +1h, -2d, +1w, or to a date: friday, "24 Dec 20:00"'), {
    group: 'fields',
  }),
} as const satisfies Options

export const create_missing = {
  create_missing: flag(t('create missing categories, tags, venues and organizers')),
} as const satisfies Options

const edited = { many: 'repeated', group: 'fields', rare: true } as const

/** Flags that add items to lists of an event, or remove items. */
export const list_edits = {
  add_categories: text('CATEGORY,…', t('add these categories'), edited),
  remove_categories: text('CATEGORY,…', t('remove these categories'), edited),
  add_tags: text('TAG,…', t('add these tags'), edited),
  remove_tags: text('TAG,…', t('remove these tags'), edited),
  add_organizer: text('ORGANIZER,…', t('add these organizers'), edited),
  remove_organizer: text('ORGANIZER,…', t('remove these organizers'), edited),
  add_venue: text('VENUE', t('add this venue; most services allow one per event'), edited),
  remove_venue: text('VENUE', t('remove this venue'), edited),
} as const satisfies Options

export const web = {
  web: flag(t('open the web page in the browser')),
} as const satisfies Options

export const where_option = {
  where: text('FILTER=VALUE', t('select records by a list filter instead of naming them: search=test'), {
    many: 'repeated',
  }),
} as const satisfies Options

/** Filters that the interface does not have: events are filtered here, after all pages were read. */
export const without_options = {
  no_venue: flag(t('only events without a venue'), { group: 'filters', excludes: ['venue'], rare: true }),
  no_organizer: flag(t('only events without an organizer'), { group: 'filters', excludes: ['organizer'], rare: true }),
  no_category: flag(t('only events without a category'), { group: 'filters', excludes: ['categories'], rare: true }),
} as const satisfies Options

/** The flags of create and update. */
export const record_options = {
  file: text('FILE', t('read records from JSON or YAML; - reads standard input'), { short: 'f' }),
  data: text('JSON', t('fields as JSON; they override --file'), { rare: true }),
  set: text('NAME=VALUE', t('set a field: slug=jazz; overrides the file and --data'), { many: 'repeated' }),
  allow_unknown: flag(t('send fields that the interface does not document'), { rare: true }),
  unset: text('NAME', t('clear a field, or ignore it in the file'), { many: 'repeated' }),
} as const satisfies Options

/** `--name` for `--venue` of venues and `--organizer` of organizers. */
export function synonymsOf(name: string): Readonly<Record<string, string>> {
  return name === 'venue' || name === 'organizer' ? { name } : {}
}

// The commands for many records: `import`, `validate`, `export`, `apply`, `diff`, `seed`, `copy`, `history`, `wait`.
import { pattern, t } from '../../../base/text/language.ts'
import { date_orders } from '../../../base/dates/days.ts'
import { export_formats, input_formats } from '../../../bulk/input/entry.ts'
import { resources } from '../../../spec/resources.ts'
import { flag, global_options, integer, text, yes_option } from '../../arguments/options.ts'
import { create_missing } from '../shared-flags.ts'
import { type Command, type Options, operand } from '../../types/command.ts'
import { progress_forms } from '../../types/outcome.ts'

const files = operand('FILE', t('file or folder; - reads standard input'), { many: true })

const sources = operand('FILE', t('file, folder or https URL; - reads standard input'), { many: true })

const rare_input = { group: 'input', rare: true } as const

/** How files are read. */
export const reading_options = {
  kind: text('KIND', t('kind of records, if it cannot be inferred from the file'), { group: 'input' }),
  format: text('FORMAT', t('format, if it cannot be inferred from the file name'), {
    choices: input_formats,
    ...rare_input,
  }),
  sheet: text('NAME', t('sheet of a workbook (default: the first)'), rare_input),
  map: text('COLUMN=FIELD', t("field for a column: 'Price=cost'"), { many: 'repeated', group: 'input' }),
  date_order: text('ORDER', t('day and month order in dates such as 3/4/2026'), {
    choices: date_orders,
    default: 'mdy',
    ...rare_input,
  }),
  since: text(
    'DATE',
    t('skip earlier dates of iCalendar series (default for endless series: one year ago)'),
    rare_input,
  ),
  until: text('DATE', t('skip later dates of iCalendar series (default for endless series: in two years)'), rare_input),
  match: text('FIELDS', t('fields that identify a record: id, slug, uid, title+start_date'), rare_input),
  without: text('FIELDS', t('ignore these fields'), { many: 'commas', ...rare_input }),
} as const satisfies Options

/** How writes are executed: concurrency, rate, waits, failures. */
const running_options = {
  concurrency: integer(
    'N',
    t('number of concurrent requests (default: 4 to 32, adjusted to the service; 256 for file:)'),
    { rare: true },
  ),
  rate: text('N/s', t('maximum number of requests per second: 5/s'), { rare: true }),
  stop_on_error: integer('N', t('stop after this many failed records'), { rare: true }),
  progress: text('FORM', t('progress display'), { choices: progress_forms, default: 'auto', rare: true }),
} as const satisfies Options

const planning_options = {
  dry_run: flag(t('show the plan without changing anything'), { short: 'n' }),
  exit_code: flag(t('with --dry-run: exit with code 10 if there are changes to make'), {
    needs: ['dry_run'],
    rare: true,
  }),
} as const satisfies Options

const undo_options = {
  force: flag(t('also undo records that are in use or were edited after the run; those edits are lost')),
} as const satisfies Options

const calendar_file = {
  file: text('FILE', t('calendar file (format: cal explain apply)'), { short: 'f', many: 'repeated' }),
  from: text('DATE', t('ignore events that start before this date')),
  until: text('DATE', t('ignore events that start after this date')),
  ...create_missing,
  seed: integer('N', t('seed for the random choices in the file'), { default: 1 }),
} as const satisfies Options

const prune_options = {
  prune: flag(
    t(
      'delete records that this file created earlier and no longer contains; with --from or --until, only events in that range',
    ),
  ),
  max_delete: integer('N', t('maximum number of records to delete'), { needs: ['prune'], default: 25 }),
} as const satisfies Options

/** Flags that `cal copy` shares with `cal diff`. */
const copy_choice = {
  to: text('PROFILE', t('calendar to write to: a profile, a URL or a database file')),
  where: text(
    'FILTER=VALUE',
    t('only events that match this filter of events list, and the records they refer to: tags=music'),
    { many: 'repeated' },
  ),
  mirror: flag(t('also delete records that an earlier copy created and that the source no longer has')),
} as const satisfies Options

export const copy_options = {
  from: text('PROFILE', t('calendar to read: a profile, a URL or a database file')),
  ...copy_choice,
  max_delete: { ...prune_options.max_delete, needs: ['mirror'], rare: true },
  on_existing: text('ACTION', t('what to do if a record exists at the target but differs'), {
    choices: ['update', 'skip', 'error'],
    default: 'update',
    rare: true,
  }),
  without: reading_options.without,
  publication_date: flag(t('also update records that differ only in their publication date'), { rare: true }),
  ...planning_options,
  ...running_options,
  ...yes_option,
} as const satisfies Options

const { page: _page, per_page: _per_page, ...filters } = resources.events.query

export const copy_command: Command = {
  path: ['copy'],
  // Both calendars are given by flags, not by the configuration.
  effect: 'local',
  prints: 'on request',
  handlesSignals: true,
  summary: t('copy a calendar to another one'),
  details: t(
    'Copies categories, tags, venues, organizers and events of any date. A second copy changes only what differs. Rerun the command to resume an interrupted copy; cal history undo reverts a copy. The source is never written to. Published events with a password are not copied. To copy one event within a calendar: cal events copy.',
  ),
  operands: [
    operand(
      'KIND',
      t('events (with the records they refer to), venues, organizers, categories or tags (default: all)'),
      { optional: true, many: true, choices: Object.keys(resources) },
    ),
  ],
  parameters: filters,
  rare_parameters: ['starts_before', 'starts_after', 'search', 'venue', 'organizer', 'featured', 'status'],
  options: copy_options,
  examples: [
    ['copy --from production --to staging --dry-run', t('preview the changes')],
    ['copy --from production --to staging --mirror --yes', t('refresh a staging calendar')],
    ['copy --from production --to test.db --categories music', t('copy some events to a database file')],
  ],
  load: async () => (await import('./copy.run.ts')).copy,
}

export const import_options = {
  ...reading_options,
  on_existing: text('ACTION', t('what to do if a record exists but differs'), {
    choices: ['error', 'update', 'skip'],
    default: 'error',
  }),
  clear_empty: flag(t('with --on-existing update: empty cells clear fields (default: fields keep their values)'), {
    rare: true,
  }),
  ...create_missing,
  ...planning_options,
  ...running_options,
  rejected: text('FILE', t('write rejected records to this file'), { rare: true }),
  resume: flag(t('resume the latest interrupted run, or the run given instead of FILE')),
  ...yes_option,
} as const satisfies Options

export const import_command: Command = {
  path: ['import'],
  effect: 'writes',
  handlesSignals: true,
  needsCalendar: ({ resume }) => resume === true,
  summary: t('create and update records from files'),
  details: t(
    'Reads JSON, NDJSON, CSV, TSV, Excel (.xlsx), OpenDocument (.ods), YAML and iCalendar. Existing records are recognized, so a second run changes nothing.',
  ),
  operands: [{ ...sources, optional: true }],
  options: import_options,
  examples: [
    ['import events.csv --create-missing --dry-run', t('preview the import')],
    ['import events.csv --create-missing --on-existing update --yes', t('create new records and update existing ones')],
    ['import --resume', t('resume an interrupted import')],
  ],
  load: async () => (await import('./import.run.ts')).importFiles,
}

export const validate_command: Command = {
  path: ['validate'],
  effect: 'local',
  summary: t('check files without sending anything'),
  operands: [sources],
  options: reading_options,
  examples: [['validate events.csv', t('list all errors of a file')]],
  load: async () => (await import('./validate.run.ts')).validate,
}

export const export_options = {
  to: text('PATH', t('file or folder/ (default: standard output)')),
  format: text('FORMAT', t('file format (default: by file name, else json)'), {
    choices: export_formats,
    excludes: ['output', 'json'],
  }),
  since: text('DATE', t('only records changed since this date')),
  stable: flag(t('for version control: sorted, without ids and publication dates')),
  csv_safe: global_options.csv_safe,
  ...yes_option,
} as const satisfies Options

export const export_command: Command = {
  path: ['export'],
  effect: 'reads',
  prints: 'nothing',
  accepted_formats: export_formats,
  summary: t('export a calendar to files'),
  details: t(
    'Exports events of any date and every status you can see. cal import reads the files again. A CSV file contains one kind of record, an iCalendar file only events; data that a format does not support is reported.',
  ),
  operands: [
    operand('KIND', t('events, venues, organizers, categories or tags (default: all)'), { optional: true, many: true }),
  ],
  options: export_options,
  examples: [
    ['export > calendar.json', t('everything, as JSON')],
    ['export events --to events.ics', t('events for other calendar programs')],
    ['export --format csv --to calendar/', t('one CSV file per kind')],
  ],
  load: async () => (await import('./export.run.ts')).exportCalendar,
}

export const apply_options = {
  ...calendar_file,
  ...prune_options,
  ...planning_options,
  ...running_options,
  ...yes_option,
} as const satisfies Options

export const apply_command: Command = {
  path: ['apply'],
  effect: 'writes',
  handlesSignals: true,
  summary: t('make the calendar match a calendar file'),
  details: t(
    'Records are matched by their key, so a second run changes nothing. Rerun the command to resume an interrupted run.',
  ),
  operands: [{ ...files, optional: true }],
  options: apply_options,
  examples: [
    ['apply -f parish.yaml --dry-run', t('preview the changes')],
    ['apply -f parish.yaml --prune --yes', t('also delete what the file no longer contains')],
  ],
  load: async () => (await import('./apply.run.ts')).apply,
}

export const diff_options = {
  ...calendar_file,
  from: text(
    'DATE|PROFILE',
    t('ignore events of the file that start before this date; with --to, calendar to copy from'),
  ),
  until: { ...calendar_file.until, excludes: ['to'] },
  create_missing: { ...calendar_file.create_missing, excludes: ['to'] },
  seed: { ...calendar_file.seed, excludes: ['to'] },
  ...copy_choice,
  where: { ...copy_choice.where, needs: ['to'] },
  mirror: { ...copy_choice.mirror, needs: ['to'] },
  prune: { ...prune_options.prune, excludes: ['to'] },
  exit_code: flag(t('exit with code 10 if there are differences')),
} as const satisfies Options

export const diff_command: Command = {
  path: ['diff'],
  effect: 'reads',
  summary: t('show what apply or copy would change'),
  operands: [{ ...files, optional: true }],
  options: diff_options,
  examples: [
    ['diff -f parish.yaml --exit-code', t('in a script: exit code 10 if anything differs')],
    ['diff --from production --to staging --mirror', t('compare two calendars')],
  ],
  load: async () => (await import('./apply.run.ts')).diff,
}

export const seed_options = {
  ...calendar_file,
  generate: text('COUNTS', t('generate records: events=1000,venues=20'), { excludes: ['from', 'until'] }),
  out: text('FILE', t('write the key and id of each record to this .json or .env file')),
  cleanup: text('RUN', t('undo an earlier run of seed'), {
    excludes: ['generate', 'from', 'until', 'out', 'create_missing', 'seed'],
  }),
  force: { ...undo_options.force, needs: ['cleanup'] },
  ...planning_options,
  ...running_options,
  ...yes_option,
} as const satisfies Options

export const seed_command: Command = {
  path: ['seed'],
  effect: 'writes',
  handlesSignals: true,
  needsCalendar: ({ cleanup }) => cleanup !== undefined,
  summary: t('fill a calendar with reproducible test data'),
  details: pattern(
    'Reads a calendar file as apply does. In it, count, {n}, {choose: […]} and {between: […]} generate variations. The same --seed gives the same data. Rerun the command to resume an interrupted run.',
  ),
  operands: [{ ...files, optional: true }],
  options: seed_options,
  examples: [
    ['seed parish.yaml --out ids.env', t('write the ids for use in tests')],
    ['seed --generate events=1000,venues=20 --seed 42', t('generate 1000 events')],
  ],
  load: async () => (await import('./seed.run.ts')).seed,
}

const run = operand('RUN', t('id of the run, or the start of it (default: the latest run)'))

export const history_list_options = {
  limit: integer('N', t('maximum number of runs, newest first'), { form: 'id' }),
} as const satisfies Options

export const history_undo_options = {
  ...undo_options,
  ...planning_options,
  ...running_options,
  ...yes_option,
} as const satisfies Options

export const history_commands: readonly Command[] = [
  {
    path: ['history', 'list'],
    aliases: ['ls'],
    effect: 'local',
    summary: t('list recorded runs'),
    options: history_list_options,
    load: async () => (await import('./history.run.ts')).historyList,
  },
  {
    path: ['history', 'show'],
    effect: 'local',
    summary: t('show what a run changed'),
    operands: [{ ...run, optional: true }],
    load: async () => (await import('./history.run.ts')).historyShow,
  },
  {
    path: ['history', 'undo'],
    effect: 'writes',
    handlesSignals: true,
    needsCalendar: () => true,
    summary: t('undo a run'),
    details: t(
      'Deletes records that the run created and restores those it changed or deleted. Records that are in use, or in which what the run wrote was edited since, are listed and left unchanged (exit code 6); --force undoes them too. Later edits of other fields are kept. An undo is itself a run: it can be undone, and rerunning the command resumes it.',
    ),
    operands: [{ ...run, optional: true }],
    options: history_undo_options,
    examples: [['history undo --dry-run', t('preview undoing the latest run')]],
    load: async () => (await import('./history.run.ts')).historyUndo,
  },
]

export const wait_options = {
  where: text('FILTER=VALUE', t('count only records that match these filters of list'), { many: 'repeated' }),
  count: integer('N', t('wait until at least N records match'), { default: 1 }),
  gone: flag(t('wait until no record matches'), { excludes: ['count'] }),
  timeout: text('DURATION', t('time limit of the whole wait: 90, 90s, 5m, 1h30m'), {
    form: 'duration',
    default: '60s',
  }),
  interval: text('DURATION', t('pause between two checks'), { form: 'duration', default: '2s' }),
} as const satisfies Options

export const wait_command: Command = {
  path: ['wait'],
  effect: 'reads',
  summary: t('wait until records exist or no longer exist'),
  details: t(
    'Counts events of any date and records of every status that you can see. Also waits for a service that cannot be reached yet.\nExits with 12 if the time limit is reached, or with the code of the last error if the last check failed. The limit of a single request is CAL_TIMEOUT (30 seconds).',
  ),
  operands: [operand('KIND', t('events, venues, organizers, categories or tags'), { choices: Object.keys(resources) })],
  options: wait_options,
  examples: [
    ['wait events --where search=jazz --count 3 --timeout 5m', t('until three events mention jazz')],
    ['wait events --where status=draft --gone', t('until there are no drafts')],
  ],
  load: async () => (await import('./wait.run.ts')).waitForRecords,
}

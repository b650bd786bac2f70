// Arguments and flags that bulk commands share.
import { t } from '../../../base/text/language.ts'
import { input_formats } from '../../../bulk/input/entry.ts'
import { date_orders } from '../../../base/dates/days.ts'
import { progress_forms } from '../../types/outcome.ts'
import type { Operand, Options } from '../../types/command.ts'

export const files: Operand = {
  name: 'FILE',
  many: true,
  description: t('file or folder; - reads standard input'),
}

export const sources: Operand = {
  name: 'FILE',
  many: true,
  description: t('file, folder or https URL; - reads standard input'),
}

/** How files are read. */
export const reading_options = {
  kind: {
    type: 'string',
    value: 'KIND',
    group: 'input',
    description: t('kind of records, if it cannot be inferred from the file'),
  },
  format: {
    type: 'string',
    value: 'FORMAT',
    choices: input_formats,
    group: 'input',
    rare: true,
    description: t('format, if it cannot be inferred from the file name'),
  },
  sheet: {
    type: 'string',
    value: 'NAME',
    group: 'input',
    rare: true,
    description: t('sheet of a workbook (default: the first)'),
  },
  map: {
    type: 'string',
    value: 'COLUMN=FIELD',
    many: 'repeated',
    group: 'input',
    description: t("field for a column: 'Price=cost'"),
  },
  date_order: {
    type: 'string',
    value: 'ORDER',
    choices: date_orders,
    default: 'mdy',
    group: 'input',
    rare: true,
    description: t('day and month order in dates such as 3/4/2026'),
  },
  since: {
    type: 'string',
    value: 'DATE',
    group: 'input',
    rare: true,
    description: t('skip earlier dates of iCalendar series (default for endless series: one year ago)'),
  },
  until: {
    type: 'string',
    value: 'DATE',
    group: 'input',
    rare: true,
    description: t('skip later dates of iCalendar series (default for endless series: in two years)'),
  },
  match: {
    type: 'string',
    value: 'FIELDS',
    group: 'input',
    rare: true,
    description: t('fields that identify a record: id, slug, uid, title+start_date'),
  },
  without: {
    type: 'string',
    value: 'FIELDS',
    many: 'commas',
    group: 'input',
    rare: true,
    description: t('ignore these fields'),
  },
} as const satisfies Options

/** How writes are executed: concurrency, rate, waits, failures. */
export const running_options = {
  concurrency: {
    type: 'integer',
    value: 'N',
    rare: true,
    description: t('number of concurrent requests (default: 4 to 32, adjusted to the service; 256 for file:)'),
  },
  rate: {
    type: 'string',
    value: 'N/s',
    rare: true,
    description: t('maximum number of requests per second: 5/s'),
  },
  stop_on_error: {
    type: 'integer',
    value: 'N',
    rare: true,
    description: t('stop after this many failed records'),
  },
  progress: {
    type: 'string',
    value: 'FORM',
    choices: progress_forms,
    default: 'auto',
    rare: true,
    description: t('progress display'),
  },
} as const satisfies Options

export const planning_options = {
  dry_run: {
    type: 'boolean',
    short: 'n',
    only: 'on',
    description: t('show the plan without changing anything'),
  },
  exit_code: {
    type: 'boolean',
    only: 'on',
    needs: ['dry_run'],
    rare: true,
    description: t('with --dry-run: exit with code 10 if there are changes to make'),
  },
} as const satisfies Options

export const undo_options = {
  force: {
    type: 'boolean',
    only: 'on',
    description: t('also undo records that are in use or were edited after the run; those edits are lost'),
  },
} as const satisfies Options

export const missing_option = {
  create_missing: {
    type: 'boolean',
    only: 'on',
    description: t('create missing venues, organizers, categories and tags'),
  },
} as const satisfies Options

export const calendar_file = {
  file: {
    type: 'string',
    short: 'f',
    value: 'FILE',
    many: 'repeated',
    description: t('calendar file (format: cal explain apply)'),
  },
  from: {
    type: 'string',
    value: 'DATE',
    description: t('ignore events that start before this date'),
  },
  until: {
    type: 'string',
    value: 'DATE',
    description: t('ignore events that start after this date'),
  },
  ...missing_option,
  seed: {
    type: 'integer',
    value: 'N',
    default: 1,
    description: t('seed for the random choices in the file'),
  },
} as const satisfies Options

export const prune_options = {
  prune: {
    type: 'boolean',
    only: 'on',
    description: t(
      'delete records that this file created earlier and no longer contains; with --from or --until, only events in that range',
    ),
  },
  max_delete: {
    type: 'integer',
    value: 'N',
    needs: ['prune'],
    default: 25,
    description: t('maximum number of records to delete'),
  },
} as const satisfies Options

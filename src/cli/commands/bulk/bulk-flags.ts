// Arguments and flags that bulk commands share.
import { t } from '../../../base/text/language.ts'
import { input_formats } from '../../../bulk/input/entry.ts'
import { date_orders } from '../../../base/dates/days.ts'
import { progress_forms } from '../../types/outcome.ts'
import { flag, integer, text } from '../../arguments/options.ts'
import { create_missing } from '../shared-flags.ts'
import { type Options, operand } from '../../types/command.ts'

export const files = operand('FILE', t('file or folder; - reads standard input'), { many: true })

export const sources = operand('FILE', t('file, folder or https URL; - reads standard input'), { many: true })

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
export const running_options = {
  concurrency: integer(
    'N',
    t('number of concurrent requests (default: 4 to 32, adjusted to the service; 256 for file:)'),
    { rare: true },
  ),
  rate: text('N/s', t('maximum number of requests per second: 5/s'), { rare: true }),
  stop_on_error: integer('N', t('stop after this many failed records'), { rare: true }),
  progress: text('FORM', t('progress display'), { choices: progress_forms, default: 'auto', rare: true }),
} as const satisfies Options

export const planning_options = {
  dry_run: flag(t('show the plan without changing anything'), { short: 'n' }),
  exit_code: flag(t('with --dry-run: exit with code 10 if there are changes to make'), {
    needs: ['dry_run'],
    rare: true,
  }),
} as const satisfies Options

export const undo_options = {
  force: flag(t('also undo records that are in use or were edited after the run; those edits are lost')),
} as const satisfies Options

export const calendar_file = {
  file: text('FILE', t('calendar file (format: cal explain apply)'), { short: 'f', many: 'repeated' }),
  from: text('DATE', t('ignore events that start before this date')),
  until: text('DATE', t('ignore events that start after this date')),
  ...create_missing,
  seed: integer('N', t('seed for the random choices in the file'), { default: 1 }),
} as const satisfies Options

export const prune_options = {
  prune: flag(
    t(
      'delete records that this file created earlier and no longer contains; with --from or --until, only events in that range',
    ),
  ),
  max_delete: integer('N', t('maximum number of records to delete'), { needs: ['prune'], default: 25 }),
} as const satisfies Options

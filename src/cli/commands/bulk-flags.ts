// Arguments and flags that bulk commands share.
import { input_formats } from '../../bulk/input/file-formats.ts'
import { date_orders } from '../../base/dates/date-orders.ts'
import { progress_forms } from '../core/choices.ts'
import type { Operand, Options } from '../core/command.ts'
import { text } from './shared-flags.ts'

export const files: Operand = {
  name: 'FILE',
  many: true,
  meaning: text('file or folder; - reads standard input', 'Datei oder Ordner; - liest die Standardeingabe'),
}

export const sources: Operand = {
  name: 'FILE',
  many: true,
  meaning: text(
    'file, folder or https URL; - reads standard input',
    'Datei, Ordner oder https-Adresse; - liest die Standardeingabe',
  ),
}

/** How files are read. */
export const reading_options = {
  kind: {
    type: 'string',
    value: 'KIND',
    group: 'input',
    meaning: text(
      'kind of records, if it cannot be inferred from the file',
      'Art der Einträge, falls sie nicht aus der Datei hervorgeht',
    ),
  },
  format: {
    type: 'string',
    value: 'FORMAT',
    choices: input_formats,
    group: 'input',
    rare: true,
    meaning: text(
      'format, if it cannot be inferred from the file name',
      'Format, falls es nicht aus dem Dateinamen hervorgeht',
    ),
  },
  sheet: {
    type: 'string',
    value: 'NAME',
    group: 'input',
    rare: true,
    meaning: text('sheet of a workbook (default: the first)', 'Tabellenblatt (Standard: das erste)'),
  },
  map: {
    type: 'string',
    value: 'COLUMN=FIELD',
    many: 'repeated',
    group: 'input',
    meaning: text("field for a column: 'Price=cost'", "Feld zu einer Spalte: 'Preis=cost'"),
  },
  date_order: {
    type: 'string',
    value: 'ORDER',
    choices: date_orders,
    default: 'mdy',
    group: 'input',
    rare: true,
    meaning: text('day and month order in dates such as 3/4/2026', 'Reihenfolge von Tag und Monat, etwa in 3/4/2026'),
  },
  since: {
    type: 'string',
    value: 'DATE',
    group: 'input',
    rare: true,
    meaning: text(
      'skip earlier dates of iCalendar series (default for endless series: one year ago)',
      'frühere Termine von iCalendar-Serien auslassen (Standard bei endlosen Serien: vor einem Jahr)',
    ),
  },
  until: {
    type: 'string',
    value: 'DATE',
    group: 'input',
    rare: true,
    meaning: text(
      'skip later dates of iCalendar series (default for endless series: in two years)',
      'spätere Termine von iCalendar-Serien auslassen (Standard bei endlosen Serien: in zwei Jahren)',
    ),
  },
  match: {
    type: 'string',
    value: 'FIELDS',
    group: 'input',
    rare: true,
    meaning: text(
      'fields that identify a record: id, slug, uid, title+start_date',
      'Felder, die einen Eintrag identifizieren: id, slug, uid, title+start_date',
    ),
  },
  without: {
    type: 'string',
    value: 'FIELDS',
    many: 'commas',
    group: 'input',
    rare: true,
    meaning: text('ignore these fields', 'diese Felder ignorieren'),
  },
} as const satisfies Options

/** How writes are executed: concurrency, rate, waits, failures. */
export const running_options = {
  concurrency: {
    type: 'integer',
    value: 'N',
    rare: true,
    meaning: text(
      'number of concurrent requests (default: 4 to 32, adjusted to the service; 256 for file:)',
      'Anzahl gleichzeitiger Anfragen (Standard: 4 bis 32, je nach Dienst; 256 bei file:)',
    ),
  },
  rate: {
    type: 'string',
    value: 'N/s',
    rare: true,
    meaning: text('maximum number of requests per second: 5/s', 'maximale Anzahl Anfragen pro Sekunde: 5/s'),
  },
  stop_on_error: {
    type: 'integer',
    value: 'N',
    rare: true,
    meaning: text('stop after this many failed records', 'nach so vielen fehlgeschlagenen Einträgen abbrechen'),
  },
  progress: {
    type: 'string',
    value: 'FORM',
    choices: progress_forms,
    default: 'auto',
    rare: true,
    meaning: text('progress display', 'Fortschrittsanzeige'),
  },
} as const satisfies Options

export const planning_options = {
  dry_run: {
    type: 'boolean',
    short: 'n',
    only: 'on',
    meaning: text('show the plan without changing anything', 'Plan anzeigen, ohne etwas zu ändern'),
  },
  exit_code: {
    type: 'boolean',
    only: 'on',
    needs: ['dry_run'],
    rare: true,
    meaning: text(
      'with --dry-run: exit with code 10 if there are changes to make',
      'mit --dry-run: Rückgabewert 10, wenn Änderungen anstehen',
    ),
  },
} as const satisfies Options

export const undo_options = {
  force: {
    type: 'boolean',
    only: 'on',
    meaning: text(
      'also undo records that are in use or were edited after the run; those edits are lost',
      'auch Einträge zurücksetzen, die verwendet oder seit dem Lauf bearbeitet wurden; deren Änderungen gehen verloren',
    ),
  },
} as const satisfies Options

export const missing_option = {
  create_missing: {
    type: 'boolean',
    only: 'on',
    meaning: text(
      'create missing venues, organizers, categories and tags',
      'fehlende Orte, Veranstalter, Kategorien und Schlagwörter anlegen',
    ),
  },
} as const satisfies Options

export const calendar_file = {
  file: {
    type: 'string',
    short: 'f',
    value: 'FILE',
    many: 'repeated',
    meaning: text('calendar file (format: cal explain apply)', 'Kalenderdatei (Format: cal explain apply)'),
  },
  from: {
    type: 'string',
    value: 'DATE',
    meaning: text('ignore events that start before this date', 'Termine ignorieren, die früher beginnen'),
  },
  until: {
    type: 'string',
    value: 'DATE',
    meaning: text('ignore events that start after this date', 'Termine ignorieren, die später beginnen'),
  },
  ...missing_option,
  seed: {
    type: 'integer',
    value: 'N',
    default: 1,
    meaning: text('seed for the random choices in the file', 'Startwert für die Zufallsauswahl in der Datei'),
  },
} as const satisfies Options

export const prune_options = {
  prune: {
    type: 'boolean',
    only: 'on',
    meaning: text(
      'delete records that this file created earlier and no longer contains; with --from or --until, only events in that range',
      'Einträge löschen, die diese Datei angelegt hat und nicht mehr enthält; mit --from oder --until nur Termine in diesem Zeitraum',
    ),
  },
  max_delete: {
    type: 'integer',
    value: 'N',
    needs: ['prune'],
    default: 25,
    meaning: text('maximum number of records to delete', 'maximale Anzahl zu löschender Einträge'),
  },
} as const satisfies Options

// Operands and flags that the commands for many records share.
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
    'file, folder or https address; - reads standard input',
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
      'kind of records, if it can’t be inferred from the file',
      'Art der Einträge, falls sie nicht aus der Datei hervorgeht',
    ),
  },
  format: {
    type: 'string',
    value: 'FORMAT',
    choices: input_formats,
    group: 'input',
    meaning: text(
      'format, if it can’t be inferred from the file name',
      'Format, falls es nicht aus dem Dateinamen hervorgeht',
    ),
  },
  sheet: {
    type: 'string',
    value: 'NAME',
    group: 'input',
    rare: true,
    meaning: text('sheet of a workbook (default: the first)', 'Blatt einer Arbeitsmappe (Standard: das erste)'),
  },
  map: {
    type: 'string',
    value: 'COLUMN=FIELD',
    many: 'repeated',
    group: 'input',
    meaning: text('meaning of a column', 'Bedeutung einer Spalte'),
  },
  date_order: {
    type: 'string',
    value: 'ORDER',
    choices: date_orders,
    default: 'mdy',
    group: 'input',
    rare: true,
    meaning: text('order of dates such as 3/4/2026', 'Reihenfolge in Daten wie 3/4/2026'),
  },
  since: {
    type: 'string',
    value: 'DATE',
    group: 'input',
    rare: true,
    meaning: text(
      'first date of iCalendar series (default: all; endless series: one year ago)',
      'erster Termin von iCalendar-Serien (Standard: alle; endlose Serien: ab vor einem Jahr)',
    ),
  },
  until: {
    type: 'string',
    value: 'DATE',
    group: 'input',
    rare: true,
    meaning: text(
      'last date of iCalendar series (default: all; endless series: in two years)',
      'letzter Termin von iCalendar-Serien (Standard: alle; endlose Serien: bis in zwei Jahren)',
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
    meaning: text('leave these fields out', 'diese Felder weglassen'),
  },
} as const satisfies Options

/** How writes are executed: concurrency, rate, waits, failures. */
export const running_options = {
  concurrency: {
    type: 'integer',
    value: 'N',
    rare: true,
    meaning: text(
      'number of concurrent requests (default: adjusts itself from 4 up to 32; 128 for file:)',
      'Zahl gleichzeitiger Anfragen (ohne Angabe 4 bis 32, je nach Dienst; 128 bei file:)',
    ),
  },
  rate: {
    type: 'string',
    value: 'N/s',
    rare: true,
    meaning: text('maximum number of requests per second: 5/s', 'Höchstzahl der Anfragen je Sekunde: 5/s'),
  },
  stop_on_error: {
    type: 'integer',
    value: 'N',
    rare: true,
    meaning: text('stop after this number of failed records', 'nach dieser Zahl fehlgeschlagener Einträge abbrechen'),
  },
  progress: {
    type: 'string',
    value: 'FORM',
    choices: progress_forms,
    default: 'auto',
    rare: true,
    meaning: text('how progress is shown', 'wie der Fortschritt gezeigt wird'),
  },
} as const satisfies Options

export const planning_options = {
  dry_run: {
    type: 'boolean',
    only: 'on',
    meaning: text('show the plan without changing anything', 'den Plan anzeigen, ohne etwas zu ändern'),
  },
  exit_code: {
    type: 'boolean',
    only: 'on',
    meaning: text(
      'with --dry-run: exit with 10 if there is something to do',
      'mit --dry-run: Rückgabewert 10, wenn etwas zu tun ist',
    ),
  },
} as const satisfies Options

export const undo_options = {
  force: {
    type: 'boolean',
    only: 'on',
    meaning: text(
      'also undo records that were edited after the run or are in use; those edits are lost',
      'auch zurücknehmen, was seit dem Lauf bearbeitet wurde oder verwendet wird; die Änderungen gehen verloren',
    ),
  },
} as const satisfies Options

export const missing_option = {
  create_missing: {
    type: 'boolean',
    only: 'on',
    meaning: text(
      'create missing venues, organizers, categories and tags by name',
      'fehlende Orte, Veranstalter, Kategorien und Schlagwörter nach Namen anlegen',
    ),
  },
} as const satisfies Options

export const calendar_file = {
  file: {
    type: 'string',
    short: 'f',
    value: 'FILE',
    many: 'repeated',
    meaning: text(
      'calendar file; cal explain apply describes its format',
      'Kalenderdatei; cal explain apply beschreibt ihr Format',
    ),
  },
  from: {
    type: 'string',
    value: 'DATE',
    meaning: text('leave out events of the file that start before', 'frühere Termine der Datei weglassen'),
  },
  until: {
    type: 'string',
    value: 'DATE',
    meaning: text('leave out events of the file that start after', 'spätere Termine der Datei weglassen'),
  },
  ...missing_option,
  seed: {
    type: 'integer',
    value: 'N',
    default: 1,
    meaning: text('seed of the random choices in the file', 'Startwert der Zufallsauswahl in der Datei'),
  },
} as const satisfies Options

export const prune_options = {
  prune: {
    type: 'boolean',
    only: 'on',
    meaning: text(
      'delete records that an earlier apply of this file created and that are no longer in it; with --from or --until only events in that range',
      'Einträge löschen, die ein früheres apply dieser Datei angelegt hat und die nicht mehr darin stehen; mit --from oder --until nur Termine in diesem Zeitraum',
    ),
  },
  max_delete: {
    type: 'integer',
    value: 'N',
    default: 25,
    meaning: text('maximum number of records to delete', 'Höchstzahl zu löschender Einträge'),
  },
} as const satisfies Options

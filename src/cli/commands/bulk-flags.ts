// Operands and flags that the commands for many records share.
import { input_formats } from '../../bulk/input/file-formats.ts'
import { date_orders } from '../../base/dates/date-grammar.ts'
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
    meaning: text('kind of records, where the file does not tell', 'Art der Einträge, wo die Datei es nicht sagt'),
  },
  format: {
    type: 'string',
    value: 'FORMAT',
    choices: input_formats,
    meaning: text('format, where the name does not tell', 'Format, wo der Name es nicht sagt'),
  },
  sheet: {
    type: 'string',
    value: 'NAME',
    meaning: text(
      'sheet of a workbook; the first one where nothing is said',
      'Blatt einer Arbeitsmappe; ohne Angabe das erste',
    ),
  },
  map: {
    type: 'string',
    value: 'COLUMN=FIELD',
    many: 'repeated',
    meaning: text('meaning of a column', 'Bedeutung einer Spalte'),
  },
  date_order: {
    type: 'string',
    value: 'ORDER',
    choices: date_orders,
    default: 'mdy',
    meaning: text('order of dates such as 3/4/2026', 'Reihenfolge in Daten wie 3/4/2026'),
  },
  since: {
    type: 'string',
    value: 'DATE',
    meaning: text(
      'first date of iCalendar series (default: all; endless series: one year ago)',
      'erster Termin von iCalendar-Serien (Standard: alle; endlose Serien: ab vor einem Jahr)',
    ),
  },
  until: {
    type: 'string',
    value: 'DATE',
    meaning: text(
      'last date of iCalendar series (default: all; endless series: in two years)',
      'letzter Termin von iCalendar-Serien (Standard: alle; endlose Serien: bis in zwei Jahren)',
    ),
  },
  match: {
    type: 'string',
    value: 'FIELDS',
    meaning: text(
      'what shows that records are the same: id, slug, uid, title+start_date',
      'woran derselbe Eintrag zu erkennen ist: id, slug, uid, title+start_date',
    ),
  },
  without: {
    type: 'string',
    value: 'FIELDS',
    many: 'commas',
    meaning: text('leave these fields out', 'diese Felder weglassen'),
  },
} as const satisfies Options

/** How many writes are carried out. */
export const running_options = {
  concurrency: {
    type: 'integer',
    value: 'N',
    meaning: text(
      'number of concurrent requests (default: adjusts itself from 4 up to 32; 128 for file:)',
      'Zahl gleichzeitiger Anfragen (ohne Angabe 4 bis 32, je nach Dienst; 128 bei file:)',
    ),
  },
  rate: {
    type: 'string',
    value: 'N/s',
    meaning: text('requests a second at most: 5/s', 'höchstens so viele Anfragen je Sekunde: 5/s'),
  },
  stop_on_error: {
    type: 'integer',
    value: 'N',
    meaning: text('stop after so many failed records', 'nach so vielen fehlgeschlagenen Einträgen abbrechen'),
  },
  progress: {
    type: 'string',
    value: 'FORM',
    choices: progress_forms,
    default: 'auto',
    meaning: text('how progress is shown', 'wie der Fortschritt gezeigt wird'),
  },
} as const satisfies Options

export const planning_options = {
  dry_run: {
    type: 'boolean',
    only: 'on',
    meaning: text('show the plan and change nothing', 'den Plan zeigen und nichts ändern'),
  },
  exit_code: {
    type: 'boolean',
    only: 'on',
    meaning: text(
      'with --dry-run: exit 10 where there is something to do',
      'mit --dry-run: Rückgabewert 10, wenn etwas zu tun ist',
    ),
  },
} as const satisfies Options

export const undo_options = {
  force: {
    type: 'boolean',
    only: 'on',
    meaning: text(
      'also undo records that were edited since the run or are in use; the edits are lost',
      'auch zurücknehmen, was seit dem Lauf bearbeitet wurde oder verwendet wird; die Änderungen gehen verloren',
    ),
  },
} as const satisfies Options

export const missing_option = {
  create_missing: {
    type: 'boolean',
    only: 'on',
    meaning: text(
      'create venues, organizers, categories and tags that are only named',
      'Orte, Veranstalter, Kategorien und Schlagwörter anlegen, die nur genannt sind',
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
      'calendar file; cal explain apply shows what it may hold',
      'Kalenderdatei; cal explain apply zeigt, was sie enthalten kann',
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
    meaning: text(
      'number that decides the choices of the file',
      'Zahl, die über die Zufallswahl der Datei entscheidet',
    ),
  },
} as const satisfies Options

export const prune_options = {
  prune: {
    type: 'boolean',
    only: 'on',
    meaning: text(
      'delete what an earlier apply of this file created and it names no longer; with --from or --until only events between them',
      'löschen, was ein früheres apply dieser Datei angelegt hat und was sie nicht mehr nennt; mit --from oder --until nur Termine dazwischen',
    ),
  },
  max_delete: {
    type: 'integer',
    value: 'N',
    default: 25,
    meaning: text('delete so many at most', 'höchstens so viele löschen'),
  },
} as const satisfies Options

// The commands that work on many records at once.
import { date_orders, export_formats, input_formats } from '../../../bulk/input/choices.ts'
import { progress_forms } from '../../arguments/choices.ts'
import type { Command, Operand, Options } from '../../core/command.ts'
import { yes_option } from '../../arguments/options.ts'
import { text } from '../shared-flags.ts'

const files: Operand = {
  name: 'FILE',
  many: true,
  meaning: text('file or folder; - reads standard input', 'Datei oder Ordner; - liest die Standardeingabe'),
}

const sources: Operand = {
  name: 'FILE',
  many: true,
  meaning: text(
    'file, folder or https address; - reads standard input',
    'Datei, Ordner oder https-Adresse; - liest die Standardeingabe',
  ),
}

const run: Operand = {
  name: 'RUN',
  meaning: text(
    'name of the run, or its beginning; the newest where none is named',
    'Name des Laufs oder dessen Anfang; ohne Angabe der neueste',
  ),
}

/** How files are read. */
const reading_options = {
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
const running_options = {
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

const planning_options = {
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

const undo_options = {
  force: {
    type: 'boolean',
    only: 'on',
    meaning: text(
      'also undo records that were edited since the run or are in use; the edits are lost',
      'auch zurücknehmen, was seit dem Lauf bearbeitet wurde oder verwendet wird; die Änderungen gehen verloren',
    ),
  },
} as const satisfies Options

const missing_option = {
  create_missing: {
    type: 'boolean',
    only: 'on',
    meaning: text(
      'create venues, organizers, categories and tags that are only named',
      'Orte, Veranstalter, Kategorien und Schlagwörter anlegen, die nur genannt sind',
    ),
  },
} as const satisfies Options

const calendar_file = {
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

const prune_options = {
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

export const bulk_commands: readonly Command[] = [
  {
    path: ['import'],
    effect: 'writes',
    handlesSignals: true,
    showsPlan: true,
    needsCalendar: ({ resume }) => resume === true,
    summary: text('create and update many records from files', 'viele Einträge aus Dateien anlegen und ändern'),
    details: text(
      'Reads JSON, NDJSON, CSV, TSV, Excel (.xlsx), OpenDocument (.ods), YAML and iCalendar. Records that are there already are recognised, so that a second run changes nothing.',
      'Liest JSON, NDJSON, CSV, TSV, Excel (.xlsx), OpenDocument (.ods), YAML und iCalendar. Was schon da ist, wird erkannt: Ein zweiter Lauf ändert nichts.',
    ),
    operands: [{ ...sources, optional: true }],
    options: {
      ...reading_options,
      on_existing: {
        type: 'string',
        value: 'DEED',
        choices: ['error', 'update', 'skip'],
        default: 'error',
        meaning: text('records that are there with other values', 'Einträge, die mit anderen Werten schon da sind'),
      },
      ...missing_option,
      ...planning_options,
      ...running_options,
      rejected: {
        type: 'string',
        value: 'FILE',
        meaning: text('file for records that are turned down', 'Datei für abgelehnte Einträge'),
      },
      resume: {
        type: 'boolean',
        only: 'on',
        meaning: text(
          'go on with a run that broke off: the newest, or the one named instead of files',
          'einen abgebrochenen Lauf fortsetzen: den neuesten oder den statt Dateien genannten',
        ),
      },
      ...yes_option,
    },
    examples: [
      {
        line: 'import events.csv --create-missing --dry-run',
        meaning: text('what would happen', 'was geschehen würde'),
      },
      {
        line: 'import calendar.json --on-existing update --yes',
        meaning: text('bring everything up to date', 'alles auf den Stand der Datei bringen'),
      },
      { line: 'import --resume', meaning: text('go on after a crash', 'nach einem Absturz weitermachen') },
    ],
    load: async () => (await import('./import.run.ts')).importFiles,
  },
  {
    path: ['validate'],
    effect: 'local',
    summary: text('check files without a server', 'Dateien ohne Server prüfen'),
    operands: [sources],
    options: reading_options,
    examples: [{ line: 'validate events.csv', meaning: text('all errors at once', 'alle Fehler auf einmal') }],
    load: async () => (await import('./validate.run.ts')).validate,
  },
  {
    path: ['export'],
    effect: 'reads',
    summary: text(
      'write a calendar to files that can be imported again',
      'einen Kalender in Dateien schreiben, die sich wieder importieren lassen',
    ),
    details: text(
      'All pages, all dates, every status the caller may see. CSV holds one kind a file; iCalendar only events, and it says what it cannot hold.',
      'Alle Seiten, alle Daten, jeder sichtbare Status. CSV enthält eine Art je Datei; iCalendar nur Termine und nennt, was es nicht fasst.',
    ),
    operands: [
      {
        name: 'KIND',
        optional: true,
        many: true,
        meaning: text(
          'events, venues, organizers, categories, tags; all where none is named',
          'events, venues, organizers, categories, tags; ohne Angabe alle',
        ),
      },
    ],
    options: {
      to: {
        type: 'string',
        value: 'PATH',
        meaning: text('file or folder/ instead of standard output', 'Datei oder Ordner/ statt der Standardausgabe'),
      },
      format: {
        type: 'string',
        value: 'FORMAT',
        choices: export_formats,
        meaning: text(
          'format, where the name does not tell; else json',
          'Format, wo der Name es nicht sagt; sonst json',
        ),
      },
      since: {
        type: 'string',
        value: 'DATE',
        meaning: text('only what was changed from then on', 'nur was seitdem geändert wurde'),
      },
      stable: {
        type: 'boolean',
        only: 'on',
        meaning: text(
          'for version control: sorted, without ids and dates of publication',
          'für die Versionsverwaltung: sortiert, ohne IDs und Veröffentlichungsdaten',
        ),
      },
    },
    examples: [
      { line: 'export > calendar.json', meaning: text('everything', 'alles') },
      {
        line: 'export events --to events.ics',
        meaning: text('for other calendar programs', 'für andere Kalenderprogramme'),
      },
      { line: 'export --format csv --to calendar/', meaning: text('a file for each kind', 'eine Datei je Art') },
    ],
    load: async () => (await import('../export/export.run.ts')).exportCalendar,
  },
  {
    path: ['history', 'list'],
    aliases: ['ls'],
    effect: 'local',
    summary: text('show the runs that changed many records', 'die Läufe zeigen, die viele Einträge geändert haben'),
    load: async () => (await import('../history/history.run.ts')).historyList,
  },
  {
    path: ['history', 'show'],
    effect: 'local',
    summary: text('show what a run wrote', 'zeigen, was ein Lauf geschrieben hat'),
    operands: [{ ...run, optional: true }],
    load: async () => (await import('../history/history.run.ts')).historyShow,
  },
  {
    path: ['history', 'undo'],
    effect: 'writes',
    handlesSignals: true,
    showsPlan: true,
    needsCalendar: () => true,
    summary: text('take a run back', 'einen Lauf zurücknehmen'),
    details: text(
      'Deletes what the run created and restores what it changed or deleted. A record that was edited since, or is in use by others, is listed and kept (exit 6); --force undoes it too. An undo is a run as well and can be undone; rerun it with the same RUN to resume one that broke off.',
      'Löscht, was der Lauf angelegt hat, und stellt wieder her, was er geändert oder gelöscht hat. Was seitdem bearbeitet wurde oder anderswo verwendet wird, wird genannt und bleibt (Rückgabewert 6); --force nimmt auch das zurück. Auch das Zurücknehmen ist ein Lauf und lässt sich zurücknehmen; ein abgebrochenes wird mit demselben LAUF fortgesetzt.',
    ),
    operands: [{ ...run, optional: true }],
    options: { ...undo_options, ...planning_options, ...running_options, ...yes_option },
    examples: [
      {
        line: 'history undo --dry-run',
        meaning: text('what taking the last run back would do', 'was das Zurücknehmen des letzten Laufs täte'),
      },
    ],
    load: async () => (await import('../history/history.run.ts')).historyUndo,
  },
  {
    path: ['apply'],
    effect: 'writes',
    handlesSignals: true,
    showsPlan: true,
    summary: text('make the calendar match a file', 'den Kalender einer Datei angleichen'),
    details: text(
      'What is there already is found by its key, so that the same command twice changes nothing the second time; after Ctrl-C, a crash or kill -9 it goes on where it was.',
      'Was schon da ist, wird am Schlüssel erkannt: Derselbe Befehl ändert beim zweiten Mal nichts und macht nach Strg-C, Absturz oder kill -9 dort weiter, wo er war.',
    ),
    operands: [{ ...files, optional: true }],
    options: { ...calendar_file, ...prune_options, ...planning_options, ...running_options, ...yes_option },
    examples: [
      { line: 'apply -f services.yaml --dry-run', meaning: text('what would change', 'was sich ändern würde') },
      {
        line: 'apply -f services.yaml --prune --yes',
        meaning: text('without a question, for scripts', 'ohne Rückfrage, für Skripte'),
      },
    ],
    load: async () => (await import('../apply/apply.run.ts')).apply,
  },
  {
    path: ['diff'],
    effect: 'reads',
    summary: text('show what apply would change', 'zeigen, was apply ändern würde'),
    operands: [{ ...files, optional: true }],
    options: {
      ...calendar_file,
      prune: prune_options.prune,
      exit_code: {
        ...planning_options.exit_code,
        meaning: text('exit 10 where something differs', 'Rückgabewert 10, wenn sich etwas unterscheidet'),
      },
    },
    examples: [
      {
        line: 'diff -f services.yaml --exit-code',
        meaning: text('for scripts: did anything change?', 'für Skripte: Hat sich etwas geändert?'),
      },
    ],
    load: async () => (await import('../apply/apply.run.ts')).diff,
  },
  {
    path: ['seed'],
    effect: 'writes',
    handlesSignals: true,
    showsPlan: true,
    needsCalendar: ({ cleanup }) => cleanup !== undefined,
    summary: text('fill a calendar for tests, the same each time', 'einen Kalender für Tests füllen, jedes Mal gleich'),
    details: text(
      'A calendar file as for apply, with count: 50 and {n}, {choose: […]} and {between: […]}. The same --seed makes the same choices. Broken off, the same command goes on.',
      'Eine Kalenderdatei wie für apply, mit count: 50 und {n}, {choose: […]} und {between: […]}. Gleiches --seed, gleiche Wahl. Nach einem Abbruch macht derselbe Befehl weiter.',
    ),
    operands: [{ ...files, optional: true }],
    options: {
      ...calendar_file,
      generate: {
        type: 'string',
        value: 'COUNTS',
        meaning: text('make records up: events=1000,venues=20', 'Einträge erfinden: events=1000,venues=20'),
      },
      out: {
        type: 'string',
        value: 'FILE',
        meaning: text(
          'write key and id of each record: ids.json or ids.env',
          'Schlüssel und ID jedes Eintrags schreiben: ids.json oder ids.env',
        ),
      },
      cleanup: {
        type: 'string',
        value: 'RUN',
        meaning: text('take an earlier seed back', 'ein früheres Füllen zurücknehmen'),
      },
      ...undo_options,
      ...planning_options,
      ...running_options,
      ...yes_option,
    },
    examples: [
      {
        line: 'seed test.yaml --seed 42 --out ids.env',
        meaning: text('with the ids for a test', 'mit den IDs für einen Test'),
      },
      { line: 'seed --generate events=1000,venues=20 --seed 42', meaning: text('plenty at once', 'viel auf einmal') },
    ],
    load: async () => (await import('../seed/seed.run.ts')).seed,
  },
]

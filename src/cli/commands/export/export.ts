// `cal export`: its arguments, flags and examples.
import { export_formats } from '../../../bulk/input/file-formats.ts'
import type { Command, Options } from '../../core/command.ts'
import { text } from '../shared-flags.ts'

export const export_options = {
  to: {
    type: 'string',
    value: 'PATH',
    meaning: text('file or folder/ (default: standard output)', 'Datei oder Ordner/ (Standard: Standardausgabe)'),
  },
  format: {
    type: 'string',
    value: 'FORMAT',
    choices: export_formats,
    excludes: ['output', 'json'],
    meaning: text(
      'file format (default: by file name, else json)',
      'Dateiformat (Standard: nach Dateiname, sonst json)',
    ),
  },
  since: {
    type: 'string',
    value: 'DATE',
    meaning: text('only records changed since this date', 'nur seit diesem Datum geänderte Einträge'),
  },
  stable: {
    type: 'boolean',
    only: 'on',
    meaning: text(
      'for version control: sorted, without ids and publication dates',
      'für die Versionsverwaltung: sortiert, ohne IDs und Veröffentlichungsdaten',
    ),
  },
} as const satisfies Options

export const export_command: Command = {
  path: ['export'],
  effect: 'reads',
  prints: 'nothing',
  accepted_formats: export_formats,
  summary: text('export a calendar to files', 'Kalender in Dateien exportieren'),
  details: text(
    'Exports events of any date and every status you can see. cal import reads the files again. A CSV file ' +
      'contains one kind of record, an iCalendar file only events; data that a format does not support is reported.',
    'Exportiert alle Termine und jeden sichtbaren Status; cal import liest die Dateien wieder ein. Eine CSV-Datei ' +
      'enthält eine Art von Einträgen, iCalendar nur Termine. Was ein Format nicht aufnehmen kann, wird gemeldet.',
  ),
  operands: [
    {
      name: 'KIND',
      optional: true,
      many: true,
      meaning: text(
        'events, venues, organizers, categories or tags (default: all)',
        'events, venues, organizers, categories oder tags (Standard: alle)',
      ),
    },
  ],
  options: export_options,
  examples: [
    { line: 'export > calendar.json', meaning: text('everything, as JSON', 'alles, als JSON') },
    {
      line: 'export events --to events.ics',
      meaning: text('events for other calendar programs', 'Termine für andere Kalenderprogramme'),
    },
    { line: 'export --format csv --to calendar/', meaning: text('one CSV file per kind', 'eine CSV-Datei je Art') },
  ],
  load: async () => (await import('../export/export.run.ts')).exportCalendar,
}

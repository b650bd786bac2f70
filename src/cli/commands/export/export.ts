// `cal export`: its arguments, flags and examples.
import { export_formats } from '../../../bulk/input/file-formats.ts'
import type { Command, Options } from '../../core/command.ts'
import { text } from '../shared-flags.ts'

export const export_options = {
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
      'format, if it can’t be inferred from the file name; otherwise json',
      'Format, falls es nicht aus dem Dateinamen hervorgeht; sonst json',
    ),
  },
  since: {
    type: 'string',
    value: 'DATE',
    meaning: text('only records changed since then', 'nur seitdem geänderte Einträge'),
  },
  stable: {
    type: 'boolean',
    only: 'on',
    meaning: text(
      'for version control: sorted, without ids and dates of publication',
      'für die Versionsverwaltung: sortiert, ohne IDs und Veröffentlichungsdaten',
    ),
  },
} as const satisfies Options

export const export_command: Command = {
  path: ['export'],
  effect: 'reads',
  summary: text(
    'write a calendar to files that can be imported again',
    'einen Kalender in Dateien schreiben, die sich wieder importieren lassen',
  ),
  details: text(
    'Exports all pages, all dates and every status you may see. A CSV file holds one kind of record; iCalendar holds only events, and data it cannot hold is reported.',
    'Exportiert alle Seiten, alle Daten und jeden sichtbaren Status. Eine CSV-Datei enthält eine Art von Einträgen; iCalendar enthält nur Termine, und was es nicht aufnehmen kann, wird gemeldet.',
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
  options: export_options,
  examples: [
    { line: 'export > calendar.json', meaning: text('everything', 'alles') },
    {
      line: 'export events --to events.ics',
      meaning: text('for other calendar programs', 'für andere Kalenderprogramme'),
    },
    { line: 'export --format csv --to calendar/', meaning: text('a file for each kind', 'eine Datei je Art') },
  ],
  load: async () => (await import('../export/export.run.ts')).exportCalendar,
}

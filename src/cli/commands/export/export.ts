// `cal export`: its arguments, flags and examples.
import { export_formats } from '../../../bulk/input/file-formats.ts'
import type { Command } from '../../core/command.ts'
import { text } from '../shared-flags.ts'

export const export_command: Command = {
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
      meaning: text('format, where the name does not tell; else json', 'Format, wo der Name es nicht sagt; sonst json'),
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
}

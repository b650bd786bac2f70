// `cal export`: its arguments, flags and examples.
import { t } from '../../../base/text/language.ts'
import { export_formats } from '../../../bulk/input/file-formats.ts'
import type { Command, Options } from '../../core/command.ts'

export const export_options = {
  to: {
    type: 'string',
    value: 'PATH',
    meaning: t('file or folder/ (default: standard output)'),
  },
  format: {
    type: 'string',
    value: 'FORMAT',
    choices: export_formats,
    excludes: ['output', 'json'],
    meaning: t('file format (default: by file name, else json)'),
  },
  since: {
    type: 'string',
    value: 'DATE',
    meaning: t('only records changed since this date'),
  },
  stable: {
    type: 'boolean',
    only: 'on',
    meaning: t('for version control: sorted, without ids and publication dates'),
  },
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
    {
      name: 'KIND',
      optional: true,
      many: true,
      meaning: t('events, venues, organizers, categories or tags (default: all)'),
    },
  ],
  options: export_options,
  examples: [
    { line: 'export > calendar.json', meaning: t('everything, as JSON') },
    {
      line: 'export events --to events.ics',
      meaning: t('events for other calendar programs'),
    },
    { line: 'export --format csv --to calendar/', meaning: t('one CSV file per kind') },
  ],
  load: async () => (await import('../export/export.run.ts')).exportCalendar,
}

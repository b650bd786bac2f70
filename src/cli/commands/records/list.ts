// `cal KIND list`: the arguments, flags and examples it has for each kind of record.
import type { Resource } from '../../../spec/model.ts'
import type { Command } from '../../core/command.ts'
import { any_date, iso_dates, list_options, text } from '../shared-flags.ts'

export function listCommand({ plural, titles, query }: Resource): Command {
  return {
    path: ['list'],
    aliases: ['ls'],
    effect: 'reads',
    summary: text(`list ${titles.en}`, `${titles.de} auflisten`),
    ...(plural === 'events' ? { details: days_of_bounds } : {}),
    parameters: query,
    options: { ...list_options, ...(plural === 'events' ? { ...any_date, ...iso_dates } : {}) },
    examples:
      plural === 'events'
        ? [
            {
              line: 'events list --starts-after 2027-01-01 --venue 4,5 --no-featured -o json',
              meaning: text('some events, as JSON', 'einige Termine, als JSON'),
            },
            {
              line: 'events list --all --any-date -o csv',
              meaning: text('every event there is, as CSV', 'sämtliche Termine, als CSV'),
            },
          ]
        : [{ line: `${plural} list --all -o csv`, meaning: text('all of them, as CSV', 'alle, als CSV') }],
    load: async () => (await import('./list.run.ts')).listOf(plural),
  }
}

const days_of_bounds = text(
  'Services round bounds to whole days: --starts-before 2026-11-29 includes the 29th, --starts-after 2026-11-29 does not. A bound with a time of day, such as "2026-11-29 18:00", means exactly that moment.',
  'Dienste runden Grenzen auf ganze Tage: --starts-before 2026-11-29 schließt den 29. ein, --starts-after 2026-11-29 nicht. Eine Grenze mit Uhrzeit, etwa "2026-11-29 18:00", meint genau diesen Zeitpunkt.',
)

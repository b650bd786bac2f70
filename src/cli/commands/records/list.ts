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
              line: 'events list --starts-after friday --categories jazz --venue "Blue Cellar"',
              meaning: text('jazz at one venue, after Friday', 'Jazz an einem Ort, nach Freitag'),
            },
            {
              line: 'events list --all --any-date -o csv',
              meaning: text('all events, past and future, as CSV', 'alle Termine, vergangene und künftige, als CSV'),
            },
          ]
        : [
            {
              line: `${plural} list --all -o csv`,
              meaning: text(`all ${titles.en}, as CSV`, `alle ${titles.de}, als CSV`),
            },
          ],
    load: async () => (await import('./list.run.ts')).listOf(plural),
  }
}

const days_of_bounds = text(
  'Lists events from yesterday to 24 months ahead unless you specify dates. A date without a time means the whole ' +
    'day; a date with a time, such as "2026-11-29 18:00", is exact.',
  'Ohne Datumsfilter werden Termine von gestern bis in 24 Monaten aufgelistet. Ein Datum ohne Uhrzeit bezeichnet ' +
    'den ganzen Tag, mit Uhrzeit wie in "2026-11-29 18:00" genau diesen Zeitpunkt.',
)

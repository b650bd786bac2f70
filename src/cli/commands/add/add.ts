// `cal add`: its arguments, flags and examples.
import { resources } from '../../../spec/resources.ts'
import { writing_options, yes_option } from '../../arguments/options.ts'
import type { Command } from '../../core/command.ts'
import { create_missing, text } from '../shared-flags.ts'

const { status, timezone, description } = resources.events.fields

export const add_command: Command = {
  path: ['add'],
  effect: 'writes',
  resource: 'events',
  summary: text('create an event from one line of text', 'einen Termin aus einer Zeile Text anlegen'),
  details: text(
    'The line holds a title, a date, a time, a length or an end, @ and a venue, and # before each category or tag, in any order. A date without a time is an all-day event. cal add shows how it read the line and asks before it creates the event; without a terminal, --yes is required. Venues, categories and tags must exist unless you specify --create-missing, which creates an unknown # name as a tag.',
    'Die Zeile enthält einen Titel, ein Datum, eine Uhrzeit, eine Dauer oder ein Ende, @ mit einem Ort und # vor jeder Kategorie und jedem Schlagwort, in beliebiger Reihenfolge. Ein Datum ohne Uhrzeit ergibt einen ganztägigen Termin. cal add zeigt, wie es die Zeile versteht, und fragt vor dem Anlegen; ohne Terminal ist --yes erforderlich. Orte, Kategorien und Schlagwörter müssen vorhanden sein, außer mit --create-missing; ein unbekannter Name mit # wird dann als Schlagwort angelegt.',
  ),
  operands: [
    {
      name: 'WORDS',
      many: true,
      meaning: text(
        'the line; quote it, because # begins a comment in a shell',
        'die Zeile, in Anführungszeichen, weil # in einer Shell einen Kommentar einleitet',
      ),
    },
  ],
  parameters: { status, timezone, description },
  options: { ...create_missing, ...writing_options, ...yes_option },
  examples: [
    {
      line: 'add "Open stage friday 8pm 3h @ Blue Cellar #music"',
      meaning: text('Friday from 20:00 to 23:00', 'Freitag von 20:00 bis 23:00'),
    },
    {
      line: 'add "Book club 2026-12-03 19:00-21:00 @ Town Library" --yes',
      meaning: text('with an end, and without confirmation', 'mit einem Ende und ohne Rückfrage'),
    },
    {
      line: 'add "Street party 2027-06-12 2d #outdoor" --create-missing --status draft',
      meaning: text('two whole days, with a new tag, as a draft', 'zwei ganze Tage, mit neuem Schlagwort, als Entwurf'),
    },
  ],
  load: async () => (await import('./add.run.ts')).add,
}

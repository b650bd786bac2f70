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
  summary: text('create an event from one line of text', 'Termin aus einer Zeile Text anlegen'),
  details: text(
    'In any order: title, date, time, duration or end, @VENUE, and #NAME for each category or tag. Without a ' +
      'time, the event lasts all day. cal add shows what it understood and asks for confirmation; without a ' +
      'terminal, --yes is required. With --create-missing, an unknown #NAME becomes a tag.',
    'In beliebiger Reihenfolge: Titel, Datum, Uhrzeit, Dauer oder Ende, @ORT und #NAME für jede Kategorie und ' +
      'jedes Schlagwort. Ohne Uhrzeit ist der Termin ganztägig. cal add zeigt, was es verstanden hat, und fragt ' +
      'nach; ohne Terminal ist --yes erforderlich. Mit --create-missing wird ein unbekannter #NAME als Schlagwort ' +
      'angelegt.',
  ),
  operands: [
    {
      name: 'WORDS',
      many: true,
      meaning: text(
        'the event as one line of text, in quotes because # starts a shell comment',
        'der Termin als eine Zeile Text, in Anführungszeichen, weil # in der Shell einen Kommentar einleitet',
      ),
    },
  ],
  parameters: { status, timezone, description },
  options: { ...create_missing, ...writing_options, ...yes_option },
  examples: [
    {
      line: 'add "Open stage friday 8pm 3h @ Blue Cellar #music"',
      meaning: text('Friday, 20:00 to 23:00', 'Freitag von 20:00 bis 23:00 Uhr'),
    },
    {
      line: 'add "Book club 2026-12-03 19:00-21:00 @ Town Library" --yes',
      meaning: text('with an end time, without confirmation', 'mit Endzeit und ohne Rückfrage'),
    },
    {
      line: 'add "Street party 2027-06-12 2d #outdoor" --create-missing --status draft',
      meaning: text('two days, with a new tag, as a draft', 'zweitägig, mit neuem Schlagwort, als Entwurf'),
    },
  ],
  load: async () => (await import('./add.run.ts')).add,
}

// The commands that look at a calendar as people do.
import type { Parameters } from '../../../spec/model.ts'
import { resources } from '../../../spec/resources.ts'
import { weekday_names } from '../../arguments/choices.ts'
import type { Command, Options } from '../../core/command.ts'
import { text } from '../shared-flags.ts'

const { search, categories, tags, venue, organizer, featured, status } = resources.events.query
const filters: Parameters = { search, categories, tags, venue, organizer, featured, status }

const view_options = {
  tz: {
    type: 'string',
    value: 'ZONE',
    meaning: text(
      'show times in this zone instead of each event’s own',
      'Zeiten in dieser Zone zeigen statt in der des jeweiligen Termins',
    ),
  },
  week_start: {
    type: 'string',
    value: 'DAY',
    choices: weekday_names,
    meaning: text(
      'first day of the week; by default the locale’s',
      'erster Tag der Woche; sonst der des Gebietsschemas',
    ),
  },
} as const satisfies Options

export const view_commands: readonly Command[] = [
  {
    path: ['agenda'],
    summary: text('list what is on, day by day', 'Tag für Tag auflisten, was stattfindet'),
    details: text(
      'Events that began earlier and still run are listed too.',
      'Auch Termine, die früher begonnen haben und noch laufen, stehen darin.',
    ),
    operands: [
      {
        name: 'RANGE',
        optional: true,
        meaning: text(
          'today, week, 2026-12, fri..sun, +2w; a week from today by default',
          'heute, woche, 2026-12, fr..so, +2w; ohne Angabe eine Woche ab heute',
        ),
      },
    ],
    parameters: filters,
    options: view_options,
    effect: 'reads',
    examples: [
      { line: 'agenda fri..sun', meaning: text('the weekend', 'das Wochenende') },
      {
        line: 'agenda week --categories music --tz Asia/Tokyo',
        meaning: text('this week’s music, on the clock of Tokyo', 'die Musik dieser Woche, in Tokioter Zeit'),
      },
    ],
    load: async () => (await import('./show.run.ts')).showAgenda,
  },
  {
    path: ['month'],
    summary: text('show a month or a year as a grid', 'einen Monat oder ein Jahr als Raster zeigen'),
    operands: [
      {
        name: 'YYYY-MM',
        optional: true,
        meaning: text(
          'the month; this one by default. A year alone shows its twelve months',
          'der Monat; ohne Angabe der laufende. Ein Jahr allein zeigt seine zwölf Monate',
        ),
      },
    ],
    parameters: filters,
    options: view_options,
    effect: 'reads',
    examples: [
      { line: 'month 2026-12', meaning: text('also: cal 12 2026', 'auch: cal 12 2026') },
      { line: 'month 2027', meaning: text('the whole year; also: cal 2027', 'das ganze Jahr; auch: cal 2027') },
    ],
    load: async () => (await import('./show.run.ts')).showMonth,
  },
  {
    path: ['week'],
    summary: text('show a week as a grid', 'eine Woche als Raster zeigen'),
    operands: [
      {
        name: 'DATE',
        optional: true,
        meaning: text('a day in it: today by default', 'ein Tag darin: ohne Angabe heute'),
      },
    ],
    parameters: filters,
    options: view_options,
    effect: 'reads',
    examples: [{ line: 'week +1w', meaning: text('next week', 'die nächste Woche') }],
    load: async () => (await import('./show.run.ts')).showWeek,
  },
  {
    path: ['explain'],
    summary: text(
      'explain a kind of record, a field or a filter, offline',
      'eine Art von Eintrag, ein Feld oder einen Filter erklären, ohne Netz',
    ),
    operands: [
      {
        name: 'KIND[.FIELD]',
        meaning: text('event, venue.city, event.starts_after', 'event, venue.city, event.starts_after'),
      },
    ],
    effect: 'local',
    examples: [
      {
        line: 'explain event.start_date',
        meaning: text('type, default, meaning and flag', 'Typ, Vorgabe, Bedeutung und Schalter'),
      },
    ],
    load: async () => (await import('../help/explain.run.ts')).explain,
  },
]

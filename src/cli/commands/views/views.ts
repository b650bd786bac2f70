// `cal agenda`, `day`, `today`, `tomorrow`, `weekend`, `week` and `month`: their arguments, flags and examples.
import type { Text } from '../../../base/text/language.ts'
import type { Parameters } from '../../../spec/model.ts'
import { resources } from '../../../spec/resources.ts'
import { weekday_names } from '../../core/choices.ts'
import type { Command, Example, Options } from '../../core/command.ts'
import { text, watch_option } from '../shared-flags.ts'

const { search, categories, tags, venue, organizer, featured, status } = resources.events.query
export const filters: Parameters = { search, categories, tags, venue, organizer, featured, status }

const grid_options = {
  tz: {
    type: 'string',
    value: 'ZONE',
    meaning: text(
      "show all times in this zone instead of each event's own",
      'alle Zeiten in dieser Zeitzone statt in der des Termins anzeigen',
    ),
  },
  week_start: {
    type: 'string',
    value: 'DAY',
    choices: weekday_names,
    meaning: text(
      'first day of the week (default: by locale)',
      'erster Tag der Woche (Standard: je nach Gebietsschema)',
    ),
  },
  ...watch_option,
} as const satisfies Options

/** In a list of days, the first day of the week only changes what `week` means. */
export const view_options = {
  ...grid_options,
  week_start: { ...grid_options.week_start, rare: true },
} as const satisfies Options

export const day_commands: readonly Command[] = [
  fixedDays('today', text("list today's events", 'heutige Termine auflisten'), {
    line: 'today --categories music',
    meaning: text('only music', 'nur Musik'),
  }),
  fixedDays('tomorrow', text("list tomorrow's events", 'morgige Termine auflisten'), {
    line: 'tomorrow --venue "City Hall"',
    meaning: text('at one venue', 'an einem Ort'),
  }),
  fixedDays('weekend', text("list this weekend's events", 'Termine dieses Wochenendes auflisten'), {
    line: 'weekend -o json',
    meaning: text('as JSON', 'als JSON'),
  }),
  {
    path: ['day'],
    summary: text('list the events of a day', 'Termine eines Tages auflisten'),
    operands: [
      {
        name: 'DATE',
        optional: true,
        many: true,
        meaning: text(
          'the day, such as friday, next monday, 2026-12-24 or +3d (default: today)',
          'der Tag, etwa freitag, nächsten montag, 2026-12-24 oder +3t (Standard: heute)',
        ),
      },
    ],
    parameters: filters,
    options: view_options,
    effect: 'reads',
    examples: [
      { line: 'day friday', meaning: text('the coming Friday', 'der kommende Freitag') },
      { line: 'day 2026-12-24 --venue "City Hall"', meaning: text('one day at one venue', 'ein Tag an einem Ort') },
    ],
    load: async () => (await import('./show.run.ts')).showDay,
  },
]

/** A command whose name is a span of days. */
function fixedDays(name: string, summary: Text, example: Example): Command {
  return {
    path: [name],
    summary,
    parameters: filters,
    options: view_options,
    effect: 'reads',
    examples: [example],
    load: async () => (await import('./show.run.ts')).showDaysOf(name),
  }
}

export const agenda_command: Command = {
  path: ['agenda'],
  summary: text('list events day by day', 'Termine Tag für Tag auflisten'),
  details: text(
    'Includes events that started earlier and are still running.',
    'Termine, die früher begonnen haben und noch laufen, sind enthalten.',
  ),
  operands: [
    {
      name: 'RANGE',
      optional: true,
      choices: ['today', 'tomorrow', 'weekend', 'week', 'month'],
      many: true,
      meaning: text(
        'today, week, 2026-12, fri..sun or +2w (default: the next seven days)',
        'heute, woche, 2026-12, fr..so oder +2w (Standard: die nächsten sieben Tage)',
      ),
    },
  ],
  parameters: filters,
  options: view_options,
  effect: 'reads',
  examples: [
    { line: 'agenda fri..sun', meaning: text('Friday to Sunday', 'Freitag bis Sonntag') },
    {
      line: 'agenda week --categories music --tz Asia/Tokyo',
      meaning: text('music this week, in Tokyo time', 'Musik in dieser Woche, in Tokioter Zeit'),
    },
  ],
  load: async () => (await import('./show.run.ts')).showAgenda,
}

export const month_command: Command = {
  path: ['month'],
  summary: text('show a month or a year as a grid', 'Monat oder Jahr als Raster anzeigen'),
  operands: [
    {
      name: 'YYYY-MM',
      optional: true,
      many: true,
      meaning: text(
        'month, or a year such as 2027 (default: this month)',
        'Monat oder ein Jahr wie 2027 (Standard: der laufende Monat)',
      ),
    },
  ],
  parameters: filters,
  options: grid_options,
  effect: 'reads',
  examples: [
    { line: 'month 2026-12', meaning: text('December; short: cal 12 2026', 'Dezember; kurz: cal 12 2026') },
    { line: 'month 2027', meaning: text('the whole year; short: cal 2027', 'das ganze Jahr; kurz: cal 2027') },
  ],
  load: async () => (await import('./show.run.ts')).showMonth,
}

export const week_command: Command = {
  path: ['week'],
  summary: text('show a week as a grid', 'Woche als Raster anzeigen'),
  operands: [
    {
      name: 'DATE',
      optional: true,
      many: true,
      meaning: text('any day of the week (default: today)', 'ein beliebiger Tag der Woche (Standard: heute)'),
    },
  ],
  parameters: filters,
  options: grid_options,
  effect: 'reads',
  examples: [{ line: 'week +1w', meaning: text('next week', 'die nächste Woche') }],
  load: async () => (await import('./show.run.ts')).showWeek,
}

export const view_commands: readonly Command[] = [...day_commands, agenda_command, month_command, week_command]

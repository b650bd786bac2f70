// The commands `agenda`, `day`, `today`, `tomorrow`, `weekend`, `week`, `month`, `search` and `browse`: their
// arguments, flags and examples.
import { t, type Text } from '../../../base/text/language.ts'
import type { Parameters } from '../../../spec/model.ts'
import { resources } from '../../../spec/resources.ts'
import { weekday_names } from '../../../base/dates/date-words.ts'
import { integer, negation, text } from '../../arguments/options.ts'
import { type Command, type Example, type Options, operand } from '../../types/command.ts'
import { watch_option } from '../shared-flags.ts'

const { search, categories, tags, venue, organizer, featured, status } = resources.events.query
export const filters: Parameters = { search, categories, tags, venue, organizer, featured, status }

const grid_options = {
  tz: text('ZONE', t("show all times in this zone instead of each event's own"), { form: 'timezone' }),
  week_start: text('DAY', t('first day of the week (default: by locale)'), { choices: weekday_names }),
  ...watch_option,
} as const satisfies Options

/** In a list of days, the first day of the week only changes what `week` means. */
const view_options = {
  ...grid_options,
  week_start: { ...grid_options.week_start, rare: true },
} as const satisfies Options

const day_commands: readonly Command[] = [
  fixedDays('today', t("list today's events"), ['today --categories music', t('only music')]),
  fixedDays('tomorrow', t("list tomorrow's events"), ['tomorrow --venue "City Hall"', t('at one venue')]),
  fixedDays('weekend', t("list this weekend's events"), ['weekend -o json', t('as JSON')]),
  {
    path: ['day'],
    summary: t('list the events of a day'),
    operands: [
      operand('DATE', t('the day, such as friday, next monday, 2026-12-24 or +3d (default: today)'), {
        optional: true,
        many: true,
      }),
    ],
    parameters: filters,
    options: view_options,
    effect: 'reads',
    examples: [
      [t('day friday'), t('the coming Friday')],
      ['day 2026-12-24 --venue "City Hall"', t('one day at one venue')],
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

const agenda_command: Command = {
  path: ['agenda'],
  summary: t('list events day by day'),
  details: t('Includes events that started earlier and are still running.'),
  operands: [
    operand('RANGE', t('today, week, 2026-12, fri..sun or +2w (default: the next seven days)'), {
      optional: true,
      choices: ['today', 'tomorrow', 'weekend', 'week', 'month'],
      many: true,
    }),
  ],
  parameters: filters,
  options: view_options,
  effect: 'reads',
  examples: [
    [t('agenda fri..sun'), t('Friday to Sunday')],
    ['agenda week --categories music --tz Asia/Tokyo', t('music this week, in Tokyo time')],
  ],
  load: async () => (await import('./show.run.ts')).showAgenda,
}

const month_command: Command = {
  path: ['month'],
  summary: t('show a month or a year as a grid'),
  operands: [
    operand('YYYY-MM', t('month, or a year such as 2027 (default: this month)'), { optional: true, many: true }),
  ],
  parameters: filters,
  options: grid_options,
  effect: 'reads',
  examples: [
    ['month 2026-12', t('December; short: cal 12 2026')],
    ['month 2027', t('the whole year; short: cal 2027')],
  ],
  load: async () => (await import('./show.run.ts')).showMonth,
}

const week_command: Command = {
  path: ['week'],
  summary: t('show a week as a grid'),
  operands: [operand('DATE', t('any day of the week (default: today)'), { optional: true, many: true })],
  parameters: filters,
  options: grid_options,
  effect: 'reads',
  examples: [['week +1w', t('next week')]],
  load: async () => (await import('./show.run.ts')).showWeek,
}

export const view_commands: readonly Command[] = [...day_commands, agenda_command, month_command, week_command]

export const search_options = {
  limit: integer('N', t('maximum number of results per kind'), { default: 10 }),
} as const satisfies Options

export const search_command: Command = {
  path: ['search'],
  aliases: ['find'],
  effect: 'reads',
  summary: t('search all kinds of records'),
  details: t('Upcoming events are listed before past ones. With -o, each record has a kind field.'),
  operands: [operand('WORDS', t('text to search for'), { many: true })],
  options: search_options,
  examples: [
    ['search jazz', t('all records that mention jazz')],
    ['search town library --jq \'.[] | select(.kind == "venue") | .id\'', t('only the ids of venues')],
  ],
  load: async () => (await import('./search.run.ts')).search,
}

export const browse_options = {
  open: negation(t('print the address instead of opening a browser')),
  idle: text('DURATION', t('end after this time without a request: 90s, 5m, 1h30m'), {
    form: 'duration',
    default: '30m',
  }),
} as const satisfies Options

export const browse_command: Command = {
  path: ['browse'],
  aliases: ['open'],
  effect: 'reads',
  prints: 'nothing',
  handlesSignals: true,
  summary: t('show the calendar or an event in the browser'),
  details: t(
    'Opens the pages of cal serve. For any other service, a file or a database, serves the same pages read-only on a free local port until Ctrl-C, including the drafts and private events that you may see. Credentials stay in cal; the address is secret, and only this machine can reach it.\nWithout a desktop, the address is printed. Set BROWSER to use another program. The page of an event on its own site: cal events get 15 --web.',
  ),
  operands: [
    operand('TARGET', t('id, slug or URL of an event, or kind and target: venue 4 (default: the calendar)'), {
      optional: true,
      many: true,
    }),
  ],
  options: browse_options,
  examples: [
    ['browse --api-root file:./calendar.db', t('a calendar in a file')],
    ['browse 15', t('event 15')],
    ['browse venue blue-cellar --no-open', t('the address of a venue')],
  ],
  load: async () => (await import('./browse.run.ts')).browse,
}

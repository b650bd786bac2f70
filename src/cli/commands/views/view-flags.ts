// Filters and flags that the views of a calendar share.
import type { Parameters } from '../../../spec/model.ts'
import { resources } from '../../../spec/resources.ts'
import { weekday_names } from '../../core/choices.ts'
import type { Options } from '../../core/command.ts'
import { text, watch_option } from '../shared-flags.ts'

const { search, categories, tags, venue, organizer, featured, status } = resources.events.query
export const filters: Parameters = { search, categories, tags, venue, organizer, featured, status }

export const view_options = {
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
    meaning: text('first day of the week (default: by locale)', 'erster Tag der Woche; Standard je nach Gebietsschema'),
  },
  ...watch_option,
} as const satisfies Options

// Filters and flags that the views of a calendar share.
import type { Parameters } from '../../../spec/model.ts'
import { resources } from '../../../spec/resources.ts'
import { weekday_names } from '../../core/choices.ts'
import type { Options } from '../../core/command.ts'
import { text } from '../shared-flags.ts'

const { search, categories, tags, venue, organizer, featured, status } = resources.events.query
export const filters: Parameters = { search, categories, tags, venue, organizer, featured, status }

export const view_options = {
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

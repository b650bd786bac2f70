// `cal copy`: its arguments, flags and examples.
import { t } from '../../../base/text/language.ts'
import { resources } from '../../../spec/resources.ts'
import type { Command, Options } from '../../core/command.ts'
import { yes_option } from '../../arguments/options.ts'
import { planning_options, prune_options, reading_options, running_options } from '../bulk-flags.ts'

/** Flags that `cal copy` shares with `cal diff`. */
export const copy_choice = {
  to: {
    type: 'string',
    value: 'PROFILE',
    meaning: t('calendar to write to: a profile, a URL or a database file'),
  },
  where: {
    type: 'string',
    value: 'FILTER=VALUE',
    many: 'repeated',
    meaning: t('only events that match this filter of events list, and the records they refer to: tags=music'),
  },
  mirror: {
    type: 'boolean',
    only: 'on',
    meaning: t('also delete records that an earlier copy created and that the source no longer has'),
  },
} as const satisfies Options

export const copy_options = {
  from: {
    type: 'string',
    value: 'PROFILE',
    meaning: t('calendar to read: a profile, a URL or a database file'),
  },
  ...copy_choice,
  max_delete: { ...prune_options.max_delete, needs: ['mirror'], rare: true },
  on_existing: {
    type: 'string',
    value: 'ACTION',
    choices: ['update', 'skip', 'error'],
    default: 'update',
    rare: true,
    meaning: t('what to do if a record exists at the target but differs'),
  },
  without: reading_options.without,
  publication_date: {
    type: 'boolean',
    only: 'on',
    rare: true,
    meaning: t('also update records that differ only in their publication date'),
  },
  ...planning_options,
  ...running_options,
  ...yes_option,
} as const satisfies Options

const { page: _page, per_page: _per_page, ...filters } = resources.events.query

export const copy_command: Command = {
  path: ['copy'],
  // Both calendars are given by flags, not by the configuration.
  effect: 'local',
  prints: 'on request',
  handlesSignals: true,
  showsPlan: true,
  summary: t('copy a calendar to another one'),
  details: t(
    'Copies categories, tags, venues, organizers and events of any date. A second copy changes only what differs. Rerun the command to resume an interrupted copy; cal history undo reverts a copy. The source is never written to. Published events with a password are not copied. To copy one event within a calendar: cal events copy.',
  ),
  operands: [
    {
      name: 'KIND',
      optional: true,
      many: true,
      choices: Object.keys(resources),
      meaning: t('events (with the records they refer to), venues, organizers, categories or tags (default: all)'),
    },
  ],
  parameters: filters,
  rare_parameters: ['starts_before', 'starts_after', 'search', 'venue', 'organizer', 'featured', 'status'],
  options: copy_options,
  examples: [
    {
      line: 'copy --from production --to staging --dry-run',
      meaning: t('preview the changes'),
    },
    {
      line: 'copy --from production --to staging --mirror --yes',
      meaning: t('refresh a staging calendar'),
    },
    {
      line: 'copy --from production --to test.db --categories music',
      meaning: t('copy some events to a database file'),
    },
  ],
  load: async () => (await import('../copy/copy.run.ts')).copy,
}

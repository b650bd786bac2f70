// `cal copy`: its arguments, flags and examples.
import { resources } from '../../../spec/resources.ts'
import type { Command, Options } from '../../core/command.ts'
import { yes_option } from '../../arguments/options.ts'
import { planning_options, prune_options, reading_options, running_options } from '../bulk-flags.ts'
import { text } from '../shared-flags.ts'

/** Flags that `cal copy` shares with `cal diff`. */
export const copy_choice = {
  to: {
    type: 'string',
    value: 'PROFILE',
    meaning: text(
      'calendar to write to: a profile, a URL or a database file',
      'Kalender, in den geschrieben wird: ein Profil, eine Adresse oder eine Datenbankdatei',
    ),
  },
  where: {
    type: 'string',
    value: 'FILTER=VALUE',
    many: 'repeated',
    meaning: text(
      'only events that match this filter of events list, and the records they refer to: tags=music',
      'nur Termine, auf die diese Filter von events list zutreffen, samt verknüpften Einträgen',
    ),
  },
  mirror: {
    type: 'boolean',
    only: 'on',
    meaning: text(
      'also delete records that an earlier copy created and that the source no longer has',
      'auch löschen, was eine frühere Kopie angelegt hat und die Quelle nicht mehr hat',
    ),
  },
} as const satisfies Options

export const copy_options = {
  from: {
    type: 'string',
    value: 'PROFILE',
    meaning: text(
      'calendar to read: a profile, a URL or a database file',
      'Kalender, der gelesen wird: ein Profil, eine Adresse oder eine Datenbankdatei',
    ),
  },
  ...copy_choice,
  max_delete: { ...prune_options.max_delete, needs: ['mirror'], rare: true },
  on_existing: {
    type: 'string',
    value: 'ACTION',
    choices: ['update', 'skip', 'error'],
    default: 'update',
    rare: true,
    meaning: text(
      'what to do if a record exists at the target but differs',
      'Vorgehen, wenn ein Eintrag am Ziel vorhanden ist, aber abweicht',
    ),
  },
  without: reading_options.without,
  publication_date: {
    type: 'boolean',
    only: 'on',
    rare: true,
    meaning: text(
      'also update records that differ only in their publication date',
      'auch Einträge ändern, die nur im Datum der Veröffentlichung abweichen',
    ),
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
  summary: text('copy a calendar to another one', 'Kalender in einen anderen kopieren'),
  details: text(
    'Copies categories, tags, venues, organizers and events of any date. A second copy changes only what differs. ' +
      'Rerun the command to resume an interrupted copy; cal history undo reverts a copy. The source is never written ' +
      'to. Published events with a password are not copied. To copy one event within a calendar: cal events copy.',
    'Kopiert Kategorien, Schlagwörter, Orte, Veranstalter und Termine mit beliebigem Datum. Eine zweite Kopie ändert ' +
      'nur, was abweicht. Eine abgebrochene Kopie setzt derselbe Befehl fort; cal history undo macht sie rückgängig. ' +
      'In die Quelle wird nie geschrieben. Veröffentlichte Termine mit Passwort werden nicht kopiert. Einen Termin ' +
      'innerhalb eines Kalenders kopieren: cal events copy.',
  ),
  operands: [
    {
      name: 'KIND',
      optional: true,
      many: true,
      choices: Object.keys(resources),
      meaning: text(
        'events (with the records they refer to), venues, organizers, categories or tags (default: all)',
        'events (samt verknüpften Einträgen), venues, organizers, categories, tags; ohne Angabe alle',
      ),
    },
  ],
  parameters: filters,
  rare_parameters: ['starts_before', 'starts_after', 'search', 'venue', 'organizer', 'featured', 'status'],
  options: copy_options,
  examples: [
    {
      line: 'copy --from production --to staging --dry-run',
      meaning: text('preview the changes', 'Änderungen vorab anzeigen'),
    },
    {
      line: 'copy --from production --to staging --mirror --yes',
      meaning: text('refresh a staging calendar', 'einen Testkalender aktualisieren'),
    },
    {
      line: 'copy --from production --to test.db --categories music',
      meaning: text('copy some events to a database file', 'einige Termine in eine Datenbankdatei kopieren'),
    },
  ],
  load: async () => (await import('../copy/copy.run.ts')).copy,
}

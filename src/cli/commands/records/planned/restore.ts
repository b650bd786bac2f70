// `cal KIND restore`: the arguments, flags and examples it has for each kind of record that has a trash.
import type { Resource } from '../../../../spec/model.ts'
import { writing_options, yes_option } from '../../../arguments/options.ts'
import type { Command, Options } from '../../../core/command.ts'
import { example_ids, targets, text, where_option } from '../../shared-flags.ts'

export const restore_options = {
  status: {
    type: 'string',
    value: 'STATUS',
    meaning: text(
      'status after restoring (default: the earlier one if cal deleted it, else draft)',
      'Status nach dem Wiederherstellen (Standard: der frühere, wenn cal den Eintrag in einem Lauf gelöscht hat, sonst draft)',
    ),
  },
} as const satisfies Options

export function restoreCommand({ plural, titles }: Resource): Command {
  return {
    path: ['restore'],
    aliases: ['untrash', 'undelete'],
    effect: 'writes',
    summary: text(
      `restore one or more ${titles.en} from the trash`,
      `${titles.de} aus dem Papierkorb wiederherstellen`,
    ),
    ...(plural === 'events' ? {} : { details: links_stay_lost }),
    operands: [{ ...targets, optional: true }],
    options: { ...restore_options, ...where_option, ...writing_options, ...yes_option },
    showsPlan: true,
    examples: [
      { line: `${plural} restore ${example_ids[plural][0]}`, meaning: text('by id', 'nach ID') },
      {
        line: `${plural} list --status trash${plural === 'events' ? ' --any-date' : ''}`,
        meaning: text('list deleted records', 'den Inhalt des Papierkorbs auflisten'),
      },
    ],
    load: async () => (await import('./restore.run.ts')).restoreOf(plural),
  }
}

const links_stay_lost = text(
  'Deleting a record removes it from its events, and restoring it does not add it back. cal history undo does, if cal deleted the record.',
  'Beim Löschen gehen die Verweise in Terminen verloren. restore stellt sie nicht wieder her; cal history undo ' +
    'schon, wenn cal den Eintrag in einem Lauf gelöscht hat.',
)

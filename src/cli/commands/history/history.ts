// `cal history list|show|undo`: their arguments, flags and examples.
import type { Command, Operand, Options } from '../../core/command.ts'
import { yes_option } from '../../arguments/options.ts'
import { planning_options, running_options, undo_options } from '../bulk-flags.ts'
import { text } from '../shared-flags.ts'

const run: Operand = {
  name: 'RUN',
  meaning: text(
    'id of the run, or the start of it (default: the latest run)',
    'ID des Laufs oder deren Anfang (Standard: der letzte Lauf)',
  ),
}

export const history_undo_options = {
  ...undo_options,
  ...planning_options,
  ...running_options,
  ...yes_option,
} as const satisfies Options

export const history_commands: readonly Command[] = [
  {
    path: ['history', 'list'],
    aliases: ['ls'],
    effect: 'local',
    summary: text('list recorded runs', 'protokollierte Läufe auflisten'),
    load: async () => (await import('../history/history.run.ts')).historyList,
  },
  {
    path: ['history', 'show'],
    effect: 'local',
    summary: text('show what a run changed', 'Änderungen eines Laufs anzeigen'),
    operands: [{ ...run, optional: true }],
    load: async () => (await import('../history/history.run.ts')).historyShow,
  },
  {
    path: ['history', 'undo'],
    effect: 'writes',
    handlesSignals: true,
    showsPlan: true,
    needsCalendar: () => true,
    summary: text('undo a run', 'Lauf rückgängig machen'),
    details: text(
      'Deletes records that the run created and restores those it changed or deleted. Records that are in use or ' +
        'were edited since are listed and left unchanged (exit code 6); --force undoes them too. An undo is itself ' +
        'a run: it can be undone, and rerunning the command resumes it.',
      'Löscht Einträge, die der Lauf angelegt hat, und stellt geänderte und gelöschte wieder her. Einträge, die ' +
        'verwendet oder seitdem bearbeitet wurden, werden aufgelistet und bleiben unverändert (Rückgabewert 6); ' +
        '--force setzt auch sie zurück. Das Rückgängigmachen ist selbst ein Lauf: Es lässt sich rückgängig machen ' +
        'und mit demselben Befehl fortsetzen.',
    ),
    operands: [{ ...run, optional: true }],
    options: history_undo_options,
    examples: [
      {
        line: 'history undo --dry-run',
        meaning: text('preview undoing the latest run', 'vorab anzeigen, was sich ändern würde'),
      },
    ],
    load: async () => (await import('../history/history.run.ts')).historyUndo,
  },
]

// `cal history list|show|undo`: their arguments, flags and examples.
import type { Command, Operand, Options } from '../../core/command.ts'
import { yes_option } from '../../arguments/options.ts'
import { planning_options, running_options, undo_options } from '../bulk-flags.ts'
import { text } from '../shared-flags.ts'

const run: Operand = {
  name: 'RUN',
  meaning: text(
    'name of the run, or its beginning; the newest where none is named',
    'Name des Laufs oder dessen Anfang; ohne Angabe der neueste',
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
    summary: text('show the runs that changed many records', 'die Läufe zeigen, die viele Einträge geändert haben'),
    load: async () => (await import('../history/history.run.ts')).historyList,
  },
  {
    path: ['history', 'show'],
    effect: 'local',
    summary: text('show what a run wrote', 'zeigen, was ein Lauf geschrieben hat'),
    operands: [{ ...run, optional: true }],
    load: async () => (await import('../history/history.run.ts')).historyShow,
  },
  {
    path: ['history', 'undo'],
    effect: 'writes',
    handlesSignals: true,
    showsPlan: true,
    needsCalendar: () => true,
    summary: text('undo a run', 'einen Lauf rückgängig machen'),
    details: text(
      'Deletes what the run created and restores what it changed or deleted. Records that were edited since, or that others use, are listed and left unchanged (exit code 6); --force undoes them too. An undo is a run and can be undone; rerun it with the same RUN to resume it.',
      'Löscht, was der Lauf angelegt hat, und stellt wieder her, was er geändert oder gelöscht hat. Was seitdem bearbeitet wurde oder anderswo verwendet wird, wird genannt und bleibt (Rückgabewert 6); --force nimmt auch das zurück. Auch das Zurücknehmen ist ein Lauf und lässt sich zurücknehmen; ein abgebrochenes wird mit demselben LAUF fortgesetzt.',
    ),
    operands: [{ ...run, optional: true }],
    options: history_undo_options,
    examples: [
      {
        line: 'history undo --dry-run',
        meaning: text('preview undoing the last run', 'das Zurücknehmen des letzten Laufs vorab anzeigen'),
      },
    ],
    load: async () => (await import('../history/history.run.ts')).historyUndo,
  },
]

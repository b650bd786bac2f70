// `cal history list|show|undo`: their arguments, flags and examples.
import { t } from '../../../base/text/language.ts'
import type { Command, Operand, Options } from '../../core/command.ts'
import { yes_option } from '../../arguments/options.ts'
import { planning_options, running_options, undo_options } from '../bulk-flags.ts'

const run: Operand = {
  name: 'RUN',
  meaning: t('id of the run, or the start of it (default: the latest run)'),
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
    summary: t('list recorded runs'),
    load: async () => (await import('../history/history.run.ts')).historyList,
  },
  {
    path: ['history', 'show'],
    effect: 'local',
    summary: t('show what a run changed'),
    operands: [{ ...run, optional: true }],
    load: async () => (await import('../history/history.run.ts')).historyShow,
  },
  {
    path: ['history', 'undo'],
    effect: 'writes',
    handlesSignals: true,
    showsPlan: true,
    needsCalendar: () => true,
    summary: t('undo a run'),
    details: t(
      'Deletes records that the run created and restores those it changed or deleted. Records that are in use or were edited since are listed and left unchanged (exit code 6); --force undoes them too. An undo is itself a run: it can be undone, and rerunning the command resumes it.',
    ),
    operands: [{ ...run, optional: true }],
    options: history_undo_options,
    examples: [
      {
        line: 'history undo --dry-run',
        meaning: t('preview undoing the latest run'),
      },
    ],
    load: async () => (await import('../history/history.run.ts')).historyUndo,
  },
]

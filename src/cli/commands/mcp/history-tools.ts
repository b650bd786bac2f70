// The tools `list_runs`, `show_run` and `undo_run`, for the runs that wrote to this calendar.
import type { JsonObject } from '../../../base/json.ts'
import { t } from '../../../base/text/language.ts'
import { chosenRun, runScopeOf } from '../../../bulk/journal/run-scope.ts'
import { stateOf } from '../../../bulk/journal/read-journal.ts'
import { integer, string } from '../../../spec/model.ts'
import { stateDirOf } from '../../bulk-run/run-store.ts'
import type { Outcome } from '../../types/outcome.ts'
import { history_commands } from '../bulk-commands.ts'
import { listedRuns, runItem } from '../history/run-list.ts'
import { undoOf } from './record-tools.ts'
import { argumentsFrom, boundedRecord, brief_text_max, commandNamed, outcomeOf, type Tool } from './tool.ts'

const show_command = commandNamed(history_commands, 'show')
const undo_command = commandNamed(history_commands, 'undo')
const run_row = { run: string(t('name of the run'), { required: true }) } as const

export const history_tools: readonly Tool[] = [
  {
    name: 'list_runs',
    title: t('List runs'),
    description: t(
      'List the recorded runs that wrote to this calendar from this machine, newest first. Each can be shown and undone.',
    ),
    parameters: { limit: integer(t('maximum number of runs'), { default: 20 }) },
    schemas: { limit: { minimum: 1 } },
    kind: 'reads',
    run: async ({ limit = 20 }, session) => {
      const { runtime, settings } = session
      const { calendar } = await session.open()
      const zone = settings.timezone ?? runtime.timezone
      const all = await listedRuns({ state_dir: stateDirOf(session), platform: runtime.platform, zone })
      const own = all.filter(({ head }) => runScopeOf(head, calendar) !== 'other')
      return { total: own.length, runs: own.slice(0, Number(limit)).map(runItem) }
    },
  },
  {
    name: 'show_run',
    title: t('Show a run'),
    description: t('Show what a run wrote, with the values before and after each write.'),
    parameters: { ...run_row, offset: integer(t('number of writes to skip'), { default: 0 }) },
    schemas: { offset: { minimum: 0 } },
    kind: 'reads',
    run: async ({ run: name, offset = 0 }, session) => {
      const state_dir = stateDirOf(session)
      const run = await chosenRun(String(name), { state_dir, open: session.open })
      const { head, counts } = await stateOf(state_dir, run)
      const outcome = await outcomeOf(show_command, { operands: [run] }, session)
      const { items, total, next_offset } = await boundedItems(outcome, Number(offset))
      return {
        run,
        command: head.command,
        started_utc: head.started,
        counts: {
          created: counts.of('created'),
          updated: counts.of('updated'),
          deleted: counts.of('deleted'),
          failed: counts.of('failed'),
        },
        total,
        writes: items,
        next_offset,
      }
    },
  },
  {
    name: 'undo_run',
    title: t('Undo a run'),
    description: t(
      'Undo what a run wrote: created records are deleted, changed and deleted ones restored. Records that were edited since are left unchanged. The undo is itself a run.',
    ),
    parameters: { ...run_row, ...argumentsFrom(undo_command, ['force', 'dry_run']).parameters },
    kind: 'changes',
    run: async ({ run, ...values }, session) => {
      const outcome = await outcomeOf(undo_command, { operands: [String(run)], values }, session)
      if (outcome.kind !== 'record') return { dry_run: true, steps: (await boundedItems(outcome, 0)).items }
      const { run: undo, ...counts } = outcome.record
      // Records are skipped if they were edited since.
      const complete = counts.failed === 0 && counts.skipped === 0
      return { undo_of: run, complete, ...counts, ...undoOf(undo) }
    },
  },
]

const items_max = 50

/** A part of the records of an outcome, with long texts truncated. */
async function boundedItems(outcome: Outcome, offset: number) {
  if (!('records' in outcome) || outcome.kind === 'written') throw new Error('this command has records')
  const items: JsonObject[] = []
  let total = 0
  for await (const item of outcome.records) {
    if (total >= offset && items.length < items_max) items.push(boundedRecord(item, brief_text_max))
    total++
  }
  const next = offset + items.length
  return { items, total, next_offset: next < total ? next : undefined }
}

// The tools `list_runs`, `show_run` and `undo_run`, for the runs that wrote to this calendar.
import type { JsonObject } from '../../../base/json.ts'
import { t } from '../../../base/text/language.ts'
import { chosenRun, runScopeOf } from '../../../bulk/journal/run-scope.ts'
import { stateOf, writesOf } from '../../../bulk/journal/read-journal.ts'
import { integer, string } from '../../../spec/model.ts'
import { resources } from '../../../spec/resources.ts'
import { stateDirOf } from '../../bulk-run/run-store.ts'
import type { Session } from '../../types/session.ts'
import { historyUndo } from '../history/history.run.ts'
import { listedRuns, runItem } from '../history/run-list.ts'
import { undo_options } from '../bulk-flags.ts'
import { preview_row, undoOf } from './record-tools.ts'
import { boundedRecord, brief_text_max, flagsOf, type Tool } from './tool.ts'

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
      const shown = own.slice(0, Math.max(Number(limit), 1))
      return { total: own.length, runs: shown.map(runItem) }
    },
  },
  {
    name: 'show_run',
    title: t('Show a run'),
    description: t('Show what a run wrote, with the values before and after each write.'),
    parameters: {
      run: string(t('name of the run'), { required: true }),
      offset: integer(t('number of writes to skip'), { default: 0 }),
    },
    schemas: { offset: { minimum: 0 } },
    kind: 'reads',
    run: async ({ run, offset = 0 }, session) => shownRun(String(run), Math.max(Number(offset), 0), session),
  },
  {
    name: 'undo_run',
    title: t('Undo a run'),
    description: t(
      'Undo what a run wrote: created records are deleted, changed and deleted ones restored. Records that were edited since are left unchanged. The undo is itself a run.',
    ),
    parameters: {
      run: string(t('name of the run'), { required: true }),
      ...flagsOf(undo_options).parameters,
      ...preview_row,
    },
    kind: 'changes',
    run: async ({ run, force, dry_run }, session) => {
      const options = { force: force === true, dry_run: dry_run === true }
      const outcome = await historyUndo(
        { operands: [String(run)], after: [], values: {}, given: {}, options },
        { ...session, format: 'json' },
      )
      if (outcome.kind === 'record') {
        const { run: undo, ...counts } = outcome.record
        // Records are skipped if they were edited since.
        const complete = counts.failed === 0 && counts.skipped === 0
        return { undo_of: run, complete, ...counts, ...undoOf(undo) }
      }
      if (outcome.kind !== 'view') throw new Error('an undo has a result')
      const steps: JsonObject[] = []
      for await (const step of outcome.records)
        if (steps.length < shown_max) steps.push(boundedRecord(step, brief_text_max))
      return { dry_run: true, steps }
    },
  },
]

const shown_max = 50

async function shownRun(name: string, offset: number, session: Session): Promise<JsonObject> {
  const state_dir = stateDirOf(session)
  const run = await chosenRun(name, { state_dir, open: session.open })
  const { head, counts } = await stateOf(state_dir, run)
  const writes: JsonObject[] = []
  let n = 0
  for await (const { begin, end } of writesOf(state_dir, run)) {
    n++
    if (n <= offset || writes.length >= shown_max) continue
    const { before, kind, action, key } = begin
    writes.push({
      action,
      kind: resources[kind].singular,
      id: end?.id ?? begin.id ?? null,
      key,
      ...(before ? { before: boundedRecord(before, brief_text_max) } : {}),
      ...(end?.after ? { after: boundedRecord(end.after, brief_text_max) } : {}),
      ...(end?.failed ? { failed: end.failed[session.language] } : {}),
    })
  }
  const next = offset + writes.length
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
    total: n,
    writes,
    ...(next < n ? { next_offset: next } : {}),
  }
}

// `cal history list|show|undo`: lists the runs of this machine, shows their writes, and undoes them.
import { usageError } from '../../../base/errors.ts'
import { chosenRun } from '../../../bulk/journal/run-scope.ts'
import { executePhases, plannedSteps } from '../../../bulk/execute/execute-plan.ts'
import { lockRun, no_run_yet, runFolder, runNamed } from '../../../bulk/journal/runs.ts'
import { headOf, runStateOf, writesOf, writtenBy } from '../../../bulk/journal/read-journal.ts'
import type { UndoOptions } from '../../../bulk/undo/inverse-step.ts'
import { undo } from '../../../bulk/undo/undo.ts'
import { interruptedBefore, undoOf } from '../../../bulk/journal/run-to-resume.ts'
import { limitHeapGrowth } from '../../../base/heap-growth.ts'
import { type Language, t, type Text } from '../../../base/text/language.ts'
import { resources } from '../../../spec/resources.ts'
import type { CommandAction, OptionsOf } from '../../types/command.ts'
import type { Outcome, OutcomeItem } from '../../types/outcome.ts'
import type { Session } from '../../types/session.ts'
import { UnknownWordError } from '../../arguments/command-line.ts'
import { runPlan } from '../../bulk-run/execute-run.ts'
import { stateDirOf } from '../../bulk-run/run-store.ts'
import type { history_list_options, history_undo_options } from './bulk.ts'
import { listedRuns, run_columns, runItem, runsText, unfinishedText } from './run-list.ts'

export const historyList: CommandAction<typeof history_list_options> = async ({ options: { limit } }, session) => {
  const runs = (await listedRuns(session)).slice(0, limit)
  const note = runs.length === 0 ? none_yet : unfinishedText(runs)
  return {
    kind: 'view',
    columns: run_columns,
    render: async function* (page) {
      if (runs.length > 0) yield* runsText(runs, page)
      if (note) await session.note(note)
    },
    records: (async function* () {
      yield* runs.map(runItem)
      if (note) await session.note(note)
    })(),
  }
}

const none_yet: Text = t('nothing to undo yet: {no_run_yet}', { no_run_yet })

export const historyShow: CommandAction = async ({ operands }, session) => {
  const state_dir = stateDirOf(session)
  await refuseLast('show', operands)
  const run = runNamed(state_dir, operands[0])
  const api_root = (await headOf(state_dir, run))?.api_root
  if (operands.length === 0 && api_root) await session.note(t('run {run} wrote to {api_root}', { run, api_root }))
  return {
    kind: 'records',
    columns: ['action', 'kind', 'id', 'key', 'failed'],
    headings,
    records: writeItems(state_dir, run, session.language),
  }
}

/** Errors: `usage` for `undo last`, which is `undo`. */
async function refuseLast(verb: string, operands: readonly string[]): Promise<void> {
  const [name] = operands
  if (name !== undefined && (await import('../answers/slots.ts')).isLast(name))
    throw new UnknownWordError('argument', name, {
      text: t('run "{name}" not found', { name }),
      argv: ['history', verb, ...operands],
    })
}

const headings: Readonly<Record<string, Text>> = {
  action: t('action'),
  kind: t('kind'),
  id: t('id'),
  key: t('key'),
  failed: t('error'),
}

async function* writeItems(state_dir: string, run: string, language: Language): AsyncIterable<OutcomeItem> {
  for await (const { begin, end } of writesOf(state_dir, run)) {
    const failed = end ? end.failed : end_unknown
    const after = writtenBy({ begin, end })
    yield {
      action: begin.action,
      kind: resources[begin.kind].singular,
      id: end?.id ?? begin.id ?? null,
      key: begin.key,
      ...(begin.before ? { before: begin.before } : {}),
      ...(after ? { after } : {}),
      ...(failed ? { failed: failed[language] } : {}),
    }
  }
}

const end_unknown: Text = t('unknown: the run was interrupted')

export const historyUndo: CommandAction<typeof history_undo_options> = async ({ operands, options }, session) => {
  limitHeapGrowth()
  const state_dir = stateDirOf(session)
  const [name] = operands
  await refuseLast('undo', operands)
  const run = await chosenRun(name, { state_dir, open: session.open })
  const lock = await lockRun(runFolder(state_dir, run), session.runtime)
  try {
    if (operands.length === 0) await refuseInterruptedUndo(state_dir, run)
    await noteUndone(state_dir, run, session)
    const outcome = await undone(run, options, session)
    for (const earlier of await interruptedBefore(state_dir, run, session.runtime.platform))
      await session.note(
        earlier.process === undefined
          ? t('run {run} started the same work and was interrupted; to undo its part: cal history undo {run}', {
              run: earlier.run,
            })
          : t(
              'run {run} does the same work and is still running (process {process}); to undo its part when it has ended: cal history undo {run}',
              { run: earlier.run, process: earlier.process },
            ),
      )
    return outcome
  } finally {
    lock.release()
  }
}

/**
 * Prints a note if the run was already undone. Undoing it again is allowed: the first undo may have skipped records.
 */
async function noteUndone(state_dir: string, run: string, session: Session): Promise<void> {
  const by = await undoOf(state_dir, run)
  if (by === undefined || (await runStateOf(state_dir, by)).finished === undefined) return
  await session.note(t('run {run} was already undone by run {by}', { run, by }))
}

/** Errors: `usage` if the latest run is an interrupted undo, which can be either resumed or undone itself. */
async function refuseInterruptedUndo(state_dir: string, run: string): Promise<void> {
  const undone = (await headOf(state_dir, run))?.options.undone
  if (typeof undone !== 'string' || (await runStateOf(state_dir, run)).finished) return
  throw usageError(
    t('the last run, {run}, partly undid run {undone} and was interrupted', { run, undone }),
    t('resume it: cal history undo {undone}; revert it: cal history undo {run}', { undone, run }),
  )
}

async function undone(
  run: string,
  options: OptionsOf<typeof history_undo_options>,
  session: Session,
): Promise<Outcome> {
  const state_dir = stateDirOf(session)
  const api = await session.open()
  const undoing: UndoOptions = {
    exchange: api.exchange,
    state_dir,
    run,
    calendar: api.calendar,
    force: options.force === true,
  }
  let skipped = 0
  const { outcome } = await runPlan(
    {
      command: `undo ${run}`,
      options,
      stored_options: { undone: run },
      undone: run,
      show: () => plannedSteps(undo(undoing)),
      resumeCommand: () => `cal history undo ${run}`,
      onResult: ({ step }) => {
        if (step.action === 'conflict' && step.errors.every(({ by_force }) => by_force)) skipped++
      },
      isPartial: () => skipped > 0,
      conclude: async () => {
        if (skipped > 0)
          await session.note(
            t('kept: {count}; to undo these as well: cal history undo {run} --force', { count: skipped, run }),
          )
      },
      remakes: true,
      execute: (execution) => executePhases(undo(undoing), execution),
    },
    session,
  )
  return outcome
}

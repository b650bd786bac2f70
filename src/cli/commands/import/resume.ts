// `cal import --resume`: resumes an interrupted run with the same files and options.
import { instantOfUtc } from '../../../base/dates/zoned-time.ts'
import { CalError, notTogether } from '../../../base/errors.ts'
import { statOf } from '../../../base/files/file-system.ts'
import { t } from '../../../base/text/language.ts'
import { shellWord } from '../../../base/text/quoted.ts'
import { interruptedImports, lockRunToResume, requireSameInput } from '../../../bulk/journal/resume.ts'
import { startSnapshot } from '../../../bulk/import.ts'
import type { RunState } from '../../../bulk/journal/read-journal.ts'
import { fileSource } from '../../../bulk/input/source.ts'
import type { Outcome } from '../../core/outcome.ts'
import { storedOptions } from '../../arguments/options.ts'
import type { Session } from '../../core/session.ts'
import { InputCopies, isWebAddress } from '../../bulk-run/input-copies.ts'
import { type GivenInputs, inputsOf } from '../../bulk-run/inputs.ts'
import type { RunTotal } from '../../bulk-run/report.ts'
import { runsOfService, stateDirOf } from '../../bulk-run/run-store.ts'
import { dirname, resolve } from 'node:path'
import { import_options } from './import.ts'
import { executed, type ImportOptions, requestOf } from './execute-import.ts'
import { noting } from '../../run/session.ts'

/** Resumes the latest interrupted import, or the run that is named; finished records are skipped. */
export async function resume(operands: readonly string[], options: ImportOptions, session: Session): Promise<Outcome> {
  if (options.dry_run === true)
    throw notTogether(
      '--resume',
      '--dry-run',
      t('import the same files with --dry-run: finished records are shown as unchanged'),
    )
  const extra = operands[1]
  if (extra !== undefined)
    throw new CalError('usage', t('unexpected argument "{extra}"', { extra }), { hint: t('resume one run at a time') })
  requireRunName(operands[0], session)
  const { state, lock } = await lockRunToResume(
    operands[0],
    { state_dir: stateDirOf(session), open: session.open },
    session.runtime,
  )
  try {
    return state.finished
      ? await nothingToResume(state, operands.length > 0, session)
      : await resumed(state, options, session)
  } finally {
    lock.release()
  }
}

/** Errors: `usage` for a file instead of a run. */
function requireRunName(operand: string | undefined, { runtime: { cwd } }: Session): void {
  if (operand === undefined) return
  if (operand !== '-' && !isWebAddress(operand) && !statOf(resolve(cwd, operand))?.isFile()) return
  throw new CalError('usage', t('--resume needs the id of a run, not the file {operand}', { operand }), {
    hint: t('to import it: cal import {operand}; to resume the last import: cal import --resume', {
      operand: shellWord(operand),
    }),
  })
}

async function nothingToResume(
  { head: { run: name }, finished }: RunState,
  named: boolean,
  session: Session,
): Promise<Outcome> {
  const text = named ? t('run {name} finished', { name }) : t('the last import, run {name}, finished', { name })
  await session.note(t('nothing to resume: {text}', { text }))
  const broken = named
    ? []
    : await interruptedImports(stateDirOf(session), (await session.open()).calendar, session.runtime.platform)
  for (const run of broken)
    await session.note(t('run {run} was interrupted; to resume: cal import --resume {run}', { run }))
  const failed = finished?.failed ?? 0
  if (failed === 0) return { kind: 'done' }
  await session.note(
    t('{failed} of its records failed; to import them, correct the file and import it again', { failed }),
  )
  return { kind: 'done', exit: 'some_failed' }
}

async function resumed(earlier: RunState, options: ImportOptions, session: Session): Promise<Outcome> {
  const { head } = earlier
  const copies = new InputCopies()
  try {
    return await resumedFrom(await sameInputs(head.inputs, copies, session), earlier, options, session)
  } finally {
    copies.remove()
  }
}

/** The paths to read the inputs from. Errors: `usage` if a file has changed. */
async function sameInputs(
  inputs: RunState['head']['inputs'],
  copies: InputCopies,
  session: Session,
): Promise<ReadonlyMap<string, string>> {
  const paths = new Map<string, string>()
  for (const input of inputs) {
    const path = isWebAddress(input.name) ? await copies.ofWeb(input.name, session) : input.path
    await requireSameInput(input, path)
    paths.set(input.name, path)
  }
  return paths
}

async function resumedFrom(
  paths: ReadonlyMap<string, string>,
  earlier: RunState,
  options: ImportOptions,
  session: Session,
): Promise<Outcome> {
  const { head } = earlier
  const api = await session.open()
  const merged: ImportOptions = { ...storedOptions(import_options, head.options), ...options }
  const sources = [...paths].map(([file, path]) =>
    fileSource(path, file, isWebAddress(file) ? undefined : dirname(path)),
  )
  const given: GivenInputs = {
    inputs: inputsOf(sources, merged, session, instantOfUtc(head.started)),
    sources,
    paths,
    close: () => {},
  }
  const request = await requestOf(given, merged, session)
  const before = startSnapshot(api.exchange, {
    ...request,
    runs: runsOfService(session),
    input_keys_only: true,
    note: noting(session),
  })
  // Without the records that are finished.
  const expected: RunTotal = { count: request.scan.records - earlier.ended_records, of: 'records' }
  return executed({ given, request, before, options: merged, expected, confirms: 'nothing', earlier }, session)
}

// `cal import --resume`: resumes an interrupted run with the same files and options.
import { instantOfUtc } from '../../../base/dates/zoned-time.ts'
import { CalError } from '../../../base/errors.ts'
import { statOf } from '../../../base/files/file-system.ts'
import { chosenRun } from '../../../bulk/journal/run-scope.ts'
import { startSnapshot } from '../../../bulk/snapshot.ts'
import { inputOf, runFolder, runFolders, runNames } from '../../../bulk/journal/runs.ts'
import { type RunState, stateOf } from '../../../bulk/journal/read-journal.ts'
import { lockRun } from '../../../bulk/journal/run-lock.ts'
import { fileSource } from '../../../bulk/input/source.ts'
import { interruptedImports, undoOf } from '../../../bulk/undo/interrupted-runs.ts'
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
    throw new CalError(
      'usage',
      {
        en: '--resume and --dry-run cannot be used together',
        de: '--resume und --dry-run schließen sich gegenseitig aus',
      },
      {
        hint: {
          en: 'import the same files with --dry-run: finished records are shown as unchanged',
          de: 'dieselben Dateien mit --dry-run importieren: Fertige Einträge gelten als unverändert',
        },
      },
    )
  const extra = operands[1]
  if (extra !== undefined)
    throw new CalError(
      'usage',
      { en: `unexpected argument "${extra}"`, de: `unerwartetes Argument „${extra}“` },
      { hint: { en: 'resume one run at a time', de: 'einen Lauf nach dem anderen fortsetzen' } },
    )
  requireRunName(operands[0], session)
  const state_dir = stateDirOf(session)
  if (operands.length === 0) refuseEmptyRun(state_dir)
  const name = await chosenRun(operands[0], {
    state_dir,
    open: session.open,
    counts: ({ command }) => command === 'import',
  })
  const lock = await lockRun(runFolder(state_dir, name), session.runtime)
  try {
    const earlier = await stateOf(state_dir, name)
    if (earlier.head.command !== 'import')
      throw new CalError('usage', {
        en: `run ${name} is not an import but ${earlier.head.command}`,
        de: `Lauf ${name} ist kein Import, sondern ${earlier.head.command}`,
      })
    await requireNotUndone(state_dir, name)
    if (earlier.finished)
      return await nothingToResume(name, { state_dir, named: operands.length > 0, earlier }, session)
    return await resumed(earlier, options, session)
  } finally {
    lock.release()
  }
}

/** Errors: `usage` for a file instead of a run. */
function requireRunName(operand: string | undefined, { runtime: { cwd } }: Session): void {
  if (operand === undefined) return
  if (operand !== '-' && !isWebAddress(operand) && !statOf(resolve(cwd, operand))?.isFile()) return
  throw new CalError(
    'usage',
    {
      en: `--resume needs the id of a run, not the file ${operand}`,
      de: `--resume erwartet die ID eines Laufs, nicht die Datei ${operand}`,
    },
    {
      hint: {
        en: 'resume the last import: cal import --resume; list all runs: cal history list',
        de: 'cal import --resume setzt den letzten Import fort, cal history list zeigt alle Läufe',
      },
    },
  )
}

async function requireNotUndone(state_dir: string, name: string): Promise<void> {
  const undoing = await undoOf(state_dir, name)
  if (undoing !== undefined)
    throw new CalError(
      'usage',
      {
        en: `run ${name} was undone by run ${undoing}`,
        de: `Lauf ${name} wurde von Lauf ${undoing} rückgängig gemacht`,
      },
      { hint: { en: 'import the files again', de: 'die Dateien erneut importieren' } },
    )
}

/** Errors: `usage` if the newest run was killed before its journal had a line: it wrote nothing, and names no input. */
function refuseEmptyRun(state_dir: string): void {
  const newest = runFolders(state_dir).toSorted().at(-1)
  if (newest === undefined || runNames(state_dir)[0] === newest) return
  throw new CalError(
    'usage',
    {
      en: `run ${newest} was killed before it wrote anything, so there is nothing to resume`,
      de: `Lauf ${newest} wurde beendet, bevor er etwas geschrieben hat; fortzusetzen ist nichts`,
    },
    {
      hint: {
        en: 'import the file again; to resume an earlier run, name it: cal history list',
        de: 'die Datei erneut importieren; einen früheren Lauf beim Namen nennen: cal history list',
      },
    },
  )
}

interface Finished {
  readonly state_dir: string
  readonly named: boolean
  readonly earlier: RunState
}

async function nothingToResume(
  name: string,
  { state_dir, named, earlier }: Finished,
  session: Session,
): Promise<Outcome> {
  const text = named
    ? { en: `run ${name} finished`, de: `Lauf ${name} ist abgeschlossen` }
    : { en: `the last import, run ${name}, finished`, de: `der letzte Import, Lauf ${name}, ist abgeschlossen` }
  await session.note({ en: `nothing to resume: ${text.en}`, de: `nichts fortzusetzen: ${text.de}` })
  const broken = named
    ? []
    : await interruptedImports(state_dir, (await session.open()).calendar, session.runtime.platform)
  for (const run of broken)
    await session.note({
      en: `run ${run} was interrupted; to resume: cal import --resume ${run}`,
      de: `Lauf ${run} wurde abgebrochen: cal import --resume ${run}`,
    })
  const failed = earlier.finished?.failed ?? 0
  if (failed === 0) return { kind: 'done' }
  await session.note({
    en: `${failed} of its records failed; to import them, correct the file and import it again`,
    de: `${failed} seiner Einträge schlugen fehl; um sie zu importieren, die Datei korrigieren und erneut importieren`,
  })
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
  for (const { name: file, path: before, sha256 } of inputs) {
    const path = isWebAddress(file) ? await copies.ofWeb(file, session) : before
    if ((await inputOf(path, file)).sha256 !== sha256)
      throw new CalError(
        'usage',
        { en: `${file} has changed since the run started`, de: `${file} hat sich seit Beginn des Laufs geändert` },
        {
          hint: {
            en: 'import the file again: existing records are recognized and left unchanged',
            de: 'erneut importieren: Vorhandenes wird erkannt und bleibt unverändert',
          },
        },
      )
    paths.set(file, path)
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
  const total: RunTotal = { count: request.scan.records - earlier.ended_records, of: 'records' }
  return executed({ given, request, before, options: merged, total, earlier }, session)
}

// `cal import FILE…`: files are checked, planned against the service, confirmed, and executed.
import { instantOfUtc } from '../../../base/dates/zoned-time.ts'
import { CalError } from '../../../base/errors.ts'
import { statOf } from '../../../base/files/file-stat.ts'
import { publicationZoneText, wholeDaysText } from '../../../bulk/input/assumptions.ts'
import { chosenRun } from '../../../bulk/journal/run-scope.ts'
import { type ImportRequest, executeImport, previewImport } from '../../../bulk/import.ts'
import { type RemoteSnapshot, startSnapshot } from '../../../bulk/snapshot.ts'
import { ParsedRows } from '../../../bulk/matching/parsed-input.ts'
import { inputOf, runFolder } from '../../../bulk/journal/runs.ts'
import { type RunState, stateOf } from '../../../bulk/journal/read-journal.ts'
import { lockRun } from '../../../bulk/journal/run-lock.ts'
import { fileSource } from '../../../bulk/input/source.ts'
import { scanInput } from '../../../bulk/matching/input-scan.ts'
import { interruptedImports, undoOf } from '../../../bulk/undo/interrupted-runs.ts'
import type { CommandAction, OptionsOf } from '../../core/command.ts'
import type { Outcome } from '../../core/outcome.ts'
import { storedOptions } from '../../arguments/options.ts'
import type { Session } from '../../core/session.ts'
import { confirmPlan, planOutcome } from '../../bulk-run/plan-outcome.ts'
import { InputCopies, isWebAddress } from '../../bulk-run/input-copies.ts'
import { type GivenInputs, givenInputs, inputsOf, noteUnusedWindow } from '../../bulk-run/inputs.ts'
import type { RunTotal } from '../../bulk-run/report.ts'
import { shownReading } from '../../bulk-run/shown-phases.ts'
import { executeRun } from '../../bulk-run/execute-run.ts'
import { lastWrittenIn, runsOfService, stateDirOf } from '../../bulk-run/run-store.ts'
import { dirname, resolve } from 'node:path'
import { import_options } from './import.ts'

type ImportOptions = OptionsOf<typeof import_options>

export const importFiles: CommandAction<typeof import_options> = async ({ operands, options }, session) => {
  if (options.resume === true) return resume(operands, options, session)
  if (operands.length === 0)
    throw new CalError(
      'usage',
      { en: 'FILE is missing: specify the file to import', de: 'DATEI fehlt: was importiert werden soll' },
      {
        hint: {
          en: 'for example: cal import events.csv, or - for standard input',
          de: 'cal import events.csv; - liest die Standardeingabe',
        },
      },
    )
  const given = await givenInputs(operands, options, session)
  try {
    await noteUnusedWindow(given.sources, options, session)
    return await importGiven(given, options, session)
  } finally {
    if (options.dry_run !== true) given.close()
  }
}

async function importGiven(given: GivenInputs, options: ImportOptions, session: Session): Promise<Outcome> {
  const request = await requestOf(given, options, session)
  if (request.scan.records === 0) {
    const files = request.inputs.files.join(', ')
    await session.note({ en: `no records in ${files}`, de: `keine Einträge in ${files}` })
  }
  // A plan shows whole days; a run tells of costs once they were sent.
  const assumed =
    options.dry_run === true ? request.scan.cost_assumptions.text() : wholeDaysText(request.scan.assumed_all_day)
  if (assumed) await session.note(assumed)
  const site_zone = request.scan.site_zone.zone(
    session.runtime.now(),
    session.settings.timezone ?? session.runtime.timezone,
  )
  const { exchange, new_zone } = await session.open({ site_zone })
  if (new_zone !== undefined && site_zone === undefined && request.scan.dated)
    await session.note(publicationZoneText(new_zone))
  const before = startSnapshot(exchange, {
    ...request,
    runs: runsOfService(session),
    note: (text) => void session.note(text),
  })
  if (options.dry_run === true) return planOutcome((onStep) => previewImport(request, before, onStep), options, session)
  // Without a terminal, an import without updates needs no confirmation, so writing need not wait for the whole plan.
  const total =
    session.settings.interactive || request.on_existing === 'update'
      ? await confirmPlan((onStep) => previewImport(request, before, onStep), session)
      : undefined
  return executed(
    {
      given,
      request,
      before,
      options,
      total: total ?? { count: request.scan.records, of: 'records' },
      earlier: undefined,
    },
    session,
  )
}

async function requestOf({ inputs }: GivenInputs, options: ImportOptions, session: Session): Promise<ImportRequest> {
  const scan = await scanInput(shownReading(inputs, session), () => {}, new ParsedRows())
  return {
    inputs,
    scan,
    on_existing: options.on_existing ?? 'error',
    create_missing: options.create_missing === true,
    last_written: lastWrittenIn(session),
  }
}

interface PlannedImport {
  readonly given: GivenInputs
  readonly request: ImportRequest
  readonly before: RemoteSnapshot
  readonly options: ImportOptions
  readonly total: RunTotal
  readonly earlier: RunState | undefined
}

async function executed(
  { given, request, before, options, total, earlier }: PlannedImport,
  session: Session,
): Promise<Outcome> {
  const inputs = earlier
    ? earlier.head.inputs
    : await Promise.all([...given.paths].map(([name, path]) => inputOf(path, name)))
  const { outcome } = await executeRun(
    {
      command: 'import',
      options,
      stored_options: { ...options },
      inputs,
      sources: given.sources,
      total,
      earlier,
      resumeCommand: (name) => `cal import --resume ${name}`,
      execute: (execution) => executeImport(request, before, { ...execution, state: earlier }),
    },
    session,
  )
  return outcome
}

/** Resumes a run that broke off: the same files, the same options, and what is done is left alone. */
async function resume(operands: readonly string[], options: ImportOptions, session: Session): Promise<Outcome> {
  requireRunName(operands[0], session)
  const state_dir = stateDirOf(session)
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
    if (earlier.finished) return await nothingToResume(name, { state_dir, named: operands.length > 0 }, session)
    return await resumed(earlier, options, session)
  } finally {
    lock.release()
  }
}

/** Errors: `usage` for a file, whose run has another name. */
function requireRunName(operand: string | undefined, { runtime: { cwd } }: Session): void {
  if (operand === undefined) return
  if (operand !== '-' && !isWebAddress(operand) && !statOf(resolve(cwd, operand))?.isFile()) return
  throw new CalError(
    'usage',
    {
      en: `--resume needs the id of a run, not the file ${operand}`,
      de: `--resume erwartet den Namen eines Laufs, nicht die Datei ${operand}`,
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

interface Finished {
  readonly state_dir: string
  readonly named: boolean
}

async function nothingToResume(name: string, { state_dir, named }: Finished, session: Session): Promise<Outcome> {
  const { en, de } = named
    ? { en: `run ${name} finished`, de: `Lauf ${name} ist abgeschlossen` }
    : { en: `the last import, run ${name}, finished`, de: `der letzte Import, Lauf ${name}, ist abgeschlossen` }
  await session.note({ en: `nothing to resume: ${en}`, de: `nichts fortzusetzen: ${de}` })
  const broken = named
    ? []
    : await interruptedImports(state_dir, (await session.open()).calendar, session.runtime.platform)
  for (const run of broken)
    await session.note({
      en: `run ${run} was interrupted; to resume: cal import --resume ${run}`,
      de: `Lauf ${run} wurde abgebrochen: cal import --resume ${run}`,
    })
  return { kind: 'done' }
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

/** Where the inputs are read from now. Fails with `usage` where one has changed. */
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
    note: (text) => void session.note(text),
  })
  // What it finished before is not read again.
  const total: RunTotal = { count: request.scan.records - earlier.ended.size, of: 'records' }
  return executed({ given, request, before, options: merged, total, earlier }, session)
}

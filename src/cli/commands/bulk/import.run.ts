// `cal import FILE…`: checks files, plans the changes, asks for confirmation, and executes the plan, which `--resume`
// continues.
import { dirname, resolve } from 'node:path'
import { instantOfUtc, utcWall } from '../../../base/dates/zoned-time.ts'
import { CalError, notTogether } from '../../../base/errors.ts'
import { statOf } from '../../../base/files/file-system.ts'
import { sameText, t, type Text } from '../../../base/text/language.ts'
import { shellWord } from '../../../base/text/quoted.ts'
import { publicationZoneText } from '../../../bulk/input/assumptions.ts'
import { Import, type ImportRequest } from '../../../bulk/import.ts'
import { fileSource } from '../../../bulk/input/source.ts'
import type { JournalHead } from '../../../bulk/journal/journal.ts'
import type { RunState } from '../../../bulk/journal/read-journal.ts'
import { interruptedImports, lockRunToResume, requireSameInput } from '../../../bulk/journal/run-to-resume.ts'
import { hasRun } from '../../../bulk/journal/run-scope.ts'
import { assumptionsOf, noRecordsText, scanInput, UnknownFields } from '../../../bulk/matching/input-scan.ts'
import type { Step } from '../../../bulk/plan/plan.ts'
import type { PlanNoting } from '../../../bulk/plan/plan-notes.ts'
import { storedOptions } from '../../arguments/options.ts'
import { exitOfRun, type RunTotal } from '../../bulk-run/report.ts'
import type { CommandAction, OptionsOf } from '../../types/command.ts'
import type { Outcome } from '../../types/outcome.ts'
import { hereOf, type Session } from '../../types/session.ts'
import {
  type GivenInputs,
  givenInputs,
  InputCopies,
  givenInputsOf,
  isWebAddress,
  noteUnusedWindow,
  recordedInputs,
} from '../../bulk-run/inputs.ts'
import { shownReading } from '../../bulk-run/plan-outcome.ts'
import {
  beginRun,
  discardUnbegun,
  type PlannedRun,
  procedureOf,
  type ReservedRun,
  reserveRun,
  runPlan,
} from '../../bulk-run/execute-run.ts'
import { lastWrittenIn, runsIn, runsOfService, stateDirOf } from '../../bulk-run/run-store.ts'
import { withBounds } from '../../input/dates.ts'
import { import_options } from './bulk.ts'
import { calendarHere, noteLater } from '../../session/session.ts'

export const importFiles: CommandAction<typeof import_options> = async ({ operands, options: typed }, session) => {
  const options = await withBounds(typed, ['since', 'until'], {
    clock: () => calendarHere(session),
    note: session.note,
  })
  if (options.resume === true) return resume(operands, options, session)
  if (operands.length === 0)
    throw new CalError('usage', t('FILE is missing: specify the file to import'), {
      hint: t('for example: cal import events.csv, or - for standard input'),
    })
  return importInputs(() => givenInputs(operands, options, session), options, session)
}

/** Sees the steps of a plan, and can refuse it before anything is written. */
export interface PlanWatch {
  /** The name of the run, which cannot be resumed. */
  readonly command: string
  readonly onStep: (step: Step) => void
  readonly check: () => void
}

/** Plans and imports; with `--dry-run`, only plans. */
export async function importInputs(
  open: () => Promise<GivenInputs>,
  options: ImportOptions,
  session: Session,
  watch?: PlanWatch,
): Promise<Outcome> {
  // An import that is killed while it reads its input or the service is the one to resume.
  const reserved = procedureOf(options, session) === 'executes' ? await reserveRun(session) : undefined
  let given: GivenInputs | undefined
  try {
    given = await open()
    return await importGiven(given, options, { session, reserved, watch })
  } finally {
    // A plan that is only shown is made later, from the rows that were kept.
    given?.close()
    if (reserved) discardUnbegun(reserved)
  }
}

interface Importing {
  readonly session: Session
  readonly reserved: ReservedRun | undefined
  readonly watch: PlanWatch | undefined
}

async function importGiven(
  given: GivenInputs,
  options: ImportOptions,
  { session, reserved, watch }: Importing,
): Promise<Outcome> {
  const request = await requestOf(given, options, session)
  if (given.read) await noteUnusedWindow(given.read, options, session)
  if (request.scan.records === 0) await session.note(noRecordsText(request.inputs.files))
  for (const text of assumptionsOf(request, procedureOf(options, session) === 'shows')) await session.note(text)
  const site_zone = request.scan.site_zone.zone(hereOf(session))
  const { exchange, new_zone } = await session.open({ site_zone })
  if (new_zone !== undefined && site_zone === undefined && request.scan.dated)
    await session.note(publicationZoneText(new_zone))
  const noted = { ...request, noting: await notingOf(request.inputs.files, options, session) }
  const begun = reserved && (await beginRun(runOf(given, options, watch), session, reserved))
  try {
    const reading = { runs: runsOfService(session), compares_listed: true, note: noteLater(session) } as const
    const plan = new Import(exchange, noted, reading)
    const expected = { count: request.scan.records, of: 'records' } as const
    return await runImport({ given, plan, options, expected, begun, watch }, session)
  } finally {
    // A run that failed before its first write stays, to be resumed.
    await begun?.journal.close().catch(() => undefined)
    begun?.lock?.release()
  }
}

/** What the journal says of the run first. */
function runOf({ inputs, recorded }: GivenInputs, options: ImportOptions, watch: PlanWatch | undefined) {
  const command = watch?.command ?? 'import'
  return { command, inputs: recorded, here: inputs.rules.here, stored_options: { ...options } }
}

/** Resumes the latest interrupted import, or the run that is named; finished records are skipped. */
async function resume(operands: readonly string[], options: ImportOptions, session: Session): Promise<Outcome> {
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
  const { state, lock } = await lockRunToResume(operands[0], runsIn(session), session.runtime)
  const copies = new InputCopies()
  try {
    if (state.finished) return await nothingToResume(state, operands.length > 0, session)
    return await resumed(await sameInputs(state.head.inputs, copies, session), state, { options, session })
  } finally {
    copies.remove()
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
  if (failed > 0)
    await session.note(
      t('{failed} of its records failed; to import {failed|it|them}, correct the file and import it again', { failed }),
    )
  return { kind: 'done', exit: exitOfRun(failed) }
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

async function resumed(
  paths: ReadonlyMap<string, string>,
  earlier: RunState,
  { options, session }: { readonly options: ImportOptions; readonly session: Session },
): Promise<Outcome> {
  const { head } = earlier
  const api = await session.open()
  const merged: ImportOptions = { ...storedOptions(import_options, head.options), ...options }
  // A zone that was only assumed is asked for again.
  const known = head.here?.zone_assumed ? undefined : head.here
  const here = known ?? { ...(await calendarHere(session)), now: head.here?.now ?? instantOfUtc(head.started) }
  const sources = [...paths].map(([file, path]) =>
    fileSource(path, file, isWebAddress(file) ? undefined : dirname(path)),
  )
  const given: GivenInputs = {
    ...givenInputsOf(sources, merged, session, here),
    recorded: () => recordedInputs(paths),
    close: () => {},
  }
  const request = await requestOf(given, merged, session)
  const plan = new Import(api.exchange, request, { runs: runsOfService(session), note: noteLater(session) })
  // Without the records that are finished.
  const expected: RunTotal = { count: request.scan.records - earlier.ended_records, of: 'records' }
  return runImport({ given, plan, options: merged, expected, earlier }, session)
}

type ImportOptions = OptionsOf<typeof import_options>

async function requestOf(
  { inputs }: Pick<GivenInputs, 'inputs'>,
  options: ImportOptions,
  session: Session,
): Promise<ImportRequest> {
  const unknown = new UnknownFields()
  const scan = await scanInput(shownReading(inputs, session), unknown.note, { keeps: true })
  unknown.refuse((fields, near) => hintOf({ fields, near }, inputs.files))
  return {
    inputs,
    scan,
    on_existing: options.on_existing ?? 'error',
    create_missing: options.create_missing === true,
    clear_empty: options.clear_empty === true,
    last_written: lastWrittenIn(session),
  }
}

/** Called before the run begins. */
async function notingOf(files: readonly string[], { until }: ImportOptions, session: Session): Promise<PlanNoting> {
  const { runtime } = session
  const paths = new Set(files.map((file) => resolve(runtime.cwd, file)))
  const runs = runsIn(session)
  const isSameInput = ({ inputs }: JournalHead) =>
    inputs.length > 0 && inputs.every(({ name, path }) => (isWebAddress(name) ? files.includes(name) : paths.has(path)))
  return {
    runs,
    has_earlier: await hasRun(runs, isSameInput),
    isSameInput,
    today: utcWall(runtime.now()).slice(0, 10),
    until: until?.slice(0, 10),
    note: noteLater(session),
  }
}

/** A file with repeated events is one for `cal apply`. */
function hintOf(
  { fields, near }: { readonly fields: readonly string[]; readonly near: Text | undefined },
  files: readonly string[],
): Text {
  const [file = '', ...others] = files
  const field = shellWord(fields[0] ?? '')
  if (!fields.some((name) => calendar_file_keys.includes(name)))
    return near ?? t('to ignore the field: --without {field}; list the fields: cal explain event', { field })
  const name = others.length === 0 ? sameText(shellWord(file)) : t('FILE')
  return t('to apply a calendar file: cal apply -f {name}', { name })
}

const calendar_file_keys: readonly string[] = ['repeat', 'except', 'also', 'skip_months']

interface PlannedImport extends Pick<PlannedRun, 'expected' | 'earlier' | 'begun'> {
  readonly given: GivenInputs
  readonly plan: Import
  readonly options: ImportOptions
  readonly watch?: PlanWatch | undefined
}

async function runImport(
  { given, plan, options, earlier, watch, ...rest }: PlannedImport,
  session: Session,
): Promise<Outcome> {
  const resumed = earlier && { state: earlier, state_dir: stateDirOf(session) }
  const { outcome } = await runPlan(
    {
      ...rest,
      ...runOf(given, options, watch),
      options,
      read: given.read,
      earlier,
      // Without a terminal it starts before the plan is complete.
      only_creates: options.on_existing !== 'update',
      ...(watch ? {} : { resumeCommand: (name) => `cal import --resume ${name}` }),
      show: async function* () {
        for await (const step of plan.preview()) {
          watch?.onStep(step)
          yield step
        }
      },
      ...(watch ? { check: watch.check } : {}),
      remakes: true,
      execute: (execution) => plan.execute({ ...execution, resumed }),
    },
    session,
  )
  return outcome
}

// Prepares and executes an import: a new run, or a resumed one.
import { shellWord } from '../../../base/text/quoted.ts'
import { executeImport, type ImportRequest, previewImport, type RemoteSnapshot } from '../../../bulk/import.ts'
import { wholeDaysText } from '../../../bulk/input/assumptions.ts'
import { sameText, t, type Text } from '../../../base/text/language.ts'
import { InterruptedCreates } from '../../../bulk/matching/interrupted-creates.ts'
import { numberNamesText, placeholderText } from '../../../bulk/matching/references.ts'
import { inputOf } from '../../../bulk/journal/runs.ts'
import { storeInput, UnknownFields } from '../../../bulk/matching/input-scan.ts'
import type { OptionsOf } from '../../core/command.ts'
import type { Outcome } from '../../core/outcome.ts'
import type { Session } from '../../core/session.ts'
import type { GivenInputs } from '../../bulk-run/inputs.ts'
import { shownReading } from '../../bulk-run/shown-phases.ts'
import { beginRun, type OpenedRun, type PlannedRun, type ReservedRun, runPlan } from '../../bulk-run/execute-run.ts'
import { lastWrittenIn, stateDirOf } from '../../bulk-run/run-store.ts'
import type { import_options } from './import.ts'

export type ImportOptions = OptionsOf<typeof import_options>

export async function requestOf(
  { inputs }: Pick<GivenInputs, 'inputs'>,
  options: ImportOptions,
  session: Session,
): Promise<ImportRequest> {
  const unknown = new UnknownFields()
  const scan = await storeInput(shownReading(inputs, session), unknown.note)
  unknown.refuse((fields) => hintOf(fields, inputs.files))
  return {
    inputs,
    scan,
    on_existing: options.on_existing ?? 'error',
    create_missing: options.create_missing === true,
    last_written: lastWrittenIn(session),
  }
}

/**
 * What the import assumes about its input. A preview shows which events are all-day; a run warns of changed costs when
 * they have been stored.
 */
export function assumptionsOf({ scan, create_missing }: ImportRequest, isPreview: boolean): readonly Text[] {
  return [
    isPreview ? scan.cost_assumptions.text() : wholeDaysText(scan.assumed_all_day),
    scan.match_assumption.text(),
    scan.unusual_statuses.text(),
    ...(create_missing ? [placeholderText(scan.references), numberNamesText(scan.references)] : []),
  ].filter((text) => text !== undefined)
}

/** A file with repeated events is one for `cal apply`. */
function hintOf(fields: readonly string[], files: readonly string[]): Text {
  const [file = '', ...others] = files
  const field = shellWord(fields[0] ?? '')
  if (!fields.some((name) => calendar_file_keys.includes(name)))
    return t('to ignore the field: --without {field}; list the fields: cal explain event', { field })
  const name = others.length === 0 ? sameText(shellWord(file)) : t('FILE')
  return t('to apply a calendar file: cal apply -f {name}', { name })
}

const calendar_file_keys: readonly string[] = ['repeat', 'except', 'also', 'skip_months']

interface PlannedImport extends Pick<PlannedRun, 'expected' | 'confirms' | 'earlier' | 'begun'> {
  readonly given: GivenInputs
  readonly request: ImportRequest
  readonly before: RemoteSnapshot
  readonly options: ImportOptions
}

/** Begins the run of an import. */
export function beginImport(
  given: Pick<GivenInputs, 'paths'>,
  options: ImportOptions,
  { session, reserved }: { readonly session: Session; readonly reserved: ReservedRun },
): Promise<OpenedRun> {
  return beginRun({ command: 'import', inputs: inputsIn(given), stored_options: { ...options } }, session, reserved)
}

function inputsIn({ paths }: Pick<GivenInputs, 'paths'>) {
  return () => Promise.all([...paths].map(([name, path]) => inputOf(path, name)))
}

export async function executed(
  { given, request, before, options, earlier, ...rest }: PlannedImport,
  session: Session,
): Promise<Outcome> {
  const resumed = earlier && { state: earlier, creates: await InterruptedCreates.of(stateDirOf(session), earlier) }
  const { outcome } = await runPlan(
    {
      ...rest,
      command: 'import',
      options,
      stored_options: { ...options },
      inputs: inputsIn(given),
      sources: given.sources,
      earlier,
      resumeCommand: (name) => `cal import --resume ${name}`,
      show: (onStep) => previewImport(request, before, onStep),
      execute: (execution) => executeImport(request, before, { ...execution, resumed }),
    },
    session,
  )
  return outcome
}

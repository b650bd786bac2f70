// `cal import FILE…`: checks files, plans the changes, asks for confirmation, and executes the plan.
import { CalError } from '../../../base/errors.ts'
import { t } from '../../../base/text/language.ts'
import { publicationZoneText } from '../../../bulk/input/assumptions.ts'
import { startSnapshot } from '../../../bulk/import.ts'
import type { CommandAction } from '../../core/command.ts'
import type { Outcome } from '../../core/outcome.ts'
import type { Session } from '../../core/session.ts'
import { type GivenInputs, givenInputs, noteUnusedWindow } from '../../bulk-run/inputs.ts'
import { noRecordsText } from '../../bulk-run/shown-phases.ts'
import { discardUnbegun, type ReservedRun, reserveRun } from '../../bulk-run/execute-run.ts'
import { runsOfService } from '../../bulk-run/run-store.ts'
import { withTypedBounds } from '../../input/typed-bounds.ts'
import type { import_options } from './import.ts'
import { assumptionsOf, beginImport, executed, type ImportOptions, requestOf } from './execute-import.ts'
import { resume } from './resume.ts'
import { noting } from '../../run/session.ts'

export const importFiles: CommandAction<typeof import_options> = async ({ operands, options: typed }, session) => {
  const options = await withTypedBounds(typed, session)
  if (options.resume === true) return resume(operands, options, session)
  if (operands.length === 0)
    throw new CalError('usage', t('FILE is missing: specify the file to import'), {
      hint: t('for example: cal import events.csv, or - for standard input'),
    })
  // Nobody is asked: an import that is killed while it reads its input or the service is the one to resume.
  const asks = options.dry_run === true || (session.settings.interactive && !session.skips_confirmation)
  const reserved = asks ? undefined : await reserveRun(session)
  try {
    const given = await givenInputs(operands, options, session)
    try {
      await noteUnusedWindow(given.sources, options, session)
      return await importGiven(given, options, { session, reserved })
    } finally {
      if (options.dry_run !== true) given.close()
    }
  } finally {
    if (reserved) discardUnbegun(reserved)
  }
}

async function importGiven(
  given: GivenInputs,
  options: ImportOptions,
  { session, reserved }: { readonly session: Session; readonly reserved: ReservedRun | undefined },
): Promise<Outcome> {
  const request = await requestOf(given, options, session)
  if (request.scan.records === 0) await session.note(noRecordsText(request.inputs.files))
  for (const text of assumptionsOf(request, options.dry_run === true)) await session.note(text)
  const site_zone = request.scan.site_zone.zone(
    session.runtime.now(),
    session.settings.timezone ?? session.runtime.timezone,
  )
  const { exchange, new_zone } = await session.open({ site_zone })
  if (new_zone !== undefined && site_zone === undefined && request.scan.dated)
    await session.note(publicationZoneText(new_zone))
  const begun = reserved && (await beginImport(given, options, { session, reserved }))
  const before = startSnapshot(exchange, {
    ...request,
    runs: runsOfService(session),
    skips_unchanged: true,
    input_keys_only: true,
    note: noting(session),
  })
  const expected = { count: request.scan.records, of: 'records' } as const
  // Without a terminal, an import without updates needs no confirmation, and starts before the plan is complete.
  const confirms = session.settings.interactive || request.on_existing === 'update' ? 'plan' : 'nothing'
  return executed({ given, request, before, options, expected, confirms, begun }, session)
}

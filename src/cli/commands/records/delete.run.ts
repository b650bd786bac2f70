// `cal KIND delete TARGET…`: moves records to the trash; categories and tags, which have none, are deleted.
import type { Plural } from '../../../spec/model.ts'
import type { writing_options } from '../../arguments/options.ts'
import { runSteps } from '../../bulk-run/run-steps.ts'
import type { CommandAction } from '../../core/command.ts'
import type { where_option } from '../shared-flags.ts'
import {
  asEditor,
  deleteStep,
  recordsOfTargets,
  recordsWhere,
  refuseTargets,
  targetMissing,
} from './selected-records.ts'

export function deleteOf(plural: Plural): CommandAction<typeof where_option & typeof writing_options> {
  return async ({ operands, values, options }, session) => {
    const { where } = options
    if (where !== undefined) refuseTargets(operands)
    else if (operands.length === 0) throw targetMissing(plural, 'delete')
    const { records, unread } =
      where === undefined
        ? await recordsOfTargets(plural, operands, session, asEditor(plural, session, values))
        : { records: await recordsWhere(plural, where, session), unread: 0 }
    return runSteps(
      {
        plural,
        command: where === undefined ? `${plural} delete` : `${plural} delete --where`,
        ...(where === undefined ? {} : { stored_options: { where }, as_plan: true as const }),
        steps: () => records.map((record, n) => deleteStep(plural, record, n)),
        records,
        unread,
      },
      options,
      session,
    )
  }
}

// `cal events update TARGET… --shift +1h`: moves events in one run.
import type { Plural } from '../../../../spec/model.ts'
import type { writing_options } from '../../../arguments/options.ts'
import type { CommandInput, OptionsOf } from '../../../core/command.ts'
import type { Outcome } from '../../../core/outcome.ts'
import type { Session } from '../../../core/session.ts'
import { labelOf, whenOf } from '../../../output/write-messages.ts'
import type { create_missing } from '../../shared-flags.ts'
import { noteReadings, stepOf, type WhereChange, withNew } from '../where-flag.ts'
import { executeSteps, recordsOfTargets } from './planned-writes.ts'

type ShiftInput = CommandInput<OptionsOf<typeof writing_options & typeof create_missing>>

export async function shiftTargets(
  plural: Plural,
  { operands, options }: ShiftInput,
  change: WhereChange,
  session: Session,
): Promise<Outcome> {
  const { records, unread } = await recordsOfTargets(plural, operands, session)
  await noteReadings(plural, records, change, session)
  const steps = (action: WhereChange) => records.map((record, n) => stepOf(plural, record, { n, action }))
  return executeSteps(
    {
      plural,
      command: `${plural} update --shift`,
      steps: steps(change),
      records,
      confirmed: async () => steps(await withNew(plural, change, options, session)),
      unread,
      asks: 'many',
      repeats: true,
      doneText: (step, record) => {
        const from = step.action === 'update' ? whenOf(step.before) : ''
        return {
          en: `Moved event ${labelOf(record, 'en')} from${from} to${whenOf(record)}`,
          de: `Termin ${labelOf(record, 'de')} verschoben von${from} auf${whenOf(record)}`,
        }
      },
    },
    options,
    session,
  )
}

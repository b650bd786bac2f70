// A plan as the result of a command: a picture or data, and nothing written.
import type { Language } from '../../base/text/language.ts'
import type { Step } from '../../bulk/plan/plan.ts'
import { pushIterator } from '../../base/push-iterator.ts'
import type { Values } from '../../spec/read.ts'
import type { Outcome, OutcomeItem } from '../core/outcome.ts'
import type { Session } from '../core/session.ts'
import { CommonErrors } from './common-errors.ts'
import { actionOf, countsText, noCounts, plan_columns, stepItem, stepLines } from './plan-view.ts'

/**
 * Ends with 6 where records are in conflict, as carrying the plan out would; `--exit-code` ends with 10 where there is
 * something to do.
 */
export function planOutcome(
  show: (told: (step: Step) => Promise<void>) => Promise<void>,
  options: Values,
  session: Session,
): Outcome {
  const counts = noCounts()
  const steps = () =>
    pushIterator<Step>((push) =>
      show(async (step) => {
        counts[actionOf(step)]++
        await push(step)
      }),
    )
  const differs = () => counts.create + counts.update + counts.delete + counts.conflict + counts.invalid > 0
  return {
    kind: 'view',
    columns: plan_columns,
    picture: async function* () {
      const common = new CommonErrors()
      for await (const step of steps()) {
        const own = common.apart(step)
        if (own) for (const line of stepLines(own, session.language)) yield `${line}\n`
      }
      for (const line of common.lines(session.language)) yield `${line}\n`
      await session.note(countsText(counts))
    },
    records: itemsOf(steps, session.language),
    get ends() {
      return options.exit_code === true && differs()
        ? ('differences' as const)
        : counts.conflict + counts.invalid > 0
          ? ('some_failed' as const)
          : undefined
    },
  }
}

async function* itemsOf(steps: () => AsyncIterable<Step>, language: Language): AsyncIterable<OutcomeItem> {
  for await (const step of steps()) yield stepItem(step, language)
}

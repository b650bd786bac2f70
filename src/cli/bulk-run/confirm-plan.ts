// The question before a plan is carried out: what it will touch, and how much of it.
import { type Step, isWrite } from '../../bulk/plan/plan.ts'
import type { Session } from '../core/session.ts'
import { type PlanCounts, actionOf, countsText, noCounts, stepLines } from './plan-view.ts'

const listed_max = 10

/**
 * Plans once to count, and asks. A plan that only creates goes on by itself where nobody can be asked; one that changes
 * or deletes does not. Returns how many steps there are, or undefined where nothing had to be counted.
 */
export async function confirmPlan(
  show: (told: (step: Step) => void) => Promise<void>,
  session: Session,
): Promise<number | undefined> {
  if (session.agreed) return undefined
  const counts = noCounts()
  const first: Step[] = []
  await show((step) => {
    counts[actionOf(step)]++
    if (isWrite(step) && first.length < listed_max) first.push(step)
  })
  const writes = counts.create + counts.update + counts.delete
  const harmless = counts.update + counts.delete === 0
  if (writes > 0 && (session.settings.interactive || !harmless)) await asked(counts, { first, writes }, session)
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

async function asked(
  counts: PlanCounts,
  { first, writes }: { readonly first: readonly Step[]; readonly writes: number },
  session: Session,
): Promise<void> {
  if (session.settings.interactive) {
    for (const line of first.flatMap((step) => stepLines(step, session.language)))
      await session.note({ en: line, de: line })
    if (writes > listed_max)
      await session.note({ en: `… and ${writes - listed_max} more`, de: `… und noch ${writes - listed_max}` })
  }
  const { en, de } = countsText(counts)
  await session.confirm({ en: `${en}: carry this out?`, de: `${de}: ausführen?` })
}

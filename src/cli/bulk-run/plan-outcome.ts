// A plan as the result of a command: a picture or data, and nothing written.
import { type Language, sameText } from '../../base/text/language.ts'
import { type Step, isWrite } from '../../bulk/plan/plan.ts'
import { pushIterator } from '../../base/push-iterator.ts'
import type { Outcome, OutcomeItem } from '../core/outcome.ts'
import type { Session } from '../core/session.ts'
import { actionOf, countsText, noCounts, plan_columns, stepItem, stepLines, type PlanCounts } from './plan-view.ts'
import { escapeControls } from '../../base/text/untrusted-text.ts'
import { type InputError, locationText } from '../../bulk/input/entry.ts'

/**
 * Ends with 6 where records are in conflict, as carrying the plan out would; `--exit-code` ends with 10 where there is
 * something to do.
 */
export function planOutcome(
  show: (told: (step: Step) => Promise<void>) => Promise<void>,
  { exit_code }: { readonly exit_code?: boolean },
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
        const own = common.withoutCommon(step)
        if (own) for (const line of stepLines(own, session.language)) yield `${line}\n`
      }
      for (const line of common.lines(session.language)) yield `${line}\n`
      await session.note(countsText(counts))
    },
    records: itemsOf(steps, session.language),
    get ends() {
      return exit_code && differs()
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

interface Common {
  readonly flaw: InputError
  /** Where the first of the records stands, or what it is called. */
  readonly first: string
  count: number
}

class CommonErrors {
  readonly #causes = new Map<string, Common>()

  /** The step without the flaws that are told once for all; undefined where nothing else is wrong with it. */
  withoutCommon(step: Step): Step | undefined {
    if (step.action !== 'conflict') return step
    for (const [cause, flaw] of new Map(step.errors.map((flaw) => [flaw.cause, flaw])))
      if (cause !== undefined) this.#count(cause, flaw, step)
    const flaws = step.errors.filter(({ cause }) => cause === undefined)
    return flaws.length === 0 ? undefined : { ...step, errors: flaws }
  }

  lines(language: Language): readonly string[] {
    return [...this.#causes.values()]
      .flatMap(({ flaw: { text, hint }, first, count }) => {
        const where =
          count === 1
            ? sameText(first)
            : { en: `${count} records, first ${first}`, de: `${count} Einträge, zuerst ${first}` }
        return [`! ${text[language]}: ${where[language]}`, ...(hint ? [`    ${hint[language]}`] : [])]
      })
      .map(escapeControls)
  }

  #count(cause: string, flaw: InputError, { entry, title }: Step): void {
    const known = this.#causes.get(cause)
    if (known) known.count++
    else this.#causes.set(cause, { flaw, first: entry ? locationText(entry.location) : `"${title}"`, count: 1 })
  }
}

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
  await session.confirm({ en: `${en}. Continue?`, de: `${de}. Fortfahren?` })
}

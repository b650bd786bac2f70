// What stands in the way of many planned records for one cause, told once with their number instead of with each.
import { type Language, sameText } from '../../base/text/language.ts'
import { escapeControls } from '../../base/text/untrusted-text.ts'
import { type InputError, locationText } from '../../bulk/input/entry.ts'
import type { Step } from '../../bulk/plan/plan.ts'

interface Common {
  readonly flaw: InputError
  /** Where the first of the records stands, or what it is called. */
  readonly first: string
  count: number
}

export class CommonErrors {
  readonly #causes = new Map<string, Common>()

  /** The step without the flaws that are told once for all; undefined where nothing else is wrong with it. */
  apart(step: Step): Step | undefined {
    if (step.action !== 'conflict') return step
    for (const [cause, flaw] of new Map(step.flaws.map((flaw) => [flaw.cause, flaw])))
      if (cause !== undefined) this.#count(cause, flaw, step)
    const flaws = step.flaws.filter(({ cause }) => cause === undefined)
    return flaws.length === 0 ? undefined : { ...step, flaws }
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
    else this.#causes.set(cause, { flaw, first: entry ? locationText(entry.place) : `"${title}"`, count: 1 })
  }
}

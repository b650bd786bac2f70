// What stands in the way of many planned records for one cause, told once with their number instead of with each.
import { type Language, sameText } from '../../base/text/language.ts'
import { escapeControls } from '../../base/text/untrusted-text.ts'
import { type InputError, locationText } from '../../bulk/input/entry.ts'
import type { Step } from '../../bulk/plan/plan.ts'

interface Common {
  readonly error: InputError
  /** Where the first of the records stands, or what it is called. */
  readonly first: string
  count: number
}

export class CommonErrors {
  readonly #causes = new Map<string, Common>()

  /** The step without the errors that are reported once for all; undefined if it has no others. */
  apart(step: Step): Step | undefined {
    if (step.action !== 'conflict') return step
    for (const [cause, error] of new Map(step.errors.map((error) => [error.cause, error])))
      if (cause !== undefined) this.#count(cause, error, step)
    const errors = step.errors.filter(({ cause }) => cause === undefined)
    return errors.length === 0 ? undefined : { ...step, errors }
  }

  lines(language: Language): readonly string[] {
    return [...this.#causes.values()]
      .flatMap(({ error: { text, hint }, first, count }) => {
        const where =
          count === 1
            ? sameText(first)
            : { en: `${count} records, first ${first}`, de: `${count} Einträge, zuerst ${first}` }
        return [`! ${text[language]}: ${where[language]}`, ...(hint ? [`    ${hint[language]}`] : [])]
      })
      .map(escapeControls)
  }

  #count(cause: string, error: InputError, { entry, title }: Step): void {
    const known = this.#causes.get(cause)
    if (known) known.count++
    else this.#causes.set(cause, { error, first: entry ? locationText(entry.location) : `"${title}"`, count: 1 })
  }
}

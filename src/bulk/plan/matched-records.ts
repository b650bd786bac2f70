// The existing records that records of one input match: two that differ would overwrite one another.
import { getOrInsert } from '../../base/collections.ts'
import { NumberSet } from '../../base/number-set.ts'
import { textOfHtml } from '../../base/text/untrusted-text.ts'
import type { Plural } from '../../spec/model.ts'
import { resources } from '../../spec/resources.ts'
import type { InputError } from '../input/entry.ts'
import type { Keep, Step, Update } from './plan.ts'

interface Matched {
  readonly equal: NumberSet
  readonly updated: NumberSet
}

export class MatchedRecords {
  readonly #by_kind = new Map<Plural, Matched>()

  /** `written`: by kind, the ids that earlier parts of a resumed run wrote. */
  constructor(written: ReadonlyMap<Plural, NumberSet> = new Map()) {
    for (const [kind, ids] of written) this.#by_kind.set(kind, { equal: ids, updated: new NumberSet() })
  }

  /**
   * The step of the next record of the input, as it is planned; a conflict if an earlier one matches the same existing
   * record and either of them would update it.
   */
  add(step: Step): Step {
    if (step.action !== 'update' && step.action !== 'unchanged') return step
    const { kind, n, key, title, entry, id } = step
    const { equal, updated } = getOrInsert(this.#by_kind, kind, () => ({
      equal: new NumberSet(),
      updated: new NumberSet(),
    }))
    if (updated.has(id) || (step.action === 'update' && equal.has(id)))
      return { kind, n, key, title, ...(entry && { entry }), action: 'conflict', id, errors: [matchedBefore(step)] }
    const ids = step.action === 'update' ? updated : equal
    ids.add(id)
    return step
  }
}

function matchedBefore({ kind, title, id }: Pick<Update | Keep, 'kind' | 'title' | 'id'>): InputError {
  const word = resources[kind].title
  const name = textOfHtml(title)
  return {
    text: {
      en: `${word.en} "${name}" (id ${id}) matches an earlier record of the input too, with other values`,
      de: `${word.de} „${name}“ (ID ${id}) passt auch zu einem früheren Eintrag der Eingabe, mit anderen Werten`,
    },
    hint: {
      en: 'remove one of the two, or give each the id of its own record and use --match id',
      de: 'einen der beiden entfernen, oder jedem die ID seines Eintrags geben und --match id verwenden',
    },
  }
}

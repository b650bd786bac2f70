// What earlier copies of a calendar wrote at the target: which record is the copy of which, and what was edited since.
import type { JsonObject } from '../../base/json.ts'
import type { Plural } from '../../spec/model.ts'
import type { OwnedRecords } from '../calendar-file/ownership.ts'
import type { CopyLookup } from '../execute/phases.ts'
import { editedSince, isSameRecord } from '../journal/record-summary.ts'
import type { Step, Update } from '../plan/plan.ts'

export class EarlierCopies {
  readonly #of_source = new Map<string, OwnedRecords>()
  readonly #at_target = new Map<string, OwnedRecords>()

  constructor(written: readonly OwnedRecords[]) {
    for (const one of written) {
      this.#at_target.set(`${one.kind} ${one.id}`, one)
      if (one.source_id !== undefined) this.#of_source.set(`${one.kind} ${one.source_id}`, one)
    }
  }

  /** Ids at the target of the copies of these records. */
  idsOf(kind: Plural, source_ids: Iterable<number>): readonly number[] {
    return [...source_ids].flatMap((id) => this.#of_source.get(`${kind} ${id}`)?.id ?? [])
  }

  /**
   * The copy of a record, under whatever name and slug it has by now. An id that means another record on either side,
   * because a service was reset, is not used.
   */
  readonly lookup: CopyLookup = async ({ kind, id, values }, remote) => {
    const copy = id === undefined ? undefined : this.#of_source.get(`${kind} ${id}`)
    if (!copy || !isSameRecord(kind, copy.written, values as JsonObject)) return undefined
    if (remote.ids(kind, [`id:${copy.id}`]).ids.length === 0) return undefined
    return isSameRecord(kind, copy.written, await remote.record(kind, copy.id)) ? copy.id : undefined
  }

  /** The step with the changed fields that somebody edited at the target since the last copy. */
  withEdited(step: Step): Step {
    const edited = step.action === 'update' ? this.#editedIn(step) : []
    return step.action === 'update' && edited.length > 0 ? { ...step, edited } : step
  }

  #editedIn({ kind, id, before, changes }: Update): readonly string[] {
    const copy = this.#at_target.get(`${kind} ${id}`)
    if (!copy || Object.keys(copy.written).length === 0) return []
    const edited = new Set(editedSince(kind, copy.written, before))
    // Of a record that was only updated, the other fields are not known.
    return changes
      .map(({ field }) => field)
      .filter((field) => edited.has(field) && (copy.created || Object.hasOwn(copy.written, field)))
  }
}

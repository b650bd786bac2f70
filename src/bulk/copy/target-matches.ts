// The records of the target that a copied record may be: what earlier copies wrote and was edited since.
import type { RunRecord } from '../journal/run-records.ts'
import type { Entry } from '../input/entry.ts'
import { editedSince, isSameRecord } from '../journal/record-summary.ts'
import type { EarlierRecords, Row } from '../matching/existing.ts'
import type { Step, Update } from '../plan/plan.ts'

/** The calendar that is copied. */
interface CopiedSource {
  readonly entries: readonly Entry[]
  /** `events 12` for each record that exists. */
  readonly seen: ReadonlySet<string>
  /** Whether the source has an id, which distinguishes it from another calendar at the same address. */
  readonly isIdentified: boolean
}

export class EarlierCopies implements EarlierRecords {
  readonly ways = ['earlier', 'keys'] as const
  readonly event_ids: readonly number[]
  readonly #of_source = new Map<string, RunRecord>()
  readonly #at_target = new Map<string, RunRecord>()
  readonly #seen: ReadonlySet<string>
  /** Whether the ids of the source still refer to the same records. */
  readonly #trusts_source: boolean

  /**
   * The owner's name contains the id of a database file. A service without an id is the same calendar if most records
   * that were copied before still have the same name, slug or date; otherwise it was reset.
   */
  constructor(written: readonly RunRecord[], { entries, seen, isIdentified }: CopiedSource) {
    for (const one of written) {
      this.#at_target.set(`${one.kind} ${one.id}`, one)
      if (one.source_id !== undefined) this.#of_source.set(`${one.kind} ${one.source_id}`, one)
    }
    this.#seen = seen
    this.event_ids = entries.flatMap(({ kind, source_id }) =>
      kind === 'events' ? (this.#of_source.get(`${kind} ${source_id}`)?.id ?? []) : [],
    )
    const known = entries.flatMap(({ kind, source_id, values }) => {
      const copy = this.#of_source.get(`${kind} ${source_id}`)
      return copy ? [isSameRecord(kind, copy.written, values)] : []
    })
    this.#trusts_source = isIdentified || known.filter(Boolean).length * 2 > known.length
  }

  /** The copy of a record, unless its id now belongs to another record, because a service was reset. */
  of({ kind, id, values }: Row): RunRecord | undefined {
    const copy = id === undefined ? undefined : this.#of_source.get(`${kind} ${id}`)
    return copy && (this.#trusts_source || isSameRecord(kind, copy.written, values)) ? copy : undefined
  }

  /** Whether the record is the copy of another record that still exists at the source. */
  isOfOther({ kind, id: source_id }: Row, id: number): boolean {
    const other = this.#at_target.get(`${kind} ${id}`)?.source_id
    return this.#trusts_source && other !== undefined && other !== source_id && this.#seen.has(`${kind} ${other}`)
  }

  /** Marks the changed fields that were edited at the target since the last copy. */
  readonly withEdited = (step: Step): Step => {
    const edited = step.action === 'update' ? this.#editedIn(step) : []
    return step.action === 'update' && edited.length > 0 ? { ...step, edited } : step
  }

  #editedIn({ kind, id, before, changes }: Update): readonly string[] {
    const copy = this.#at_target.get(`${kind} ${id}`)
    if (!copy || Object.keys(copy.written).length === 0) return []
    const edited = new Set(editedSince(kind, copy.written, before))
    // If a record was only updated, its other fields are not known.
    return changes
      .map(({ field }) => field)
      .filter((field) => edited.has(field) && (copy.created || Object.hasOwn(copy.written, field)))
  }
}

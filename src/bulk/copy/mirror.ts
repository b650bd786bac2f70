// `--mirror`: deletes copies whose original no longer exists. In doubtful cases the copy is retained.
import type { Exchange } from '../../base/exchange.ts'
import { CalError } from '../../base/errors.ts'
import { getOrInsert } from '../../base/collections.ts'
import type { Plural } from '../../spec/model.ts'
import { type KeptRecord, pruneSteps } from '../plan/ownership.ts'
import type { RunRecord } from '../journal/run-records.ts'
import { allRecords } from '../../client/api/pages.ts'
import type { Delete } from '../plan/plan.ts'
import type { PlanEffects } from '../plan/record-usage.ts'
import { findRecord } from '../../client/api/records.ts'

export interface MirrorOptions {
  readonly source: Exchange
  readonly target: Exchange
  /** Records that earlier copies created, or may have. */
  readonly owned: readonly RunRecord[]
  readonly kinds: readonly Plural[]
  /** `events 12` for each record that the source listed. */
  readonly seen: ReadonlySet<string>
}

/** A copy that is retained although its original was not listed. */
interface RetainedCopy {
  readonly kind: Plural
  readonly id: number
  /** Why: it is unclear whether the original exists, or the copy is kept as by a prune. */
  readonly because: 'unclear' | KeptRecord['because']
  readonly fields?: readonly string[] | undefined
}

/** Maximum number of single lookups; with more, the list is read. */
const lookups_max = 50

export class Mirror {
  readonly #options: MirrorOptions
  /** Cached, so that each record is looked up once. */
  readonly #states = new Map<string, Promise<'there' | 'gone' | 'unclear'>>()
  readonly #listed = new Set<Plural>()
  /** Those of the plan and of its execution, each once. */
  readonly #retained = new Map<string, RetainedCopy>()

  constructor(options: MirrorOptions) {
    this.#options = options
  }

  /** The deletes after a plan or its execution. */
  async *steps({ present, usage }: PlanEffects): AsyncIterable<Delete> {
    const gone = await this.#gone(present)
    yield* pruneSteps(gone, {
      exchange: this.#options.target,
      usage,
      onKept: ({ record: { id }, ...kept }) => this.#retain({ ...kept, id: Number(id) }),
    })
  }

  #retain(one: RetainedCopy): void {
    this.#retained.set(`${one.kind} ${one.id}`, one)
  }

  /** `events 12 (title)` for each copy that was retained for this reason. */
  retained(reason: RetainedCopy['because']): readonly string[] {
    return [...this.#retained].flatMap(([name, { because, fields }]) =>
      because === reason ? [fields ? `${name} (${fields.join(', ')})` : name] : [],
    )
  }

  async #gone(present: ReadonlySet<string>): Promise<readonly RunRecord[]> {
    const { owned, kinds, seen } = this.#options
    const gone: RunRecord[] = []
    for (const kind of kinds) {
      const candidates = owned.filter(
        (one) =>
          one.kind === kind && !present.has(`${kind} ${one.id}`) && !seen.has(`${kind} ${one.source_id ?? one.id}`),
      )
      if (candidates.length > lookups_max) await this.#list(kind)
      for (const one of candidates) {
        const { id, source_id } = one
        if (source_id === undefined) continue
        const state = await getOrInsert(this.#states, `${kind} ${source_id}`, () => this.#stateOf(kind, source_id))
        if (state === 'gone') gone.push(one)
        else if (state === 'unclear') this.#retain({ kind, id, because: 'unclear' })
      }
    }
    return gone
  }

  /** Lists a kind whose records a filter excludes: a list takes fewer requests than single lookups. */
  async #list(kind: Plural): Promise<void> {
    if (this.#listed.has(kind)) return
    this.#listed.add(kind)
    for await (const { id } of allRecords(this.#options.source, kind))
      this.#states.set(`${kind} ${id}`, Promise.resolve('there'))
  }

  /** The state of a record by its own response, because lists can omit existing records. */
  async #stateOf(kind: Plural, id: number): Promise<'there' | 'gone' | 'unclear'> {
    try {
      return (await findRecord(this.#options.source, kind, id)) ? 'there' : 'gone'
    } catch (error) {
      if (error instanceof CalError && error.code === 'not_allowed') return 'unclear'
      throw error
    }
  }
}

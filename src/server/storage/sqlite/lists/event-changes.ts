// Which events each commit of the writing connection changed, so that long lists are updated and not computed again.

/** The events that one commit changed; undefined if it is unknown which lists changed. */
export interface EventChange {
  /** Of the database file, after the commit. */
  readonly generation: number
  readonly events: readonly number[] | undefined
}

/** Older changes are forgotten; lists that were not read since are computed again. */
const changes_max = 2_000
/** A commit may be visible before its report arrives, which takes less than a millisecond. */
const report_ms_max = 20

export class EventChanges {
  readonly #by_generation = new Map<number, EventChange['events']>()
  #arrived: (() => void)[] = []

  add({ generation, events }: EventChange): void {
    this.#by_generation.set(generation, events)
    for (const [oldest] of this.#by_generation) {
      if (this.#by_generation.size <= changes_max) break
      this.#by_generation.delete(oldest)
    }
    this.#notify()
  }

  /** The events changed after generation `from`, up to `to`; undefined if not all changes are known. */
  async between(from: number, to: number): Promise<ReadonlySet<number> | undefined> {
    if (to < from || to - from > changes_max) return undefined
    if (to > from && !(await this.#isReported(to))) return undefined
    const changed = new Set<number>()
    for (let generation = from + 1; generation <= to; generation++) {
      const events = this.#by_generation.get(generation)
      if (events === undefined) return undefined
      for (const id of events) changed.add(id)
    }
    return changed
  }

  /** Waits for the report of a commit. */
  async #isReported(generation: number): Promise<boolean> {
    if (this.#by_generation.has(generation)) return true
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      this.#notify()
    }, report_ms_max)
    while (!this.#by_generation.has(generation) && !isLate)
      await new Promise<void>((resolve) => this.#arrived.push(resolve))
    clearTimeout(timer)
    return this.#by_generation.has(generation)
  }

  #notify(): void {
    for (const resolve of this.#arrived.splice(0)) resolve()
  }
}

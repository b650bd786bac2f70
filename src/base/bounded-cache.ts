// A map of limited size for values that can be computed again.
import { getOrInsert } from './collections.ts'

interface CacheLimits<V> {
  readonly entries_max?: number
  /** Limit for the sum of `weigh` over all entries. */
  readonly weight_max?: number
  /** Size of an entry, for example its characters; 1 by default. */
  weigh?(value: V): number
}

/**
 * A cache for values other than `undefined`, with a limit on entries, on their total weight, or both. At the limit the
 * older half is removed at once, because removing one entry at a time from the front of a `Map` gets slower each time.
 */
export class BoundedCache<K, V> {
  readonly #entries = new Map<K, V>()
  readonly #limits: CacheLimits<V>
  readonly #entries_max: number
  readonly #weight_max: number
  #weight = 0
  #generation: number | string | undefined

  constructor(limits: CacheLimits<V>) {
    this.#limits = limits
    this.#entries_max = limits.entries_max ?? Number.POSITIVE_INFINITY
    this.#weight_max = limits.weight_max ?? Number.POSITIVE_INFINITY
  }

  get(key: K): V | undefined {
    return this.#entries.get(key)
  }

  keys(): Iterable<K> {
    return this.#entries.keys()
  }

  set(key: K, value: V): V {
    this.delete(key)
    const weight = this.#weigh(value)
    if (this.#entries.size >= this.#entries_max || this.#weight + weight > this.#weight_max) this.#makeRoom(weight)
    this.#entries.set(key, value)
    this.#weight += weight
    return value
  }

  /** The value of a key; `make` computes it when it is missing. */
  getOrInsert(key: K, make: () => V): V {
    const cached = this.#entries.get(key)
    return cached === undefined ? this.set(key, make()) : cached
  }

  delete(key: K): void {
    const value = this.#entries.get(key)
    if (value === undefined) return
    this.#weight -= this.#weigh(value)
    this.#entries.delete(key)
  }

  clear(): void {
    this.#entries.clear()
    this.#weight = 0
  }

  /** Removes everything if `generation` differs from that of the previous call. */
  useGeneration(generation: number | string): void {
    if (generation === this.#generation) return
    this.#generation = generation
    this.clear()
  }

  #weigh(value: V): number {
    return this.#limits.weigh?.(value) ?? 1
  }

  #makeRoom(weight: number): void {
    for (const key of this.#entries.keys()) {
      if (this.#entries.size <= this.#entries_max / 2 && this.#weight + weight <= this.#weight_max / 2) return
      this.delete(key)
    }
  }
}

/** Longer texts rarely occur twice. */
const repeated_length_max = 100

/** The function with its latest results kept, for texts such as the cells of a table, which repeat. */
export function remembering<Options extends readonly [] | readonly [option: string], Result>(
  read: (text: string, ...options: Options) => Result,
): (text: string, ...options: Options) => Result {
  const by_option = new Map<string | undefined, BoundedCache<string, { readonly result: Result }>>()
  return (text, ...options) => {
    if (text.length > repeated_length_max) return read(text, ...options)
    const known = getOrInsert(by_option, options[0], () => new BoundedCache({ entries_max: 2_000 }))
    return (known.get(text) ?? known.set(text, { result: read(text, ...options) })).result
  }
}

// The first reading of the input: everything that others refer to is kept, events are only counted.
import { getOrInsert } from '../../base/get-or-insert.ts'
import type { Plural } from '../../spec/model.ts'
import { SiteZoneAssumption, CostAssumptions } from '../input/assumptions.ts'
import { KeyMap } from './key-map.ts'
import type { ParsedRows } from './parsed-rows.ts'
import { type LookupScope, InputRange } from './lookup-scope.ts'
import type { Inputs, ParsedItem, DuplicateRows } from './readings.ts'
import { parseInputs } from './readings.ts'
import type { WantedRecord } from '../input/parse-entry.ts'
import { HiddenWanted } from './unlisted.ts'
import { nameOf, referencesOf, type Reference } from './references.ts'

export interface InputScan {
  /** Records of every kind but events, in their order. */
  readonly bundle: ReadonlyMap<Plural, readonly WantedRecord[]>
  /** The same by their numbers. */
  readonly by_n: ReadonlyMap<number, WantedRecord>
  readonly counts: ReadonlyMap<Plural, number>
  /** Every reference once. */
  readonly written: readonly Reference[]
  readonly twins: DuplicateRows
  /** All readings, where somebody kept them and they are few. */
  readonly readings: readonly ParsedItem[] | undefined
  /** Where existing events can lie that the input's may match. */
  readonly near: LookupScope | undefined
  readonly hidden: HiddenWanted
  /** `events title=a&start_date=…` of each record: the key it is matched by. */
  readonly keys: Pick<KeyMap, 'get'>
  readonly records: number
  readonly invalid: number
  /** Events that became whole days because their dates have no time. */
  readonly made_whole: number
  /** Costs whose words services do not show. */
  readonly wordy_costs: CostAssumptions
  readonly site_zone: SiteZoneAssumption
  /** Records say when they were published. */
  readonly dated: boolean
}

/**
 * `wrong` is told of each record with errors, in the order of the input; `kept` is for those who go through the input
 * again.
 */
export async function scanInput(
  inputs: Inputs,
  wrong: (item: ParsedItem) => void,
  kept?: ParsedRows,
): Promise<InputScan> {
  const bundle = new Map<Plural, WantedRecord[]>()
  const by_n = new Map<number, WantedRecord>()
  const counts = new Map<Plural, number>()
  const written = new Map<string, Reference>()
  const twins: DuplicateRows = new Map()
  const keys = new KeyMap()
  const reach = new InputRange(inputs.match)
  const hidden = new HiddenWanted(inputs.match)
  let records = 0
  let invalid = 0
  let made_whole = 0
  let dated = false
  const wordy_costs = new CostAssumptions()
  const site_zone = new SiteZoneAssumption()
  for await (const read of parseInputs(inputs, { found: twins, keys })) {
    records++
    kept?.add(read)
    if (read.errors.length > 0) {
      invalid++
      wrong(read)
    }
    const { wanted } = read
    if (!wanted || read.errors.length > 0) continue
    if (wanted.values.date !== undefined) dated = true
    site_zone.see(wanted)
    counts.set(wanted.kind, (counts.get(wanted.kind) ?? 0) + 1)
    if (wanted.kind !== 'events') {
      getOrInsert(bundle, wanted.kind, () => []).push(wanted)
      by_n.set(wanted.n, wanted)
    } else {
      reach.add(wanted)
      wordy_costs.see(wanted)
      hidden.add(wanted)
      if (wanted.values.all_day === true && wanted.entry.values.all_day === undefined) made_whole++
    }
    for (const reference of referencesOf(wanted)) {
      const key = `${reference.kind} ${nameOf(reference.kind, reference.value) ?? JSON.stringify(reference.value)}\n${reference.whole ?? ''}`
      if (!written.has(key)) written.set(key, reference)
    }
  }
  return {
    bundle,
    by_n,
    counts,
    written: [...written.values()],
    twins,
    readings: kept?.all,
    near: reach.near(),
    hidden,
    keys,
    records,
    invalid,
    made_whole,
    wordy_costs,
    site_zone,
    dated,
  }
}

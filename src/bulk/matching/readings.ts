// All records of all files in their order, each read, checked, and told apart from the others.
import type { Flaw, Item } from '../input/entry.ts'
import { isEntry, type Place, placeText } from '../input/entry.ts'
import type { KeyMap } from './key-map.ts'
import { keysOf, type Match } from './keys.ts'
import { type Rules, type Wanted, wantedOf } from '../input/parse-entry.ts'

/** One record of the input: what it asks for, or what is wrong with it. */
export interface ReadItem {
  readonly n: number
  readonly item: Item
  readonly wanted?: Wanted
  readonly flaws: readonly Flaw[]
}

export interface Inputs {
  /** Names of the files, as places name them. */
  readonly files: readonly string[]
  /** The same records each time. */
  items(): AsyncIterable<Item>
  readonly rules: Rules
  readonly match: Match | undefined
}

/** Numbers of records that match an earlier one, each with the place of that one: found by the first reading, known to later ones. */
export type Twins = Map<number, number>

/** The same records with the same numbers each time. Without `known` the twins are looked for and kept in `found`, the keys of all in `keys`. */
export async function* readingsOf(inputs: Inputs, twins: { readonly known: Twins } | { readonly found: Twins; readonly keys: KeyMap }): AsyncIterable<ReadItem> {
  let n = 0
  for await (const item of inputs.items()) {
    if (isEntry(item)) {
      const { wanted, flaws } = wantedOf(item, n, inputs.rules)
      const first = 'known' in twins ? twins.known.get(n) : flaws.length > 0 ? undefined : firstOf(wanted, twins.keys, inputs)
      if ('found' in twins && first !== undefined) twins.found.set(n, first)
      yield { n, item, wanted, flaws: first === undefined ? flaws : [...flaws, twinOf(wanted, first, inputs)] }
    } else yield { n, item, flaws: item.flaws }
    n++
  }
}

const lines_max = 1e9

/** The place of the record with the same key: its file and line in one number. */
function firstOf(wanted: Wanted, keys: KeyMap, { files, match }: Inputs): number | undefined {
  const [key] = keysOf(wanted, match)
  const { file, line } = wanted.entry.place
  return key === undefined ? undefined : keys.add(`${wanted.kind} ${key}`, Math.max(files.indexOf(file), 0) * lines_max + line)
}

/** Two records of one file that match each other would overwrite one another. */
function twinOf(wanted: Wanted, first: number, { files, match }: Inputs): Flaw {
  const place: Place = { file: files[Math.floor(first / lines_max)] ?? wanted.entry.place.file, line: first % lines_max }
  const [key] = keysOf(wanted, match)
  return {
    text: { en: `the same record stands at ${placeText(place)} (${key})`, de: `derselbe Eintrag steht schon in ${placeText(place)} (${key})` },
    hint: { en: 'leave one out, or tell them apart by a slug', de: 'einen weglassen, oder durch eine Titelform unterscheiden' },
  }
}

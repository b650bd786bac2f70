// All records of all files in their order, each read, checked, and told apart from the others.
import type { Flaw, Item } from './entry.ts'
import { isEntry, type Place, placeText } from './entry.ts'
import { KeyMap } from './key-map.ts'
import { keysOf, type Match } from './keys.ts'
import { type Rules, type Wanted, wantedOf } from './reading.ts'

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

/** The same records with the same numbers each time. */
export async function* readingsOf(inputs: Inputs): AsyncIterable<ReadItem> {
  const keys = new KeyMap()
  let n = 0
  for await (const item of inputs.items()) {
    if (isEntry(item)) {
      const { wanted, flaws } = wantedOf(item, n, inputs.rules)
      const twin = flaws.length ? [] : twinsOf(wanted, { keys, ...inputs })
      yield { n, item, wanted, flaws: [...flaws, ...twin] }
    } else yield { n, item, flaws: item.flaws }
    n++
  }
}

const lines_max = 1e9

/** Two records of one file that match each other would overwrite one another. */
function twinsOf(wanted: Wanted, { keys, files, match }: { readonly keys: KeyMap; readonly files: readonly string[]; readonly match: Match | undefined }): readonly Flaw[] {
  const [key] = keysOf(wanted, match)
  if (key === undefined) return []
  const { file, line } = wanted.entry.place
  const first = keys.add(`${wanted.kind} ${key}`, Math.max(files.indexOf(file), 0) * lines_max + line)
  if (first === undefined) return []
  const place: Place = { file: files[Math.floor(first / lines_max)] ?? file, line: first % lines_max }
  return [{
    text: { en: `the same record stands at ${placeText(place)} (${key})`, de: `derselbe Eintrag steht schon in ${placeText(place)} (${key})` },
    hint: { en: 'leave one out, or tell them apart by a slug', de: 'einen weglassen, oder durch eine Titelform unterscheiden' },
  }]
}

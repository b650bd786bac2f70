// All records of all files in their order, each read, checked, and told apart from the others.
import type { InputError, InputItem } from '../input/entry.ts'
import { isEntry, type InputLocation, locationText } from '../input/entry.ts'
import type { KeyMap } from './key-map.ts'
import { keysOf, type RecordMatch } from './keys.ts'
import { type ParseRules, type WantedRecord, parseEntry } from '../input/parse-entry.ts'

/** One record of the input: what it asks for, or what is wrong with it. */
export interface ParsedItem {
  readonly n: number
  readonly item: InputItem
  readonly wanted?: WantedRecord
  readonly errors: readonly InputError[]
}

export interface Inputs {
  /** Names of the files, as places name them. */
  readonly files: readonly string[]
  /** The same records each time. */
  items(): AsyncIterable<InputItem>
  readonly rules: ParseRules
  readonly match: RecordMatch | undefined
}

/**
 * Numbers of records that match an earlier one, each with the place of that one: found by the first reading, known to
 * later ones.
 */
export type DuplicateRows = Map<number, number>

/**
 * The same records with the same numbers each time. Without `known` the twins are looked for and kept in `found`, the
 * keys of all in `keys`.
 */
export async function* parseInputs(
  inputs: Inputs,
  twins: { readonly known: DuplicateRows } | { readonly found: DuplicateRows; readonly keys: KeyMap },
): AsyncIterable<ParsedItem> {
  let n = 0
  for await (const item of inputs.items()) {
    if (isEntry(item)) {
      const { wanted, errors } = parseEntry(item, n, inputs.rules)
      const first =
        'known' in twins ? twins.known.get(n) : errors.length > 0 ? undefined : firstOf(wanted, twins.keys, inputs)
      if ('found' in twins && first !== undefined) twins.found.set(n, first)
      yield { n, item, wanted, errors: first === undefined ? errors : [...errors, twinOf(wanted, first, inputs)] }
    } else yield { n, item, errors: item.errors }
    n++
  }
}

const lines_max = 1e9

/** The place of the record with the same key: its file and line in one number. */
function firstOf(wanted: WantedRecord, keys: KeyMap, { files, match }: Inputs): number | undefined {
  const [key] = keysOf(wanted, match)
  const { file, line } = wanted.entry.location
  return key === undefined
    ? undefined
    : keys.add(`${wanted.kind} ${key}`, Math.max(files.indexOf(file), 0) * lines_max + line)
}

/** Two records of one file that match each other would overwrite one another. */
function twinOf(wanted: WantedRecord, first: number, { files, match }: Inputs): InputError {
  const place: InputLocation = {
    file: files[Math.floor(first / lines_max)] ?? wanted.entry.location.file,
    line: first % lines_max,
  }
  const [key] = keysOf(wanted, match)
  return {
    text: {
      en: `the same record stands at ${locationText(place)} (${key})`,
      de: `derselbe Eintrag steht schon in ${locationText(place)} (${key})`,
    },
    hint: {
      en: 'leave one out, or tell them apart by a slug',
      de: 'einen weglassen, oder durch eine Titelform unterscheiden',
    },
  }
}

// The records that `--create-missing` creates for references that mean none: for files, and for names in flags.
import { isObject, type Json, type JsonObject } from '../../base/json.ts'
import { foldedName } from '../../base/text/slug.ts'
import type { Plural } from '../../spec/model.ts'
import { resources } from '../../spec/resources.ts'
import { type ParsedRecord, unused_in_links } from '../input/parse-entry.ts'
import { nameIn, pathParts, type ReferenceIndex } from '../../client/api/reference-index.ts'
import { isCreatable, isUnclear, isWholeName, type Reference } from './references.ts'

type NewRecord = Pick<ParsedRecord, 'kind' | 'values'>

/** A record to be created from its name. */
export interface MissingRecord extends NewRecord {
  /** Counts down. */
  readonly n: number
  /** Whether a row that is written names it. */
  readonly isUsed: boolean
}

/**
 * By a reference to a record that is created, what the rows that are written say of it; undefined if only others have
 * the reference, so that nothing is created for it.
 */
export type NewReferences = ReadonlyMap<Reference, Reference | undefined>

/** The references that mean no record, and the records to create for them. */
export class MissingReferences {
  readonly #written: readonly Reference[]
  readonly #directory: ReferenceIndex
  readonly #new_references: NewReferences
  /** The lowest number of a record that was created from a reference. */
  #lowest: number
  /** Keys that were already planned, so that a rejected record is not tried again. */
  readonly #tried = new Set<string>()
  /** References that are not a part of a text with commas. */
  #alone: ReadonlySet<string> | undefined

  constructor(
    written: readonly Reference[],
    directory: ReferenceIndex,
    {
      new_references = new Map(),
      lowest = 0,
    }: { new_references?: NewReferences | undefined; lowest?: number | undefined } = {},
  ) {
    this.#written = written
    this.#directory = directory
    this.#new_references = new_references
    this.#lowest = lowest
  }

  /** A part that another record of the input names alone is a name. */
  #isUnclear(reference: Reference): boolean {
    this.#alone ??= new Set(
      this.#written
        .filter(({ unclear }) => !unclear)
        .map(({ kind, value }) => `${kind} ${foldedName(nameIn(kind, value) ?? '')}`),
    )
    const { kind, unclear } = reference
    return (
      isUnclear(reference, this.#directory) && !unclear?.some((part) => this.#alone?.has(`${kind} ${foldedName(part)}`))
    )
  }

  /** The records of a kind to create; those of a category's path by level, when the level above was created. */
  *levels(kind: Plural): Iterable<readonly MissingRecord[]> {
    for (let more = true; more; ) {
      const records = this.#next(kind)
      yield records
      more = kind === 'categories' && records.length > 0
    }
  }

  /** The records of a kind to create next, without duplicates; the categories of a path one level at a time. */
  #next(kind: Plural): readonly MissingRecord[] {
    const names = new Map<string, Omit<MissingRecord, 'n'>>()
    const onPath = new Set<string>()
    const ranks = new Map<string, number>()
    for (const reference of this.#written) {
      if (reference.kind !== kind || reference.mixed || this.#isUnclear(reference)) continue
      if (this.#directory.find(reference) || isWholeName(reference, this.#directory)) continue
      const name = nameIn(kind, reference.value)
      if (name === undefined || !isCreatable(reference)) continue
      const isUsed = !this.#new_references.has(reference) || this.#new_references.get(reference) !== undefined
      const { value } = this.#new_references.get(reference) ?? reference
      const missing =
        kind === 'categories' ? nextCategory(name, this.#directory) : { kind, values: described(kind, name, value) }
      const key = `${kind} ${missing.values.parent ?? 0} ${foldedName(String(missing.values[resources[kind].name]))}`
      if (this.#tried.has(key)) continue
      if (kind === 'categories' && pathParts(name).length > 1) onPath.add(key)
      // The first of several spellings becomes the name, the first one with data the record; but not those of rows
      // that are not written, if others name it too.
      const rank = (isUsed ? 2 : 0) + (isObject(value) ? 1 : 0)
      if (rank <= (ranks.get(key) ?? -1)) continue
      names.set(key, { ...missing, isUsed })
      ranks.set(key, rank)
    }
    // `Jazz` may be the end of `Music > Jazz`: whole paths come first.
    const chosen = [...names].filter(([key]) => onPath.size === 0 || onPath.has(key))
    for (const [key] of chosen) this.#tried.add(key)
    return chosen.map(([, missing]) => ({ ...missing, n: --this.#lowest }))
  }
}

/** The first missing part of `Music > Jazz`. */
function nextCategory(path: string, directory: ReferenceIndex): NewRecord {
  const {
    id: parent,
    missing: [name = path],
  } = directory.alongPath(path)
  return { kind: 'categories', values: parent === 0 ? { name } : { name, parent } }
}

/** The fields of the data in a reference, or only the name. */
function described(kind: Plural, name: string, value: Json | undefined): JsonObject {
  const { fields, name: field } = resources[kind]
  if (!isObject(value)) return { [field]: name }
  return {
    ...Object.fromEntries(
      Object.entries(value).filter(
        ([key, item]) =>
          Object.hasOwn(fields, key) &&
          (typeof item === 'string' || typeof item === 'number') &&
          !unused_in_links.includes(key),
      ),
    ),
    [field]: name,
  }
}

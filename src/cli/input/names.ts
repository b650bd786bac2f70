// Finds records by name for the command line, and the records to create for names that do not exist.
import { getOrInsert } from '../../base/collections.ts'
import { CalError, usageError } from '../../base/errors.ts'
import type { InputError } from '../../bulk/input/entry.ts'
import type { Exchange } from '../../base/exchange.ts'
import { isList, isObject, itemsOf, type Json, type JsonObject } from '../../base/json.ts'
import { closest } from '../../base/text/closest.ts'
import { eachLanguage, type Language, t, type Text } from '../../base/text/language.ts'
import { foldedName, longestWord } from '../../base/text/slug.ts'
import {
  find,
  isCreatable,
  mixedSeparators,
  numberHint,
  partsOfText,
  type Reference,
  unclearCommas,
} from '../../bulk/matching/references.ts'
import {
  ambiguousName,
  candidatesText,
  getRecord,
  ifFound,
  nameTakenError,
  not_shown,
  recordsNamed,
} from '../../client/api/records.ts'
import {
  type Digits,
  idReference,
  isPath,
  ReferenceIndex,
  type ReferenceMatch,
  signedText,
  slugReference,
} from '../../client/api/reference-index.ts'
import type { Parameters, Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'
import { isPlace, isTerm, nameOf, notFoundText, resources } from '../../spec/resources.ts'
import { differenceOf } from '../output/write-messages.ts'
import { isName, namedKind } from '../arguments/flags.ts'

/** Looks up what values mean, by the rules of files, but with a few requests instead of all lists. */
export class NameLookup {
  readonly exchange: Exchange
  /** In fields of a file, `"2027"` is a name first, and only a number always an id. */
  readonly digits: Digits
  readonly #index: ReferenceIndex
  readonly #records = new Map<Plural, Map<number, JsonObject>>()
  /** Requests that were made, by kind and what they asked for. */
  readonly #asked = new Map<string, Promise<void>>()

  constructor(exchange: Exchange, digits: Digits = 'ids') {
    this.exchange = exchange
    this.digits = digits
    this.#index = new ReferenceIndex(digits)
  }

  /**
   * The id of `12`, `id:12`, `blue-cellar`, `slug:2027`, `Blue Cellar`, `Music > Jazz`, or of an object that has some
   * of these; undefined if no record is meant. Errors: `usage` if several records have the name.
   */
  async idOf(plural: Plural, value: Sought): Promise<number | undefined> {
    const found = await this.#find(plural, value)
    if (found && 'candidates' in found) {
      const records = found.candidates.map(({ id }) => this.#records.get(plural)?.get(id) ?? { id })
      throw ambiguousName(
        plural,
        nameIn(plural, value),
        records.map((record) => `${record.id} ${distinguishNames(record)}`),
      )
    }
    return found && 'id' in found ? found.id : undefined
  }

  async #find(plural: Plural, value: Sought): Promise<ReferenceMatch> {
    const { id, slug, name } = signsOf(plural, value)
    if (id !== undefined) {
      await this.#once(`${plural} ${id}`, () => this.#addId(plural, id))
      const match = find({ kind: plural, value }, this.#index)
      const isName = typeof value === 'string' && this.digits === 'names'
      if (!isName && match && 'id' in match && match.id === id) return match
    }
    if (slug !== undefined) await this.#once(`${plural} ${slugReference(slug)}`, () => this.#addSlug(plural, slug))
    if (name !== undefined) await this.#once(`${plural}:${name}`, () => this.#addNamed(plural, name))
    return find({ kind: plural, value }, this.#index)
  }

  /** All records of a kind that were found so far. */
  records(plural: Plural): readonly JsonObject[] {
    return [...(this.#records.get(plural)?.values() ?? [])]
  }

  /** What to create for an unknown name: for `Music > Jazz` below an existing category, `id:2 > Jazz`. */
  newOf(plural: Plural, name: string): string {
    if (!isPath(plural, name)) return name
    const { id, missing } = this.#index.alongPath(name)
    return [...(id === 0 ? [] : [idReference(id)]), ...missing].join(' > ')
  }

  #once(key: string, ask: () => Promise<void>): Promise<void> {
    return getOrInsert(this.#asked, key, ask)
  }

  /** Also a record that the user may not read. */
  async #addId(plural: Plural, id: number): Promise<void> {
    try {
      this.#add(plural, await getRecord(this.exchange, plural, { kind: 'id', id }), id)
    } catch (error) {
      if (!(error instanceof CalError) || (error.code !== 'not_found' && error.code !== 'not_allowed')) throw error
      if (error.code === 'not_allowed') this.#add(plural, {}, id)
    }
  }

  async #addSlug(plural: Plural, text: string): Promise<void> {
    const record = await ifFound(getRecord(this.exchange, plural, { kind: 'slug', text }), not_shown)
    if (record) this.#add(plural, record)
    else await this.#addNamed(plural, text)
  }

  async #addNamed(plural: Plural, text: string): Promise<void> {
    const { by_slug, by_name, others } = await recordsNamed(this.exchange, plural, text)
    for (const record of [...by_slug, ...by_name, ...others]) this.#add(plural, record)
  }

  #add(plural: Plural, record: JsonObject, id = Number(record.id)): void {
    this.#index.add(plural, record, id)
    getOrInsert(this.#records, plural, () => new Map()).set(id, record)
  }
}

/** A name or sign, an id in a file, or a description. */
type Sought = string | number | JsonObject

/** The id, slug and name by which a value can be found. */
interface Signs {
  readonly id?: number | undefined
  readonly slug?: string | undefined
  /** Also a slug without a sign. */
  readonly name?: string | undefined
}

function signsOf(plural: Plural, value: Sought): Signs {
  if (isObject(value)) {
    const { id, slug, [resources[plural].name]: name } = value
    const textOf = (text: Json | undefined) => (typeof text === 'string' && text.trim() !== '' ? text : undefined)
    return { id: typeof id === 'number' ? id : undefined, slug: textOf(slug), name: textOf(name) }
  }
  if (typeof value === 'number') return { id: value }
  const { sign, text } = signedText(value)
  const isId = (sign === 'id' || sign === 'number') && text.length < 16
  return {
    id: isId ? Number(text) : undefined,
    ...(sign === 'slug' ? { slug: text } : { name: sign === 'id' ? undefined : value }),
  }
}

function nameIn(plural: Plural, value: Sought): string {
  return String(isObject(value) ? (value[resources[plural].name] ?? value.id) : value)
}

/**
 * How to handle an unknown name: `refuse` throws an error; `offer` too, with a hint at `--create-missing`; `keep`
 * returns the name, for a record to be created later.
 */
export type Unknown = 'refuse' | 'offer' | 'keep'

export interface NameResolution {
  readonly lookup: NameLookup
  readonly unknown: Unknown
  /** The ids are for a write, so they are looked up too: services silently drop unknown ids of categories and tags. */
  readonly writes: boolean
}

/**
 * Resolves names to ids. A text is the name of a record, or a list of names, as in files.
 *
 * Errors: `not_found` if no record has the name, `usage` if several do; with the candidates.
 */
export async function withIds(values: Values, parameters: Parameters, resolving: NameResolution): Promise<Values> {
  const entries: [string, Json | undefined][] = []
  for (const [name, value] of Object.entries(values)) {
    const kind = namedKind(name, parameters)
    entries.push([
      name,
      kind === undefined || value === undefined ? value : await idsOf({ kind, field: name, value }, resolving),
    ])
  }
  return Object.fromEntries(entries)
}

type GivenReference = Reference & { readonly value: Json }

/** The id for a field with one record, or the ids without duplicates: two spellings may name the same record. */
async function idsOf({ kind, field, value }: GivenReference, resolving: NameResolution): Promise<Json> {
  // A missing parent isn't created; 0 means no parent.
  if (field === 'parent') return Number(value) === 0 ? value : idOf(value, kind, { ...resolving, unknown: 'refuse' })
  if (!isList(value) && typeof value !== 'string') return idOf(value, kind, resolving)
  const items = isList(value) ? value : value.trim() === '' ? [] : await itemsOfText({ kind, field, value }, resolving)
  const ids = new Set<Json>()
  for (const item of items) ids.add(await idOf(item, kind, resolving))
  return [...ids]
}

/**
 * The names in a text, or the text if a record has that name, as in files. A filter may name several venues.
 *
 * Errors: `usage` for a text of which it is unclear whether it is a list, if its names would be created.
 */
async function itemsOfText(
  { kind, field, value }: Reference & { readonly value: string },
  { lookup, unknown, writes }: NameResolution,
): Promise<readonly Json[]> {
  const parts = partsOfText(value, writes ? field : kind)
  const isKnown = async (name: string) => (await lookup.idOf(kind, name)) !== undefined
  const reference = { kind, field, value, whole: value.trim() }
  if (parts.some(({ whole, mixed }) => whole !== undefined || mixed) && (await isKnown(reference.whole)))
    return [reference.whole]
  if (parts.some(({ mixed }) => mixed)) throw located(mixedSeparators(reference, field))
  const { unclear } = parts[0] ?? {}
  if (unknown === 'keep' && unclear) {
    const known = await Promise.all(unclear.map(isKnown))
    const hint = t('quote one with a comma: "{whole}". Repeat the flag for each of several', { whole: reference.whole })
    if (!known.includes(true)) throw located({ ...unclearCommas(reference, field), hint })
  }
  return parts.map((part) => part.value ?? '')
}

function located({ text, hint }: InputError): CalError {
  return usageError(text, hint)
}

/** The id of the record that a value names, or what to create; a value that names none is returned. */
async function idOf(value: Json, plural: Plural, { lookup, unknown, writes }: NameResolution): Promise<Json> {
  const sought = soughtIn(value, plural, { lookup, writes })
  if (sought === undefined) return value
  const name = nameIn(plural, sought)
  const isData = isObject(sought) && sought.id === undefined && Object.keys(sought).length > 1
  if (isData && isPlace(plural)) {
    const { findExisting } = await import('../../bulk/matching/lookup.ts')
    const [existing] = await findExisting(lookup.exchange, plural, sought)
    if (existing) throw nameTakenError(plural, name, { existing, links: true })
    return value
  }
  const id = await lookup.idOf(plural, sought)
  if (id !== undefined) return id
  if (typeof sought === 'number') {
    const isKnown = (await lookup.idOf(plural, name)) !== undefined
    throw new CalError('not_found', notFoundText(plural, name), { hint: numberHint(name, isKnown) })
  }
  if (unknown === 'keep' && isCreatable({ kind: plural, value: name })) return lookup.newOf(plural, name)
  // Digits are usually a mistyped id, which is not to be created.
  const near = nearest(name, lookup.records(plural))
  const offer = unknown === 'offer' && isName(name) && isCreatable({ kind: plural, value: name })
  throw missing(name, plural, { near, offer })
}

/**
 * What to look up. Filters accept any number; 0 means no record. An object with an id or a known name refers to that
 * record, so that no record is overwritten.
 */
function soughtIn(
  value: Json,
  plural: Plural,
  { lookup, writes }: Pick<NameResolution, 'lookup' | 'writes'>,
): Sought | undefined {
  if (isName(value)) return value.trim()
  if (!writes) return undefined
  if (isObject(value)) {
    const { id, [resources[plural].name]: name } = value
    if (id === undefined && typeof name !== 'string') return undefined
    return id === undefined ? value : { ...value, id: Number(id) }
  }
  const isNone = Number(value) === 0 && !isTerm(plural)
  const digits = String(value).trim()
  if (isNone || !/^\d{1,15}$/.test(digits)) return undefined
  return typeof value === 'number' && lookup.digits === 'names' ? value : digits
}

/** `City Hall (Rome)` */
export function distinguishNames(record: JsonObject): string {
  const name = nameOf(record) ?? ''
  const more = differenceOf(name, record)
  return `${name}${more === undefined ? '' : ` (${more})`}`
}

/** The records of a search, or those with the most similar name. */
function nearest(name: string, records: readonly JsonObject[]): readonly JsonObject[] {
  const folded = (record: JsonObject) => foldedName(nameOf(record) ?? '')
  const word = foldedName(longestWord(name))
  const alike = records.filter((record) => folded(record).includes(word))
  if (alike.length > 0) return alike
  const closely = closest(foldedName(name), records.map(folded))
  return records.filter((record) => folded(record) === closely)
}

function missing(
  name: string,
  plural: Plural,
  { near, offer }: { readonly near: readonly JsonObject[]; readonly offer: boolean },
): CalError {
  const all = `cal ${plural} list --all${isTerm(plural) ? ' --no-hide-empty' : ''}`
  const asks = near.length > 0
  const hint = asks
    ? t('did you mean {near}?', { near: eachLanguage((language) => nearText(near, language)) })
    : t('list them: {all}', { all })
  return new CalError('not_found', notFoundText(plural, name), { hint: offer ? orCreated(hint, asks) : hint })
}

function orCreated(text: Text, asks: boolean): Text {
  if (asks) return t('{text} To create it, use --create-missing', { text })
  return t('{text}; to create it, use --create-missing', { text })
}

/** `City Hall (Rome), id 3` */
function nearText(near: readonly JsonObject[], language: Language): string {
  const labels = near.map(
    (record) => t('{name}, id {id}', { name: distinguishNames(record), id: String(record.id) })[language],
  )
  return candidatesText(labels, '; ')
}

/** The names that remain in the values; only with `--create-missing` do any remain. */
export function namesIn(plural: Plural, values: readonly Values[]): readonly Reference[] {
  const found: Reference[] = []
  for (const one of values)
    eachName(plural, one, (kind, name, field) => {
      found.push({ kind, field, value: name })
      return name
    })
  return found
}

/** The values with the ids of new records instead of their names. */
export function withNewIds(plural: Plural, values: Values, created: ReferenceIndex): Values {
  return eachName(plural, values, (kind, name) => {
    const found = created.byText(kind, name)
    return found && 'id' in found ? found.id : name
  })
}

function eachName(
  plural: Plural,
  values: Values,
  replaced: (kind: Plural, name: string, field: string) => Json,
): Values {
  const parameters: Parameters = resources[plural].fields
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => {
      const kind = field === 'parent' ? undefined : namedKind(field, parameters)
      if (kind === undefined) return [field, value]
      const one = (item: Json) => (isName(item) || isDigits(item) ? replaced(kind, item, field) : item)
      const items = [...new Set(itemsOf(value).map(one))]
      return [field, isList(value) ? items : items[0]]
    }),
  )
}

/** Whether a name consists of digits; ids are numbers. */
function isDigits(item: Json | undefined): item is string {
  return typeof item === 'string' && /^\d+$/.test(item) && Number(item) !== 0
}

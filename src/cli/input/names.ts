// The ids that names in flags and files mean, and the records to create for names that do not exist.
import { CalError, usageError } from '../../base/errors.ts'
import type { InputError } from '../../bulk/input/entry.ts'
import { isList, isObject, itemsOf, type Json } from '../../base/json.ts'
import { t } from '../../base/text/language.ts'
import {
  isCreatable,
  mixedSeparators,
  numberHint,
  partsOfText,
  type Reference,
  unclearCommas,
} from '../../bulk/matching/references.ts'
import { type NameLookup, namingText, nameTaken, type Sought } from '../../client/api/records.ts'
import { type ReferenceIndex, unknownNameHint } from '../../client/api/reference-index.ts'
import type { Parameters, Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'
import { isPlace, isTerm, notFoundText, resources } from '../../spec/resources.ts'
import { isName, namedKind } from '../arguments/flags.ts'

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
  /** What happens to the field of an existing record; `add` and `remove` keep other names. */
  readonly change?: 'set' | 'add' | 'remove' | undefined
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
  if (field === 'parent') {
    return Number(value) === 0 ? value : idOf(value, { kind, field }, { ...resolving, unknown: 'refuse' })
  }
  if (!isList(value) && typeof value !== 'string') return idOf(value, { kind, field }, resolving)
  const items = isList(value) ? value : value.trim() === '' ? [] : await itemsOfText({ kind, field, value }, resolving)
  const ids = new Set<Json>()
  for (const item of items) ids.add(await idOf(item, { kind, field }, resolving))
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
async function idOf(
  value: Json,
  { kind: plural, field }: Pick<GivenReference, 'kind' | 'field'>,
  { lookup, unknown, writes, change }: NameResolution,
): Promise<Json> {
  const sought = soughtIn(value, plural, { lookup, writes })
  if (sought === undefined) return value
  const name = namingText(plural, sought)
  const isData = isObject(sought) && sought.id === undefined && Object.keys(sought).length > 1
  if (isData && isPlace(plural)) {
    const { findExisting } = await import('../../bulk/matching/lookup.ts')
    const [existing] = await findExisting(lookup.exchange, plural, sought)
    if (existing) {
      const { text, hint } = nameTaken(plural, name, { existing, instead: 'link' })
      throw new CalError('refused', text, { hint })
    }
    return value
  }
  const id = await lookup.idOf(plural, sought)
  if (id !== undefined) return id
  if (typeof sought === 'number') {
    const isKnown = (await lookup.idOf(plural, name)) !== undefined
    throw new CalError('not_found', notFoundText(plural, name), { hint: numberHint(name, isKnown) })
  }
  const isNone = writes && none_words.test(name)
  const isAll = change === 'remove' && every_word.test(name)
  if (isNone || isAll)
    throw new CalError('not_found', notFoundText(plural, name), {
      hint:
        isAll || change === 'set'
          ? t('to clear the field: --unset {field}', { field })
          : t('"{name}" is not used as a name: leave out the flag', { name }),
    })
  const isNew = isCreatable({ kind: plural, value: name })
  if (unknown === 'keep' && isNew) return lookup.newOf(plural, name)
  // Digits are usually a mistyped id, which is not to be created.
  const offers = unknown === 'offer' && isName(name) && isNew
  throw new CalError('not_found', notFoundText(plural, name), {
    hint: unknownNameHint(plural, await lookup.near(plural, name), offers),
  })
}

/** Words that mean that there is no record, rather than the name of one. */
const none_words = /^(none|null|nil|-|""|kein|keine|keiner|keinen|nichts)$/i
const every_word = /^(all|alle|\*)$/i

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

// Finds records by name, and the records to create for names that do not exist.
import { getOrInsert } from '../../base/collections.ts'
import { CalError } from '../../base/errors.ts'
import type { Exchange } from '../../base/exchange.ts'
import { isList, isObject, itemsOf, type Json, type JsonObject } from '../../base/json.ts'
import { closest } from '../../base/text/closest.ts'
import { eachLanguage, type Language, t, type Text } from '../../base/text/language.ts'
import { foldedName, longestWord } from '../../base/text/slug.ts'
import type { Create } from '../../bulk/plan/plan.ts'
import {
  ambiguousName,
  candidatesText,
  getRecord,
  nameOf,
  recordsNamed,
  refuseDuplicate,
} from '../../client/api/records.ts'
import type { Parameters, Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'
import { isTerm, notFoundText, resources } from '../../spec/resources.ts'
import { differenceOf } from '../output/write-messages.ts'
import { isName, namedKind } from '../arguments/flags.ts'
import type { Session } from '../types/session.ts'

/**
 * How to handle an unknown name: `refuse` throws an error; `offer` too, with a hint at `--create-missing`; `keep`
 * returns the name, for a record to be created later.
 */
export type Unknown = 'refuse' | 'offer' | 'keep'

export interface NameResolution {
  readonly exchange: Exchange
  readonly unknown: Unknown
  /** The ids are for a write, so they are looked up too: services silently drop unknown ids of categories and tags. */
  readonly writes: boolean
  /** The ids found in this run, by kind and name. */
  readonly found: Map<string, Promise<Json>>
}

/**
 * Resolves names to ids.
 *
 * Errors: `not_found` if no record has the name, `usage` if several do; with the candidates.
 */
export async function withIds(values: Values, parameters: Parameters, resolving: NameResolution): Promise<Values> {
  const entries: [string, Json | undefined][] = []
  for (const [name, value] of Object.entries(values)) {
    const plural = namedKind(name, parameters)
    // A missing parent isn't created; 0 means no parent.
    const how = name === 'parent' ? { ...resolving, unknown: 'refuse' as const } : resolving
    const one = async (item: Json) =>
      name === 'parent' && Number(item) === 0 ? item : idOnce(item, plural ?? 'events', how)
    entries.push([
      name,
      plural === undefined || value === undefined ? value : isList(value) ? await allOf(value, one) : await one(value),
    ])
  }
  return Object.fromEntries(entries)
}

/**
 * The ids without duplicates, since two spellings may name the same record. If the joined name exists, as in `Smith,
 * John`, it takes precedence over its parts.
 */
async function allOf(values: readonly Json[], one: (value: Json) => Promise<Json>): Promise<readonly Json[]> {
  const parts = async () => {
    const ids = new Set<Json>()
    for (const value of values) ids.add(await one(value))
    return [...ids]
  }
  if (values.length < 2 || !values.every(isName)) return parts()
  const { ids, error } = await parts().then(
    (found) => ({ ids: found, error: undefined }),
    (failure: unknown) => ({ ids: [], error: failure }),
  )
  if (error === undefined && !ids.some((id) => typeof id === 'string')) return ids
  const whole = await one(values.join(', ')).catch(() => undefined)
  if (typeof whole === 'number') return [whole]
  if (error !== undefined) throw error
  return ids
}

function idOnce(value: Json, plural: Plural, resolving: NameResolution): Promise<Json> {
  if (isObject(value)) return idOfObject(value, plural, resolving)
  return getOrInsert(resolving.found, `${plural}:${typeof value === 'string' ? value.trim() : value}`, () =>
    idOf(value, plural, resolving),
  )
}

async function idOf(value: Json, plural: Plural, resolving: NameResolution): Promise<Json> {
  const { exchange, writes } = resolving
  if (isName(value)) return namedId(value, plural, resolving)
  const isNone = Number(value) === 0 && !isTerm(plural)
  if (!writes || isNone || !/^\d{1,15}$/.test(String(value).trim())) return value
  return (await exists(Number(value), plural, exchange))
    ? Number(value)
    : namedId(String(value).trim(), plural, resolving)
}

/** An object with an id or a known name refers to that record, so that no record is overwritten. */
async function idOfObject(
  value: Record<string, Json | undefined>,
  plural: Plural,
  resolving: NameResolution,
): Promise<Json> {
  const name = value[resources[plural].name]
  if (value.id !== undefined) return idOnce(value.id, plural, resolving)
  if (!resolving.writes || typeof name !== 'string') return value
  if (isTerm(plural) || Object.keys(value).length === 1) return idOnce(name, plural, resolving)
  if (plural === 'venues' || plural === 'organizers') await refuseDuplicate(resolving.exchange, plural, name)
  return value
}

/** Also true for a record that the user may not read. */
async function exists(id: number, plural: Plural, exchange: Exchange): Promise<boolean> {
  return getRecord(exchange, plural, { kind: 'id', id }).then(
    () => true,
    (error: unknown) => {
      if (!(error instanceof CalError) || (error.code !== 'not_found' && error.code !== 'not_allowed')) throw error
      return error.code === 'not_allowed'
    },
  )
}

async function namedId(name: string, plural: Plural, { exchange, unknown }: NameResolution): Promise<Json> {
  const { by_slug, by_name, others } = await recordsNamed(exchange, plural, name)
  const exact = [...new Set([...by_slug, ...by_name])]
  const [only] = exact
  if (only && exact.length === 1) return only.id ?? name
  if (exact.length > 1) throw ambiguousName(plural, name, labelsOf(plural, exact))
  if (unknown === 'keep') return name
  // Digits are usually a mistyped id, which is not to be created.
  throw missing(name, plural, { near: nearest(name, plural, others), offer: unknown === 'offer' && isName(name) })
}

/** `City Hall (Rome)` */
export function distinguishNames(plural: Plural, record: JsonObject): string {
  const more = differenceOf(nameOf(plural, record), record)
  return `${nameOf(plural, record)}${more === undefined ? '' : ` (${more})`}`
}

/** The records of a search, or those with the most similar name. */
function nearest(name: string, plural: Plural, records: readonly JsonObject[]): readonly JsonObject[] {
  const folded = (record: JsonObject) => foldedName(nameOf(plural, record))
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
    ? t('did you mean {near}?', { near: eachLanguage((language) => nearText(plural, near, language)) })
    : t('list them: {all}', { all })
  return new CalError('not_found', notFoundText(plural, name), { hint: offer ? orCreated(hint, asks) : hint })
}

function orCreated(text: Text, asks: boolean): Text {
  if (asks) return t('{text} To create it, use --create-missing', { text })
  return t('{text}; to create it, use --create-missing', { text })
}

/** `City Hall (Rome), id 3` */
function nearText(plural: Plural, near: readonly JsonObject[], language: Language): string {
  const labels = near.map(
    (record) => t('{name}, id {id}', { name: distinguishNames(plural, record), id: String(record.id) })[language],
  )
  return candidatesText(labels, '; ')
}

/** `3 City Hall (Rome)` */
function labelsOf(plural: Plural, records: readonly JsonObject[]): readonly string[] {
  return records.map((record) => `${record.id} ${distinguishNames(plural, record)}`)
}

/** The ids of new records, by kind and name. */
export type NewIds = ReadonlyMap<string, Json>

export const no_ids: NewIds = new Map()

/** A step for each name that remains in the values; only with `--create-missing` do any remain. */
export function missingIn(plural: Plural, values: readonly Values[], since: number): readonly Create[] {
  const found = new Map<string, Create>()
  const add = (kind: Plural, title: string) => {
    const key = keyOf(kind, title)
    if (found.has(key)) return title
    const named = { kind, n: -1 - found.size, key, title, since }
    found.set(key, { ...named, action: 'create', values: { [resources[kind].name]: title } })
    return title
  }
  for (const one of values) eachName(plural, one, add)
  return [...found.values()]
}

/** The values with the ids of new records instead of their names. */
export function withNewIds(plural: Plural, values: Values, ids: NewIds): Values {
  return ids.size === 0 ? values : eachName(plural, values, (kind, name) => ids.get(keyOf(kind, name)) ?? name)
}

function keyOf(kind: Plural, name: string): string {
  return `${kind}:${foldedName(name)}`
}

function eachName(plural: Plural, values: Values, replaced: (kind: Plural, name: string) => Json): Values {
  const parameters: Parameters = resources[plural].fields
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => {
      const kind = field === 'parent' ? undefined : namedKind(field, parameters)
      if (kind === undefined) return [field, value]
      const one = (item: Json) => (isName(item) || isDigits(item) ? replaced(kind, item) : item)
      const items = [...new Set(itemsOf(value).map(one))]
      return [field, isList(value) ? items : items[0]]
    }),
  )
}

/** Whether a name consists of digits; ids are numbers. */
function isDigits(item: Json | undefined): item is string {
  return typeof item === 'string' && /^\d+$/.test(item) && Number(item) !== 0
}

/** The id of a term that an event has created. */
export async function foundId(name: string, kind: Plural, { open }: Session): Promise<Json> {
  const field = kind === 'tags' ? 'tags' : 'categories'
  const { exchange } = await open()
  const { [field]: id } = await withIds({ [field]: name }, resources.events.fields, {
    exchange,
    unknown: 'keep',
    writes: false,
    found: new Map(),
  })
  return id ?? name
}

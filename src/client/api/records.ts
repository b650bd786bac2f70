// Single records: reading, deleting, and finding the id that a target names; and records whose fields a password hides.
import { CalError, type ErrorCode, usageError } from '../../base/errors.ts'
import type { Exchange } from '../../base/exchange.ts'
import { isObject, type Json, type JsonObject } from '../../base/json.ts'
import { t, type Text } from '../../base/text/language.ts'
import { foldedName, longestWord } from '../../base/text/slug.ts'
import { percentDecoded } from '../../base/text/untrusted-text.ts'
import { per_page_max } from '../../spec/lists.ts'
import type { Plural } from '../../spec/model.ts'
import type { OperationName } from '../../spec/operations.ts'
import type { Values } from '../../spec/read.ts'
import { isHiddenByPassword, isTerm, nameOf, notFoundText, resourceNamed, resources } from '../../spec/resources.ts'
import { call, type CallOptions, idOf, isInTrash, recordsOfList, recordOf } from './call.ts'
import { allRecords, getPage, getPages, unlimitedQuery } from './pages.ts'

/**
 * A record, also from the trash.
 *
 * Errors: `not_found` if there is no such record, or it is in a trash that the caller may not list; `usage` if several
 * records have the name.
 */
export async function getRecord(
  exchange: Exchange,
  plural: Plural,
  target: RecordTarget,
  extra: CallOptions = {},
): Promise<JsonObject> {
  const { name, values } = await getOperationOf(exchange, plural, target)
  try {
    return recordOf(await call(exchange, name, values, extra), typeof values.id === 'number' ? values.id : undefined)
  } catch (error) {
    const trashed = isInTrash(error) ? await listedInTrash(exchange, target) : undefined
    if (trashed) return trashed
    throw error
  }
}

/** What was read; undefined if no such record exists. */
export async function ifFound<T>(
  reading: Promise<T>,
  codes: readonly ErrorCode[] = ['not_found'],
): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof CalError && codes.includes(error.code)) return undefined
    throw error
  }
}

/** Of a record that the caller may not see, it is not known whether it exists. */
export const not_shown: readonly ErrorCode[] = ['not_found', 'not_allowed']

/** Since release 6.17.2, trashed events can only be listed; hidden ones cannot be read at all. */
async function listedInTrash(exchange: Exchange, target: RecordTarget): Promise<JsonObject | undefined> {
  const trashed = await trashedRecords(exchange, 'events', target.kind === 'id' ? { include: [target.id] } : {})
  return trashed.find(({ id, slug }) => (target.kind === 'id' ? id === target.id : slug === target.text))
}

/** The records in the trash; none for users who may not list it: they may still be able to read a record by its id. */
export async function trashedRecords(
  exchange: Exchange,
  plural: Plural,
  filter: Values = {},
): Promise<readonly JsonObject[]> {
  const found: JsonObject[] = []
  const query = unlimitedQuery(plural, { ...filter, status: 'trash' })
  try {
    for await (const { records } of getPages(exchange, { plural, query })) found.push(...records)
  } catch (error) {
    if (!(error instanceof CalError) || (error.code !== 'refused' && error.code !== 'not_allowed')) throw error
  }
  return found
}

/** The record of a write's response, read again if its fields are hidden by a password. */
export async function rereadIfBlank(exchange: Exchange, plural: Plural, record: JsonObject): Promise<JsonObject> {
  if (!isHiddenByPassword(plural, record)) return record
  return getRecord(exchange, plural, { kind: 'id', id: idOf(record) }).catch((error: unknown) => {
    if (error instanceof CalError) return record
    throw error
  })
}

/** Which of the two routes reads this record, and the values of its path. */
async function getOperationOf(
  exchange: Exchange,
  plural: Plural,
  target: RecordTarget,
): Promise<{ readonly name: OperationName; readonly values: Values }> {
  if (target.kind === 'id') return { name: `${plural}.get`, values: { id: target.id } }
  const id = target.kind === 'name' ? await idOfName(exchange, plural, target.text) : undefined
  if (id !== undefined) return { name: `${plural}.get`, values: { id } }
  if (isTerm(plural)) return { name: `${plural}.get`, values: { id: await idOfTerm(exchange, plural, target.text) } }
  return { name: `${plural}.get-by-slug`, values: { slug: target.text } }
}

/**
 * The id of the record with this slug, or of the only one with this name: `Food & Drink`. Undefined if lists have none:
 * they omit hidden events.
 *
 * Errors: `usage` if several records have the name.
 */
async function idOfName(exchange: Exchange, plural: Plural, name: string): Promise<number | undefined> {
  const { by_slug, by_name } = await recordsNamed(exchange, plural, name)
  const [only, other] = by_slug.length > 0 ? by_slug : by_name
  if (only === undefined || other === undefined) return only && idOf(only)
  // `4 (2026-12-05), 5 (2026-12-12)` of events; `3 (city-hall), 7 (city-hall-2)` of others.
  const labels = by_name.map(
    ({ id, slug, start_date }) => `${id} (${plural === 'events' ? String(start_date).slice(0, 10) : slug})`,
  )
  throw ambiguousName(plural, name, labels)
}

export interface NamedRecords {
  readonly by_slug: readonly JsonObject[]
  readonly by_name: readonly JsonObject[]
  /** Other records that were searched through: all terms, or a page of venues or organizers. */
  readonly others: readonly JsonObject[]
}

/**
 * The records with this slug or name. Services store some signs as entities, so a name with signs is searched by its
 * longest word; they match some letters differently, so if a search finds no such record, it is looked for in the list
 * of terms, or in the first page of venues and organizers, of which there can be thousands.
 */
export async function recordsNamed(exchange: Exchange, plural: Plural, text: string): Promise<NamedRecords> {
  const wanted = foldedName(text)
  const among = (records: readonly JsonObject[]): NamedRecords => ({
    by_slug: records.filter(({ slug }) => percentDecoded(String(slug)) === text.trim()),
    by_name: records.filter((record) => foldedName(nameOf(record) ?? '') === wanted),
    others: records,
  })
  const search = /^[\p{L}\p{N} ]+$/u.test(text) ? text.trim() : longestWord(text)
  const found = among(await listed(allRecords(exchange, plural, { search })))
  if (found.by_slug.length + found.by_name.length > 0 || plural === 'events') return found
  const all = isTerm(plural)
    ? await listed(allRecords(exchange, plural))
    : (await getPage(exchange, { plural, query: { per_page: per_page_max } })).records
  const { by_slug, by_name } = among(all)
  return { by_slug, by_name, others: found.others.length > 0 ? found.others : all }
}

async function listed(records: AsyncIterable<JsonObject>): Promise<readonly JsonObject[]> {
  const all: JsonObject[] = []
  for await (const record of records) all.push(record)
  return all
}

const candidates_max = 8

/** The first eight of these labels. */
export function candidatesText(labels: readonly string[], separator = ', '): string {
  return [...labels.slice(0, candidates_max), ...(labels.length > candidates_max ? ['…'] : [])].join(separator)
}

/** The error for a name that several records have; each label begins with an id. */
export function ambiguousName(plural: Plural, name: string, labels: readonly string[]): CalError {
  const list = candidatesText(labels)
  const records = resources[plural].counted(labels.length)
  return usageError(t('"{name}" is the name of {records}', { name, records }), t('specify the id: {list}', { list }))
}

/** The term with this slug, or the only term with this name: `müsli`. */
async function idOfTerm(exchange: Exchange, plural: Plural, slug: string): Promise<number> {
  const answer = await call(exchange, `${plural}.list`, { slug, hide_empty: false })
  const plain = (text: Json | undefined) => percentDecoded(String(text)).toLowerCase()
  const term = recordsOfList(answer, plural).find((record) => plain(record.slug) === plain(slug))
  if (term) return idOf(term)
  const id = /^[a-z0-9_-]+$/.test(slug) ? undefined : await idOfName(exchange, plural, slug)
  if (id !== undefined) return id
  throw new CalError('not_found', notFoundText(plural, slug), { missing: slug })
}

/**
 * Why a venue or organizer is not created: deployed services would overwrite the one that has its name. That has no id
 * if it is to be created, too. `links`: it was given as the data of a link.
 */
export function nameTakenError(
  plural: Plural,
  name: string,
  { existing: { id }, links = false }: { readonly existing: JsonObject; readonly links?: boolean },
): CalError {
  const { title } = resources[plural]
  if (id === undefined)
    return new CalError('refused', t('the {title} "{name}" is given twice', { title, name }), {
      hint: t('to create both, add --allow-duplicate'),
    })
  const record = { plural, id: String(id) }
  return new CalError('refused', t('the {title} "{name}" already exists (id {id})', { title, name, id: record.id }), {
    hint: links
      ? t('show it: cal {plural} get {id}; to link it, use its id', record)
      : t('show it: cal {plural} get {id}; to create another one, add --allow-duplicate', record),
  })
}

export type RecordTarget =
  | { readonly kind: 'id'; readonly id: number }
  | { readonly kind: 'slug' | 'name'; readonly text: string }

export interface TargetContext {
  readonly plural: Plural
  readonly api_root: string
}

/**
 * `12`, `id:12`, `my-slug`, `slug:2026`, `https://…/event/my-slug/`, `https://…/events/12`; text with blanks or capital
 * letters is a name, as slugs have neither.
 *
 * Errors: `usage` for a URL of another site or another kind of record, and for any other text.
 */
export function targetOf(text: string, place: TargetContext): RecordTarget {
  const word = text.trim()
  if (/^https?:\/\//i.test(word)) return addressed(word, place)
  // The views print `#15`.
  const [, prefix, rest = ''] = /^(id|slug):(.*)$/s.exec(word.replace(/^#(?=\d+$)/, 'id:')) ?? []
  if (prefix === 'slug') return slugTarget(rest, text)
  if (/^\d+$/.test(prefix === 'id' ? rest : word)) return idTarget(prefix === 'id' ? rest : word)
  if (prefix === 'id') throw notTarget(text)
  const target = percentDecoded(word)
  return /[\s\p{Lu}]/u.test(target) ? { kind: 'name', text: target } : slugTarget(word, text)
}

function idTarget(digits: string): RecordTarget {
  const id = Number(digits)
  if (!Number.isSafeInteger(id)) throw notTarget(digits)
  return { kind: 'id', id }
}

function slugTarget(slug: string, typed: string): RecordTarget {
  if (slug === '' || slug.includes('/')) throw notTarget(typed)
  return { kind: 'slug', text: percentDecoded(slug) }
}

function addressed(text: string, { plural, api_root }: TargetContext): RecordTarget {
  if (!URL.canParse(text)) throw notTarget(text)
  const url = new URL(text)
  if (URL.canParse(api_root) && /^https?:/.test(api_root) && new URL(api_root).origin !== url.origin) {
    throw usageError(
      t('{text} is not a URL of {origin}', { text, origin: new URL(api_root).origin }),
      t('specify the id or slug, or another --api-root'),
    )
  }
  const plain = plainAddress(url, plural, text)
  if (plain) return plain
  const segments = (url.searchParams.get('rest_route') ?? url.pathname).split('/').filter((segment) => segment !== '')
  const last = segments.at(-1) ?? ''
  const before =
    segments
      .slice(0, -1)
      .filter((segment) => segment !== 'by-slug')
      .at(-1) ?? ''
  checkKind(resourceNamed(before)?.plural, plural, text)
  return /^\d+$/.test(last) && segments.at(-2) === plural ? idTarget(last) : slugTarget(last, text)
}

/** Query parameters that name a record on sites without pretty permalinks. */
const query_kinds: Readonly<Record<string, Plural>> = {
  tribe_events: 'events',
  tribe_venue: 'venues',
  tribe_organizer: 'organizers',
  tribe_events_cat: 'categories',
  tag: 'tags',
}

/** `?tribe_venue=city-hall`, `?p=77`, `?post_type=tribe_events&p=77`; undefined if the path names the record. */
function plainAddress({ searchParams }: URL, plural: Plural, text: string): RecordTarget | undefined {
  const type = query_kinds[searchParams.get('post_type') ?? '']
  if (type) checkKind(type, plural, text)
  const [id] = [searchParams.get('p'), searchParams.get('page_id')].filter(
    (value) => value !== null && /^\d+$/.test(value),
  )
  if (id) return idTarget(id)
  const name = Object.keys(query_kinds).find((key) => searchParams.get(key))
  if (name === undefined) return undefined
  checkKind(query_kinds[name], plural, text)
  return slugTarget(searchParams.get(name)?.split('/').at(-1) ?? '', text)
}

/** Errors: `usage` if the URL names another kind of record. */
function checkKind(named: Plural | undefined, plural: Plural, text: string): void {
  if (named === undefined || named === plural) return
  const kind = resources[named]
  throw usageError(
    t('{text} is the URL of another kind of record: {title}', { text, title: kind.title }),
    t('use cal {plural} instead', { plural: kind.plural }),
  )
}

function notTarget(text: string): CalError {
  return usageError(
    t('"{text}" does not identify a record', { text }),
    t('specify an id, a slug, id:12, slug:2026 or a URL'),
  )
}

/** The commands that show the venues and organizers hidden inside an event. */
export function hiddenPlacesOf(event: JsonObject): readonly string[] {
  return (['venue', 'organizer'] as const).flatMap((field) =>
    [event[field]]
      .flat()
      .flatMap((place) =>
        isObject(place) && isHiddenByPassword(`${field}s`, place) ? [`cal ${field}s get ${String(place.id)}`] : [],
      ),
  )
}

/** One note for all events of a response; undefined if nothing is hidden. */
export function hiddenPlacesNote(commands: ReadonlySet<string>): Text | undefined {
  if (commands.size === 0) return undefined
  const list = [...commands].slice(0, commands_max).join(' · ')
  const more = commands.size > commands_max ? ' · …' : ''
  return t('venues or organizers of password-protected events are hidden; to see them as an editor: {list}{more}', {
    list,
    more,
  })
}

const commands_max = 5

/** Why a record with hidden fields is not changed: an update would reset fields that cannot be read. */
export function hiddenRecordText(plural: Plural, { id }: Values): { readonly text: Text; readonly hint: Text } {
  const { title } = resources[plural]
  return {
    text: t('{title} {id} is protected by a password, so its fields cannot be read', { title, id: String(id) }),
    hint: t('sign in with an account that may edit it'),
  }
}

export function hiddenRecordError(plural: Plural, record: Values): CalError {
  const { text, hint } = hiddenRecordText(plural, record)
  return new CalError('not_allowed', text, { hint })
}

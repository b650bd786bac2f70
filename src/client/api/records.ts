// Single records: reading, deleting, and finding the id that a target names; and records whose fields a password hides.
import { firstItems } from '../../base/text/quoted.ts'
import { CalError, usageError } from '../../base/errors.ts'
import { getOrInsert } from '../../base/collections.ts'
import type { Exchange } from '../../base/exchange.ts'
import { isObject, type Json, type JsonObject } from '../../base/json.ts'
import { t, type Text } from '../../base/text/language.ts'
import { longestWord } from '../../base/text/slug.ts'
import { percentDecoded } from '../../base/text/untrusted-text.ts'
import { per_page_max } from '../../spec/lists.ts'
import type { Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'
import { isHiddenByPassword, isTerm, notFoundText, resourceNamed, resources } from '../../spec/resources.ts'
import { call, type CallOptions, idOf, ifFound, isInTrash, not_shown, recordsOfList, recordOf } from './call.ts'
import { allRecords, getPage, listed, trashedRecords, unlimitedQuery } from './pages.ts'
import {
  ambiguousName,
  type Digits,
  idReference,
  hasEmptyPart,
  isPath,
  ReferenceIndex,
  type ReferenceMatch,
  type ReferenceRow,
  signedText,
  slugReference,
  unknownNameHint,
} from './reference-index.ts'

/** Blanks, capitals and the signs of paths are in names only. */
const never_slug = /[\s\p{Lu}>]/u

interface GetOptions extends CallOptions {
  /** The record is read to be changed or deleted. */
  readonly to_change?: boolean
}

/**
 * A record, also from the trash. Of a text without a sign, a slug precedes a name; a slug is asked for first, because
 * that takes one request, and after the lists if the text cannot be one, because lists omit hidden events.
 *
 * Errors: `not_found` if there is no such record, or it is in a trash that the caller may not list; `usage` if several
 * records have the name.
 */
export async function getRecord(
  exchange: Exchange,
  plural: Plural,
  target: RecordTarget,
  { to_change = false, ...extra }: GetOptions = {},
): Promise<JsonObject> {
  if (target.kind !== 'text') return readRecord(exchange, plural, target, extra)
  const { text } = target
  const names = new NameLookup(exchange)
  const byName = async () => {
    // `Music >` with an empty variable after it does not name Music.
    const id = hasEmptyPart(plural, text) ? undefined : await names.idOf(plural, text)
    return id === undefined ? undefined : readRecord(exchange, plural, { kind: 'id', id }, extra)
  }
  const isName = never_slug.test(text)
  const named = isName ? await byName() : undefined
  if (named) return named
  try {
    return await readRecord(exchange, plural, { kind: 'slug', text }, extra)
  } catch (error) {
    if (!(error instanceof CalError) || error.code !== 'not_found') throw error
    // The name is only suggested: a script that deletes the slug `jazz` twice must not delete an event named `jazz`.
    const other = isName || to_change ? undefined : await byName()
    if (other) return other
    const near = await names.near(plural, text)
    if (near.length === 0) throw error
    const { code, text: said, missing, remote } = error
    throw new CalError(code, said, { missing, remote, cause: error, hint: unknownNameHint(plural, near, false) })
  }
}

/**
 * The record with this id, or the slug if it is a text, as editors see it; undefined if there is none, or it is in the
 * trash.
 */
export async function findRecord(
  exchange: Exchange,
  plural: Plural,
  name: number | string,
): Promise<JsonObject | undefined> {
  const record = await ifFound(recordAt(exchange, plural, targetNamed(name), asEditor(plural)))
  return record?.status === 'trash' ? undefined : record
}

/** The same, also from the trash. Of a trashed event that lists omit, only the id and status are known. */
export function findRecordOrTrashed(exchange: Exchange, plural: Plural, id: number): Promise<JsonObject | undefined> {
  const reading = readRecord(exchange, plural, targetNamed(id), asEditor(plural)).catch((error: unknown) => {
    if (isInTrash(error)) return { id, status: 'trash' }
    throw error
  })
  return ifFound(reading)
}

function targetNamed(name: number | string): IdOrSlug {
  return typeof name === 'number' ? { kind: 'id', id: name } : { kind: 'slug', text: name }
}

function asEditor(plural: Plural): CallOptions {
  return plural === 'events' ? { query: { context: 'edit' } } : {}
}

/** By the route of ids or of slugs. */
async function recordAt(exchange: Exchange, plural: Plural, target: IdOrSlug, extra: CallOptions): Promise<JsonObject> {
  if (target.kind === 'slug' && !isTerm(plural))
    return recordOf(await call(exchange, `${plural}.get-by-slug`, { slug: target.text }, extra))
  const id = target.kind === 'id' ? target.id : await idOfTerm(exchange, plural, target.text)
  return recordOf(await call(exchange, `${plural}.get`, { id }, extra), id)
}

/** Also from the trash. */
async function readRecord(
  exchange: Exchange,
  plural: Plural,
  target: IdOrSlug,
  extra: CallOptions,
): Promise<JsonObject> {
  try {
    return await recordAt(exchange, plural, target, extra)
  } catch (error) {
    const trashed = isInTrash(error) ? await listedInTrash(exchange, target) : undefined
    if (trashed) return trashed
    throw error
  }
}

/** Since release 6.17.2, trashed events can only be listed; hidden ones cannot be read at all. */
async function listedInTrash(exchange: Exchange, target: IdOrSlug): Promise<JsonObject | undefined> {
  const filter = target.kind === 'id' ? { include: [target.id] } : {}
  for await (const record of trashedRecords(exchange, 'events', filter))
    if (target.kind === 'id' ? record.id === target.id : record.slug === target.text) return record
  return undefined
}

/** The record of a write's response, read again if its fields are hidden by a password. */
export async function rereadIfBlank(exchange: Exchange, plural: Plural, record: JsonObject): Promise<JsonObject> {
  if (!isHiddenByPassword(plural, record)) return record
  return getRecord(exchange, plural, { kind: 'id', id: idOf(record) }).catch((error: unknown) => {
    if (error instanceof CalError) return record
    throw error
  })
}

/** Looks up what values mean, by the rules of files, but with a few requests instead of all lists. */
export class NameLookup {
  readonly exchange: Exchange
  /** In fields of a file, `"2027"` is a name first, and only a number always an id. */
  readonly digits: Digits
  readonly #index: ReferenceIndex
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
    return onlyIdOf(plural, namingText(plural, value), await this.#find(plural, value))
  }

  async #find(plural: Plural, value: Sought): Promise<ReferenceMatch> {
    const { id, slug, name } = signsOf(plural, value)
    if (id !== undefined) {
      await this.#once(`${plural} ${id}`, () => this.#addId(plural, id))
      const match = this.#index.find({ kind: plural, value })
      const isName = typeof value === 'string' && this.digits === 'names'
      if (!isName && match && 'id' in match && match.id === id) return match
    }
    if (slug !== undefined) await this.#once(`${plural} ${slugReference(slug)}`, () => this.#addSlug(plural, slug))
    if (name !== undefined) await this.#addNamed(plural, name)
    return this.#index.find({ kind: plural, value })
  }

  /**
   * The records whose names resemble one that was not found. Services search for the whole text, so one with a typing
   * error is looked for by its longest words.
   */
  async near(plural: Plural, name: string): Promise<readonly ReferenceRow[]> {
    if (signedText(name).sign === 'none') await this.#addNamed(plural, name)
    const words = name.match(/[\p{L}\p{N}]{3,}/gu) ?? []
    const longest = words.length < 2 ? [] : words.toSorted((a, b) => b.length - a.length).slice(0, 2)
    for (const search of longest) {
      if (this.#index.near(plural, name).length > 0) break
      const { records } = await getPage(this.exchange, { plural, query: unlimitedQuery(plural, { search }) })
      for (const record of records) this.#index.add(plural, record)
    }
    return this.#index.near(plural, name)
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
      this.#index.add(plural, await readRecord(this.exchange, plural, { kind: 'id', id }, {}), id)
    } catch (error) {
      if (!(error instanceof CalError) || !not_shown.includes(error.code)) throw error
      if (error.code === 'not_allowed') this.#index.add(plural, {}, id)
    }
  }

  async #addSlug(plural: Plural, text: string): Promise<void> {
    const record = await ifFound(readRecord(this.exchange, plural, { kind: 'slug', text }, {}), not_shown)
    if (record) this.#index.add(plural, record)
    else await this.#addNamed(plural, text)
  }

  #addNamed(plural: Plural, text: string): Promise<void> {
    return this.#once(`${plural}:${text}`, async () => {
      for (const record of await recordsLike(this.exchange, plural, text)) this.#index.add(plural, record)
    })
  }
}

/** Errors: `usage` if several records match. */
export function onlyIdOf(plural: Plural, name: string, match: ReferenceMatch): number | undefined {
  if (match && 'candidates' in match) throw ambiguousName(plural, name, match.candidates)
  return match && 'id' in match ? match.id : undefined
}

/** A name or sign, an id in a file, or a description. */
export type Sought = string | number | JsonObject

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

/** The text that an error names. */
export function namingText(plural: Plural, value: Sought): string {
  return String(isObject(value) ? (value[resources[plural].name] ?? value.id) : value)
}

/**
 * The records among which the one of this slug or name is: of a search, all terms, or a page of venues or organizers.
 * Services store some signs as entities, so a name with signs is searched by its longest word; they match some letters
 * differently, so if a search finds no such record, it is looked for in the list of terms, or in the first page of
 * venues and organizers, of which there can be thousands.
 */
export async function recordsLike(exchange: Exchange, plural: Plural, text: string): Promise<readonly JsonObject[]> {
  const search = /^[\p{L}\p{N} ]+$/u.test(text) ? text.trim() : longestWord(text)
  const found = isPath(plural, text) ? [] : await listed(allRecords(exchange, plural, { search }))
  const index = new ReferenceIndex()
  for (const record of found) index.add(plural, record)
  if (plural === 'events' || index.byText(plural, text)) return found
  const all = isTerm(plural)
    ? await listed(allRecords(exchange, plural))
    : (await getPage(exchange, { plural, query: { per_page: per_page_max } })).records
  return [...found, ...all]
}

/** The term with this slug. */
async function idOfTerm(exchange: Exchange, plural: Plural, slug: string): Promise<number> {
  const answer = await call(exchange, `${plural}.list`, { slug, hide_empty: false })
  const plain = (text: Json | undefined) => percentDecoded(String(text)).toLowerCase()
  const term = recordsOfList(answer, plural).find((record) => plain(record.slug) === plain(slug))
  if (term) return idOf(term)
  throw new CalError('not_found', notFoundText(plural, slug), { missing: slug })
}

/**
 * Why a venue or organizer is not created, and what to do instead: deployed services would overwrite the one that has
 * its name. That has no id if it is to be created, too. `instead`: `link` to it, `repeat` its name, or `rename` the new
 * one, because this service would overwrite it.
 */
export function nameTaken(
  plural: Plural,
  name: string,
  { existing, instead }: { readonly existing: JsonObject; readonly instead: 'link' | 'repeat' | 'rename' },
): { readonly text: Text; readonly hint: Text } {
  const { title } = resources[plural]
  const id = existing.id === undefined ? undefined : String(existing.id)
  const taken =
    id === undefined
      ? t('the {title} "{name}" is given twice', { title, name })
      : t('the {title} "{name}" already exists (id {id})', { title, name, id })
  if (instead === 'rename')
    return {
      text: t('{taken}, and this service would overwrite it', { taken }),
      hint: t('give it another name, or a description that distinguishes the two'),
    }
  if (id === undefined)
    return {
      text: taken,
      hint:
        instead === 'link' ? t('remove one, or give them different names') : t('to create both, add --allow-duplicate'),
    }
  const hint =
    instead === 'link'
      ? t('show it: cal {plural} get {id}; to link it, use its id', { plural, id })
      : t('show it: cal {plural} get {id}; to create another one, add --allow-duplicate', { plural, id })
  return { text: taken, hint }
}

type IdOrSlug = { readonly kind: 'id'; readonly id: number } | { readonly kind: 'slug'; readonly text: string }

/** A text is a slug, a name, or the path of a category. */
export type RecordTarget = IdOrSlug | { readonly kind: 'text'; readonly text: string }

export interface TargetContext {
  readonly plural: Plural
  readonly api_root: string
}

/**
 * `12`, `#12`, `id:12`, `slug:2026`, `https://…/event/my-slug/`, `https://…/events/12`; any other text is looked up as
 * a slug, name or path.
 *
 * Errors: `usage` for a URL of another site or another kind of record, and for a text that can be none of these.
 */
export function targetOf(typed: string, place: TargetContext): RecordTarget {
  const word = typed.trim()
  if (/^https?:\/\//i.test(word)) return addressed(word, place)
  const { sign, text } = signedText(word)
  if (sign === 'id' || sign === 'number') return idTarget(text)
  if (sign === 'slug') return slugTarget(text, typed)
  if (/^(id|slug):/.test(word)) throw notTarget(typed)
  const target = percentDecoded(word)
  return never_slug.test(target) ? { kind: 'text', text: target } : { ...slugTarget(word, typed), kind: 'text' }
}

function idTarget(digits: string): RecordTarget {
  const id = Number(digits)
  if (!Number.isSafeInteger(id)) throw notTarget(digits)
  return { kind: 'id', id }
}

function slugTarget(slug: string, typed: string): { readonly kind: 'slug'; readonly text: string } {
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
  return t('venues or organizers of password-protected events are hidden; to see them as an editor: {list}', {
    list: firstItems(commands, commands_max, ' · '),
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

export function goneText(plural: Plural, id: number): Text {
  return t('{title} {id} no longer exists', { title: resources[plural].title, id })
}

export function hiddenRecordError(plural: Plural, record: Values): CalError {
  const { text, hint } = hiddenRecordText(plural, record)
  return new CalError('not_allowed', text, { hint })
}

// What a text says by its sign, such as `slug:2027`, and an index of records by id, slug, name, path, or the keys of a
// file. The only place that says what a text means: for files, which have read all records, and for the command line,
// which asks for some. A slug precedes a name; what several records have as their name is refused with their ids.
// What is said about a name that no record has, or several, is here too.
import { firstItems } from '../../base/text/quoted.ts'
import { getOrInsert } from '../../base/collections.ts'
import { CalError } from '../../base/errors.ts'
import { isEmpty, isObject, type Json, type JsonObject } from '../../base/json.ts'
import { closest } from '../../base/text/closest.ts'
import { type Language, t, type Text } from '../../base/text/language.ts'
import { foldedName, longestWord, restoredSlug } from '../../base/text/slug.ts'
import { percentDecoded, textOfHtml } from '../../base/text/untrusted-text.ts'
import type { Plural } from '../../spec/model.ts'
import { isTerm, resources } from '../../spec/resources.ts'

/** A record that can be referred to. A negative id means not yet created. */
export interface ReferenceRow {
  readonly id: number
  readonly name: string
  readonly slug: string
  readonly parent: number
  /** What people distinguish records of one name by: the city of a venue, the day of an event. */
  readonly detail: string
  /** The record as it was added. */
  readonly record: JsonObject
}

/** Why no record may be meant by a name, although one has it. */
export interface Refusal {
  readonly text: Text
  readonly hint: Text
}

export type ReferenceMatch =
  /** `is_named`: found by the name in a description, which records at other places can have too. */
  | { readonly id: number; readonly is_named?: true }
  /** It means a record of the file that is rejected. */
  | { readonly refusal: Refusal }
  | { readonly candidates: readonly ReferenceRow[] }
  /** The caller may not create it, but an event that names it creates it implicitly. */
  | { readonly name: string }
  | undefined

/** What digits are first: in files, where `2027` may be a tag, a name; on the command line an id. */
export type Digits = 'names' | 'ids'

/** What a text says by its sign. A number, which the views print as `#12`, can also be a name. */
export interface Signed {
  readonly sign: 'id' | 'slug' | 'number' | 'none'
  /** Without the sign. */
  readonly text: string
}

/** `id:12`, `slug:city-hall`, `12`, `#12`, or any other text, such as a name. */
export function signedText(text: string): Signed {
  const [, number] = /^#?(\d+)$/.exec(text) ?? []
  if (number !== undefined) return { sign: 'number', text: number }
  const [, id, slug] = /^(?:id:(\d+)|slug:(\S+))$/.exec(text) ?? []
  if (id !== undefined) return { sign: 'id', text: id }
  return slug === undefined ? { sign: 'none', text } : { sign: 'slug', text: slug }
}

export class ReferenceIndex {
  readonly #digits: Digits
  readonly #rows = new Map<Plural, Map<number, ReferenceRow>>()
  readonly #slugs = new Map<string, number>()
  readonly #names = new Map<Plural, Map<string, readonly number[]>>()
  readonly #only_names = new Map<string, string>()
  /** `venues:hall` and `venues 4`: keys of the file's own records, and ids that they had elsewhere. */
  readonly #local = new Map<string, number>()
  /** Ids of the file's own records: until one has an alias, no other record is meant by its id. */
  readonly #expected = new Set<string>()
  /** What rejected records of the file are called, as in `#local` and `#names`. */
  readonly #refused = new Map<string, Refusal>()

  constructor(digits: Digits = 'names') {
    this.#digits = digits
  }

  /** The file has a record with this id. */
  expect(kind: Plural, id: number): void {
    this.#expected.add(`${kind}:${id}`)
  }

  /** Adds a record of the service, or updates it. */
  add(kind: Plural, record: JsonObject, id = Number(record.id)): void {
    const row = { ...referenceRow(kind, record, this.row(kind, id)), id }
    this.#rowsOf(kind).set(id, row)
    for (const slug of slugsOf(row)) if (!this.#slugs.has(`${kind}:${slug}`)) this.#slugs.set(`${kind}:${slug}`, id)
    const names = this.#namesOf(kind)
    const [name, ids] = [foldedName(row.name), names.get(foldedName(row.name)) ?? []]
    if (!ids.includes(id)) names.set(name, [...ids, id])
  }

  /** Adds a record that was written; one without an id is a term that only an event can create. */
  addWritten(kind: Plural, record: JsonObject): void {
    if (record.id === undefined) this.addName(kind, String(record.name))
    else this.add(kind, record)
  }

  /** A term that only an event can create, by naming it. Services take a number for an id. */
  addName(kind: Plural, name: string): void {
    if (!isNumber(name)) this.#only_names.set(`${kind}:${foldedName(name)}`, name)
  }

  get hasOnlyNames(): boolean {
    return this.#only_names.size > 0
  }

  /** A name of the record in the file: its key as a text, or the id it had where it was exported. */
  alias(kind: Plural, name: string | number, id: number): void {
    this.#local.set(typeof name === 'number' ? `${kind} ${name}` : `${kind}:${name}`, id)
  }

  /** What is called so is rejected: by key, slug, name or id of a record of the file. */
  refuse(kind: Plural, name: string | number, refusal: Refusal): void {
    if (typeof name === 'number') this.#refused.set(`${kind} ${name}`, refusal)
    else for (const text of [name, foldedName(name)]) this.#refused.set(`${kind}:${text}`, refusal)
  }

  /** Why no record may be meant by this. */
  refusalOf(kind: Plural, name: string | number): { readonly refusal: Refusal } | undefined {
    const isName = typeof name === 'string'
    const refusal = this.#refused.get(isName ? `${kind}:${name}` : `${kind} ${name}`)
    const known = refusal ?? (isName ? this.#refused.get(`${kind}:${foldedName(name)}`) : undefined)
    return known && { refusal: known }
  }

  /** Redirects references from a record to another one. */
  replace(kind: Plural, id: number, record: JsonObject): void {
    this.remove(kind, id)
    for (const [name, local] of this.#local)
      if (local === id && name.startsWith(kind)) this.#local.set(name, Number(record.id))
    this.add(kind, record)
  }

  /** Removes a deleted record. */
  remove(kind: Plural, id: number): void {
    const row = this.row(kind, id)
    const [names, name] = [this.#namesOf(kind), foldedName(row?.name ?? '')]
    this.#rowsOf(kind).delete(id)
    const others = (names.get(name) ?? []).filter((one) => one !== id)
    if (others.length > 0) names.set(name, others)
    else names.delete(name)
    for (const slug of row ? slugsOf(row) : [])
      if (this.#slugs.get(`${kind}:${slug}`) === id) this.#slugs.delete(`${kind}:${slug}`)
  }

  row(kind: Plural, id: number): ReferenceRow | undefined {
    return this.#rows.get(kind)?.get(id)
  }

  rows(kind: Plural): readonly ReferenceRow[] {
    return [...this.#rowsOf(kind).values()]
  }

  byId(kind: Plural, id: number): ReferenceMatch {
    const local = this.#local.get(`${kind} ${id}`) ?? this.#local.get(`${kind}:${id}`)
    if (local !== undefined) return { id: local }
    const refusal = this.refusalOf(kind, id)
    if (refusal) return refusal
    return this.#rows.get(kind)?.has(id) && !this.#expected.has(`${kind}:${id}`) ? { id } : undefined
  }

  /**
   * What a reference means: a number an id, a text a name or a sign with an id or slug. An object is a linked record
   * from a response, or the data of a new one; its name is never an id.
   */
  find({ kind, value }: { readonly kind: Plural; readonly value: Json | undefined }): ReferenceMatch {
    if (typeof value === 'number') return this.byId(kind, value)
    if (typeof value === 'string') return this.byText(kind, value)
    if (!isObject(value)) return undefined
    const name = nameIn(kind, value)
    const refusal = this.refusalOf(kind, ownNameIn(kind, value) ?? '')
    if (refusal) return refusal
    const byId = typeof value.id === 'number' ? this.byId(kind, value.id) : undefined
    if (byId && 'refusal' in byId) return byId
    const row = byId && 'id' in byId ? this.row(kind, byId.id) : undefined
    // An id from another service may belong to a different record here.
    const isSame = name === undefined || (row && (row.slug === value.slug || foldedName(row.name) === foldedName(name)))
    if (byId && 'id' in byId && (byId.id !== value.id || isSame)) return byId
    const { slug } = value
    const bySlug = typeof slug === 'string' && slug !== '' ? this.byText(kind, slugReference(slug)) : undefined
    if (bySlug || name === undefined) return bySlug
    const byName = signedText(name).sign === 'none' ? this.byText(kind, name) : this.byName(kind, name)
    return byName && 'id' in byName ? { ...byName, is_named: true } : byName
  }

  /** Records with the most similar name, else those whose name has a word that begins as the longest of a text. */
  near(kind: Plural, text: string): readonly ReferenceRow[] {
    const names = [...this.#namesOf(kind).keys()].slice(0, compared_max)
    const [word, wanted] = [foldedName(longestWord(text)), foldedName(text)]
    const similar = closest(
      wanted,
      names.filter((name) => Math.abs(name.length - wanted.length) <= 2),
    )
    const isAlike = (name: string) => word.length >= shortest_word && ` ${name}`.includes(` ${word}`)
    const near = similar === undefined ? names.filter(isAlike) : [similar]
    return near.flatMap((name) => this.#rowsNamed(kind, name))
  }

  /**
   * By key of the file, slug, name, or for categories path, such as `Music > Jazz`. `id:4` is an id, `slug:hall` a
   * slug, and `4` or `#4` a name or an id, depending on what digits are first.
   */
  byText(kind: Plural, text: string): ReferenceMatch {
    const local = this.#local.get(`${kind}:${text}`)
    if (local !== undefined) return { id: local }
    const { sign, text: unsigned } = signedText(text)
    const refusal = this.refusalOf(kind, sign === 'slug' ? unsigned : text)
    if (refusal) return refusal
    if (sign === 'id') return this.byId(kind, Number(unsigned))
    const byNumber = sign === 'number' ? this.#byNumber(kind, text, Number(unsigned)) : undefined
    if (byNumber) return byNumber
    const slug = this.#slugs.get(`${kind}:${sign === 'slug' ? unsigned : text}`)
    if (slug !== undefined) return { id: slug }
    const named = this.#rowsNamed(kind, foldedName(text))
    const on_path = kind === 'categories' && text.includes('>') ? this.#rowsOnPath(text) : []
    // In a file a text with `>` is a name before it is a path; a typed text that can be both is ambiguous.
    const rows = this.#digits === 'names' && named.length > 0 ? named : [...new Set([...named, ...on_path])]
    return matchOf(rows) ?? this.#onlyName(kind, text)
  }

  #byNumber(kind: Plural, name: string, id: number): ReferenceMatch {
    return this.#digits === 'ids'
      ? (this.byId(kind, id) ?? this.byName(kind, name))
      : (this.byName(kind, name) ?? this.byId(kind, id))
  }

  #onlyName(kind: Plural, text: string): ReferenceMatch {
    const name = this.#only_names.get(`${kind}:${foldedName(text)}`)
    return name === undefined ? undefined : { name }
  }

  /** By name alone: not by id, slug or path. */
  byName(kind: Plural, text: string): ReferenceMatch {
    return matchOf(this.#rowsNamed(kind, foldedName(text)))
  }

  #rowsOnPath(path: string): readonly ReferenceRow[] {
    const { ids, missing } = this.#walk(path)
    return missing.length > 0 ? [] : ids.flatMap((id) => this.row('categories', id) ?? [])
  }

  #rowsNamed(kind: Plural, folded: string): readonly ReferenceRow[] {
    return (this.#namesOf(kind).get(folded) ?? []).flatMap((id) => this.row(kind, id) ?? [])
  }

  /** The last category that exists on a path, 0 if none does, and the names below it; `id:2 > Jazz` begins at one. */
  alongPath(path: string): { readonly id: number; readonly missing: readonly string[] } {
    const { ids, missing } = this.#walk(path)
    return { id: ids[0] ?? 0, missing }
  }

  /** Several categories can have the same path. */
  #walk(path: string): { readonly ids: readonly number[]; readonly missing: readonly string[] } {
    const parts = pathParts(path)
    const { sign, text } = signedText(parts[0] ?? '')
    let ids = sign === 'id' ? [Number(text)] : []
    for (const [n, part] of parts.entries()) {
      if (n === 0 && sign === 'id') continue
      const children = this.#childrenOf(n === 0 ? [0] : ids, foldedName(part))
      if (children.length === 0) return { ids, missing: parts.slice(n) }
      ids = children.map(({ id }) => id)
    }
    return { ids, missing: [] }
  }

  /** The categories of this name directly below others; 0 is the top. */
  #childrenOf(parents: readonly number[], folded: string): readonly ReferenceRow[] {
    return this.rows('categories').filter((row) => parents.includes(row.parent) && foldedName(row.name) === folded)
  }

  #namesOf(kind: Plural): Map<string, readonly number[]> {
    return getOrInsert(this.#names, kind, () => new Map())
  }

  #rowsOf(kind: Plural): Map<number, ReferenceRow> {
    return getOrInsert(this.#rows, kind, () => new Map())
  }
}

/** Names that are compared with an unknown one. */
const compared_max = 2_000
/** Shorter words are in too many names. */
const shortest_word = 3

/** `known`: what is known of it already. */
export function referenceRow(kind: Plural, record: JsonObject, known?: ReferenceRow): ReferenceRow {
  const { id, slug, parent, city, start_date, [resources[kind].name]: name } = record
  const detail = kind === 'events' ? String(start_date ?? '').slice(0, 10) : (city ?? known?.detail ?? '')
  return {
    id: Number(id),
    name: textOfHtml(String(name ?? known?.name ?? '')),
    slug: String(slug ?? known?.slug ?? ''),
    parent: Number(parent ?? known?.parent ?? 0) || 0,
    detail: textOfHtml(String(detail)),
    record: known && name === undefined ? known.record : record,
  }
}

/** Several records are candidates. */
export function matchOf(rows: readonly ReferenceRow[]): ReferenceMatch {
  const [only, other] = rows
  return other === undefined ? only && { id: only.id } : { candidates: rows }
}

/** The name in a reference, which is a text or the description of a record. */
export function nameIn(kind: Plural, value: Json | undefined): string | undefined {
  const name = isObject(value) ? value[resources[kind].name] : value
  return typeof name === 'string' && name.trim() !== '' ? name : undefined
}

/** The name of a described record with the slug or id that it has elsewhere; undefined if it has none. */
export function ownNameIn(kind: Plural, value: Json | undefined): string | undefined {
  const name = nameIn(kind, value)
  if (name === undefined || !isObject(value)) return undefined
  const { slug, id } = value
  return isEmpty(slug) && id === undefined ? undefined : `${foldedName(name)}\n${slug ?? ''}\n${id ?? ''}`
}

/** What a name does not tell: the slug, unless it only repeats the name, and the city or day. */
export function differenceOf({ name, slug, detail }: ReferenceRow): string {
  const former = restoredSlug(percentDecoded(slug))
  const own = former === foldedName(name).replaceAll(' ', '-') ? '' : former
  return [own, detail].filter((part) => part !== '').join(', ')
}

/** `City Hall (city-hall-2, Rome)` */
export function distinctName(row: ReferenceRow): string {
  const difference = differenceOf(row)
  return difference === '' ? row.name : `${row.name} (${difference})`
}

const candidates_max = 8

/** The first eight of these labels. */
export function candidatesText(labels: readonly string[]): string {
  return firstItems(labels, candidates_max, '; ')
}

/** The error for a name that several records have. */
export function ambiguousName(kind: Plural, name: string, candidates: readonly ReferenceRow[]): CalError {
  const list = candidatesText(candidates.map((row) => `${row.id > 0 ? row.id : '+'} ${distinctName(row)}`))
  const records = resources[kind].counted(candidates.length)
  return new CalError('usage', t('"{name}" is the name of {records}', { name, records }), {
    hint: t('specify the id: {list}', { list }),
    problem: 'ambiguous name',
  })
}

/** The hint for a name that no record has: similar names, or the list of all. `offers`: it can be created. */
export function unknownNameHint(kind: Plural, near: readonly ReferenceRow[], offers: boolean): Text {
  const nearText = (language: Language) =>
    candidatesText(
      near.map((row) => {
        const name = distinctName(row)
        return row.id > 0 ? t('{name}, id {id}', { name, id: String(row.id) })[language] : name
      }),
    )
  if (near.length > 0) {
    const text = t('did you mean {near}?', { near: nearText })
    return offers ? t('{text} To create it, use --create-missing', { text }) : text
  }
  const text = t('list them: {all}', { all: `cal ${kind} list --all${isTerm(kind) ? ' --no-hide-empty' : ''}` })
  return offers ? t('{text}; to create it, use --create-missing', { text }) : text
}

/** A slug as services store it, and as people write it: `%c3%a4rzte`, `ärzte`. */
function slugsOf({ slug }: ReferenceRow): readonly string[] {
  return slug === '' ? [] : [...new Set([slug, percentDecoded(slug)])]
}

/** Whether a text consists of digits. */
export function isNumber(text: string): boolean {
  return /^\d+$/.test(text)
}

/** A slug that consists of digits would be read as a name or an id. */
export function slugReference(slug: string): string {
  return isNumber(slug) ? `slug:${slug}` : slug
}

export function idReference(id: number): string {
  return `id:${id}`
}

/** `Music > Jazz` → `['Music', 'Jazz']` */
export function pathParts(path: string): readonly string[] {
  return path
    .split('>')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** Whether a text is a path of categories of which a part is empty: `Music >`. */
export function hasEmptyPart(kind: Plural, text: string): boolean {
  return kind === 'categories' && text.includes('>') && text.split('>').some((part) => part.trim() === '')
}

/** Whether a text can be a path of categories, besides a name. */
export function isPath(kind: Plural, text: string): boolean {
  return kind === 'categories' && pathParts(text).length > 1
}

// What a text says by its sign, such as `slug:2027`, and an index of records by id, slug, name, path, or the keys of a
// file. The only place that says what a text means: for files, which have read all records, and for the command line,
// which asks for some. A slug precedes a name; what several records have as their name is refused with their ids.
import type { JsonObject } from '../../base/json.ts'
import { getOrInsert } from '../../base/collections.ts'
import { foldedName } from '../../base/text/slug.ts'
import { percentDecoded, textOfHtml } from '../../base/text/untrusted-text.ts'
import type { Plural } from '../../spec/model.ts'
import { resources } from '../../spec/resources.ts'

/** A record that can be referred to. A negative id means not yet created. */
export interface ReferenceRow {
  readonly id: number
  readonly name: string
  readonly slug: string
  readonly parent: number
}

export type ReferenceMatch =
  | { readonly id: number }
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
  readonly #names = new Map<string, number[]>()
  readonly #only_names = new Map<string, string>()
  /** `venues:hall` and `venues 4`: keys of the file's own records, and ids that they had elsewhere. */
  readonly #local = new Map<string, number>()
  /** Ids of the file's own records: until one has an alias, no other record is meant by its id. */
  readonly #expected = new Set<string>()

  constructor(digits: Digits = 'names') {
    this.#digits = digits
  }

  /** The file has a record with this id. */
  expect(kind: Plural, id: number): void {
    this.#expected.add(`${kind}:${id}`)
  }

  /** Adds a record of the service, or updates it. */
  add(kind: Plural, record: JsonObject, id = Number(record.id)): void {
    const known = this.#rows.get(kind)?.get(id)
    const name = record[resources[kind].name] ?? known?.name
    const row = {
      id,
      name: textOfHtml(String(name ?? '')),
      slug: String(record.slug ?? known?.slug ?? ''),
      parent: Number(record.parent ?? known?.parent ?? 0) || 0,
    }
    this.#rowsOf(kind).set(id, row)
    for (const slug of slugsOf(row)) if (!this.#slugs.has(`${kind}:${slug}`)) this.#slugs.set(`${kind}:${slug}`, id)
    const nameKey = `${kind}:${foldedName(row.name)}`
    const ids = this.#names.get(nameKey) ?? []
    if (!ids.includes(id)) this.#names.set(nameKey, [...ids, id])
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
    const nameKey = `${kind}:${foldedName(row?.name ?? '')}`
    this.#rowsOf(kind).delete(id)
    this.#names.set(
      nameKey,
      (this.#names.get(nameKey) ?? []).filter((one) => one !== id),
    )
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
    return this.#rows.get(kind)?.has(id) && !this.#expected.has(`${kind}:${id}`) ? { id } : undefined
  }

  /**
   * By key of the file, slug, name, or for categories path, such as `Music > Jazz`. `id:4` is an id, `slug:hall` a
   * slug, and `4` or `#4` a name or an id, depending on what digits are first.
   */
  byText(kind: Plural, text: string): ReferenceMatch {
    const local = this.#local.get(`${kind}:${text}`)
    if (local !== undefined) return { id: local }
    const { sign, text: unsigned } = signedText(text)
    if (sign === 'id') return this.byId(kind, Number(unsigned))
    const byNumber = sign === 'number' ? this.#byNumber(kind, text, Number(unsigned)) : undefined
    if (byNumber) return byNumber
    const slug = this.#slugs.get(`${kind}:${sign === 'slug' ? unsigned : text}`)
    if (slug !== undefined) return { id: slug }
    const path = kind === 'categories' && text.includes('>') ? text : undefined
    return this.byName(kind, text) ?? (path === undefined ? undefined : this.byPath(path)) ?? this.#onlyName(kind, text)
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
    return this.#matchOf(kind, this.#names.get(`${kind}:${foldedName(text)}`) ?? [])
  }

  /** Of categories, by path alone. */
  byPath(path: string): ReferenceMatch {
    const { ids, missing } = this.#walk(path)
    return missing.length > 0 ? undefined : this.#matchOf('categories', ids)
  }

  #matchOf(kind: Plural, ids: readonly number[]): ReferenceMatch {
    const [only, other] = ids
    if (only === undefined) return undefined
    return other === undefined ? { id: only } : { candidates: ids.flatMap((id) => this.row(kind, id) ?? []) }
  }

  /** The last category that exists on a path, 0 if none does, and the names below it; `id:2 > Jazz` begins at one. */
  alongPath(path: string): { readonly id: number; readonly missing: readonly string[] } {
    const { ids, missing } = this.#walk(path)
    return { id: ids[0] ?? 0, missing }
  }

  /** Several categories can have the same path. */
  #walk(path: string): { readonly ids: readonly number[]; readonly missing: readonly string[] } {
    const parts = partsOf(path)
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

  #rowsOf(kind: Plural): Map<number, ReferenceRow> {
    return getOrInsert(this.#rows, kind, () => new Map())
  }
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
export function partsOf(path: string): readonly string[] {
  return path
    .split('>')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** Whether a text can be a path of categories, besides a name. */
export function isPath(kind: Plural, text: string): boolean {
  return kind === 'categories' && partsOf(text).length > 1
}

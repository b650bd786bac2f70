// Names in place of ids: `--venue "City Hall"`, `--categories music,Jazz`.
import type { Exchange } from '../../base/exchange.ts'
import { Failure } from '../../base/failure.ts'
import type { JsonObject } from '../../base/json.ts'
import { foldedName } from '../../base/rendered.ts'
import { plainText } from '../../base/text.ts'
import { getPage, getPages, per_page_max } from '../../client/pages.ts'
import { noSuch } from '../../spec/absent.ts'
import type { Parameters, Plural } from '../../spec/model.ts'
import { resources } from '../../spec/resources.ts'
import type { Values } from '../../spec/read.ts'
import { closest, didYouMean } from '../closest.ts'
import type { Session } from '../session.ts'
import { isName, namedKind } from './naming.ts'

const candidates_max = 8

export interface Resolving {
  readonly exchange: Exchange
  readonly note: Session['note']
  /** Services make the categories and tags of an event that do not exist yet; a parent they do not make. */
  readonly writes: boolean
}

/** Every name as the id it stands for. Fails with the candidates where it is nobody's name, or several records'. */
export async function withIds(values: Values, parameters: Parameters, resolving: Resolving): Promise<Values> {
  const entries: [string, unknown][] = []
  for (const [name, value] of Object.entries(values)) {
    const plural = namedKind(name, parameters)
    const how = name === 'parent' ? { ...resolving, writes: false } : resolving
    entries.push([name, plural === undefined ? value : Array.isArray(value) ? await allOf(value, plural, how) : await idOf(value, plural, how)])
  }
  return Object.fromEntries(entries)
}

async function allOf(values: readonly unknown[], plural: Plural, resolving: Resolving): Promise<readonly unknown[]> {
  const ids: unknown[] = []
  for (const value of values) ids.push(await idOf(value, plural, resolving))
  return ids
}

async function idOf(value: unknown, plural: Plural, { exchange, note, writes }: Resolving): Promise<unknown> {
  if (!isName(value)) return value
  const wanted = foldedName(value)
  const found = await searched(exchange, plural, value.trim())
  const exact = found.filter((record) => foldedName(nameOf(plural, record)) === wanted || record.slug === wanted)
  if (exact.length === 1) return exact[0]?.id
  if (exact.length > 1) throw ambiguous(value, plural, exact)
  if (writes && (plural === 'categories' || plural === 'tags')) {
    await note({ en: `new ${resources[plural].title.en} "${value}"`, de: `neu: ${resources[plural].title.de} „${value}“` })
    return value
  }
  throw missing(value, plural, found.length > 0 ? found : await misspelled(exchange, plural, wanted))
}

/** A slip finds nothing by search: the first page of all names is worth a look. */
async function misspelled(exchange: Exchange, plural: Plural, wanted: string): Promise<readonly JsonObject[]> {
  const { records } = await getPage(exchange, { plural, query: { per_page: per_page_max, ...listed(plural) } })
  const near = closest(wanted, records.map((record) => foldedName(nameOf(plural, record))))
  return records.filter((record) => foldedName(nameOf(plural, record)) === near)
}

/** Terms that no event uses can be meant as well. */
function listed(plural: Plural): Values {
  return resources[plural].family === 'term' ? { hide_empty: false } : {}
}

async function searched(exchange: Exchange, plural: Plural, search: string): Promise<readonly JsonObject[]> {
  const found: JsonObject[] = []
  for await (const { records } of getPages(exchange, { plural, query: { search, ...listed(plural) } })) found.push(...records)
  return found
}

/** `City Hall (Rome)`; a slug that only repeats the name is left out. */
export function toldApart(plural: Plural, record: JsonObject): string {
  const name = nameOf(plural, record)
  const more = [record.city, record.slug].find((value) => typeof value === 'string' && value !== '' && value !== foldedName(name).replaceAll(' ', '-'))
  return `${name}${more === undefined ? '' : ` (${more})`}`
}

function nameOf(plural: Plural, record: JsonObject): string {
  return plainText(String(record[resources[plural].name] ?? ''))
}

function ambiguous(name: string, plural: Plural, records: readonly JsonObject[]): Failure {
  const { titles } = resources[plural]
  return new Failure('usage', { en: `"${name}" is the name of ${records.length} ${titles.en}`, de: `„${name}“ heißen ${records.length} ${titles.de}` }, { hint: { en: `give the id: ${listOf(plural, records)}`, de: `die ID angeben: ${listOf(plural, records)}` } })
}

function missing(name: string, plural: Plural, near: readonly JsonObject[]): Failure {
  const all = `cal ${plural} list --all${resources[plural].family === 'term' ? ' --no-hide-empty' : ''}`
  const hint = near.length > 0
    ? didYouMean(listOf(plural, near))
    : { en: `${all} shows what there is`, de: `${all} zeigt, was es gibt` }
  return new Failure('not_found', noSuch(plural, name), { hint })
}

/** `3 City Hall (Rome), 7 City Hall (Köln)` */
function listOf(plural: Plural, records: readonly JsonObject[]): string {
  const shown = records.slice(0, candidates_max).map((record) => `${record.id} ${toldApart(plural, record)}`)
  return [...shown, ...(records.length > candidates_max ? ['…'] : [])].join(', ')
}

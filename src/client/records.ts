// Single records over an exchange: read, delete, and find what a target means.
import type { Exchange } from '../base/exchange.ts'
import { Failure } from '../base/failure.ts'
import type { JsonObject } from '../base/json.ts'
import { isObject } from '../base/json.ts'
import type { Plural } from '../spec/model.ts'
import { resources } from '../spec/resources.ts'
import type { Values } from '../spec/read.ts'
import { listOf, recordOf } from './answer.ts'
import { call, type Extra } from './call.ts'
import { hasSlugRoute, type Target } from './target.ts'

/** Fails with `not_found` where there is no such record. */
export async function getRecord(exchange: Exchange, plural: Plural, target: Target, extra: Extra = {}): Promise<JsonObject> {
  const { suffix, place } = await placeOf(exchange, plural, target)
  return recordOf(await call(exchange, `${plural}.get${suffix}`, place, extra))
}

/** The record as it is afterwards: in the trash, or as it was. */
export async function deleteRecord(exchange: Exchange, plural: Plural, target: Target, extra: Extra = {}): Promise<JsonObject> {
  const { suffix, place } = await placeOf(exchange, plural, target)
  return recordOf(await call(exchange, `${plural}.delete${suffix}`, place, extra))
}

/** The id of a record. Fails with `server_failed` where an answer has none. */
export function idOf(record: JsonObject): number {
  const id = record.id
  if (typeof id === 'number' && Number.isSafeInteger(id)) return id
  throw new Failure('server_failed', { en: `the answer is a record without an id: ${JSON.stringify(id ?? null)}`, de: `die Antwort ist ein Eintrag ohne ID: ${JSON.stringify(id ?? null)}` })
}

/** The values of the path, and which of the two routes they belong to. */
export async function placeOf(exchange: Exchange, plural: Plural, target: Target): Promise<{ readonly suffix: '' | '-by-slug'; readonly place: Values }> {
  if (target.kind === 'id') return { suffix: '', place: { id: target.id } }
  if (hasSlugRoute(plural)) return { suffix: '-by-slug', place: { slug: target.slug } }
  return { suffix: '', place: { id: await idOfTerm(exchange, plural, target.slug) } }
}

/** A term's slug is looked up in the list. */
async function idOfTerm(exchange: Exchange, plural: Plural, slug: string): Promise<number> {
  const answer = await call(exchange, `${plural}.list`, { slug, hide_empty: false })
  const term = listOf(answer, plural).find((record) => record.slug === slug) ?? listOf(answer, plural)[0]
  if (isObject(term)) return idOf(term as JsonObject)
  const { title } = resources[plural]
  throw new Failure('not_found', { en: `there is no ${title.en} "${slug}"`, de: `${title.de} „${slug}“ gibt es nicht` })
}

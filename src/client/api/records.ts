// Single records: reading, deleting, and finding the id that a target names.
import { CalError } from '../../base/errors.ts'
import type { Exchange } from '../../base/exchange.ts'
import type { Json, JsonObject } from '../../base/json.ts'
import { t } from '../../base/text/language.ts'
import { foldedName, foldedSlug } from '../../base/text/slug.ts'
import { percentDecoded } from '../../base/text/untrusted-text.ts'
import type { Plural } from '../../spec/model.ts'
import type { OperationName } from '../../spec/operations.ts'
import type { Values } from '../../spec/read.ts'
import { notFoundText, resources } from '../../spec/resources.ts'
import { idOf, listOf, recordOf } from './answer.ts'
import { call, type CallOptions } from './call.ts'
import { isInTrash } from './error-answer.ts'
import { getPages, withAnyDate } from './pages.ts'
import { isBlank } from './protected-records.ts'
import { hasSlugRoute, type RecordTarget } from './target.ts'

/**
 * A record, also from the trash.
 *
 * Errors: `not_found` if there is no such record, or it is in a trash that the caller may not list.
 */
export async function getRecord(
  exchange: Exchange,
  plural: Plural,
  target: RecordTarget,
  extra: CallOptions = {},
): Promise<JsonObject> {
  const { name, values } = await getOperationOf(exchange, plural, target)
  try {
    return recordOf(await call(exchange, name, values, extra))
  } catch (error) {
    const trashed = isInTrash(error) ? await listedInTrash(exchange, target) : undefined
    if (trashed) return trashed
    throw error
  }
}

/** Since release 6.17.2, trashed events can only be listed; hidden ones cannot be read at all. */
async function listedInTrash(exchange: Exchange, target: RecordTarget): Promise<JsonObject | undefined> {
  const isTarget = ({ id, slug }: JsonObject) => (target.kind === 'id' ? id === target.id : slug === target.slug)
  const only = target.kind === 'id' ? { include: [target.id] } : {}
  try {
    for await (const { records } of getPages(exchange, {
      plural: 'events',
      query: { ...withAnyDate({}), ...only, status: 'trash' },
    })) {
      const found = records.find(isTarget)
      if (found) return found
    }
  } catch (error) {
    if (!(error instanceof CalError) || (error.code !== 'refused' && error.code !== 'not_allowed')) throw error
  }
  return undefined
}

/** The record of a write's response, read again if its fields are hidden by a password. */
export async function rereadIfBlank(exchange: Exchange, plural: Plural, record: JsonObject): Promise<JsonObject> {
  if (!isBlank(plural, record)) return record
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
  if (hasSlugRoute(plural)) return { name: `${plural}.get-by-slug`, values: { slug: target.slug } }
  return { name: `${plural}.get`, values: { id: await idOfTerm(exchange, plural, target.slug) } }
}

/** The term with this slug, or the only term with this name: `Food & Drink`. */
async function idOfTerm(exchange: Exchange, plural: Plural, slug: string): Promise<number> {
  const answer = await call(exchange, `${plural}.list`, { slug, hide_empty: false })
  const plain = (text: Json | undefined) => percentDecoded(String(text)).toLowerCase()
  const term = listOf(answer, plural).find((record) => plain(record.slug) === plain(slug))
  if (term) return idOf(term)
  if (/^[a-z0-9_-]+$/.test(slug)) throw new CalError('not_found', notFoundText(plural, slug), { missing: slug })
  const named: number[] = []
  for await (const { records } of getPages(exchange, { plural, query: { hide_empty: false } })) {
    named.push(...records.filter(({ name }) => foldedName(String(name)) === foldedName(slug)).map(idOf))
  }
  if (named.length === 1 && named[0] !== undefined) return named[0]
  throw new CalError('not_found', notFoundText(plural, slug), { missing: slug })
}

/** The record with this name, ignoring case and surrounding blanks. */
async function recordNamed(
  exchange: Exchange,
  plural: 'venues' | 'organizers',
  name: string,
): Promise<JsonObject | undefined> {
  const wanted = foldedName(name)
  if (wanted === '') return undefined
  for await (const { records } of getPages(exchange, { plural, query: { search: name.trim() } })) {
    // A password may hide the name; services overwrite that record as well.
    const hasName = (record: JsonObject) =>
      isBlank(plural, record)
        ? foldedSlug(String(record.slug)) === foldedSlug(name)
        : foldedName(String(record[resources[plural].name] ?? '')) === wanted
    const found = records.find(hasName)
    if (found) return found
  }
  return undefined
}

/**
 * Checks a name before a venue or organizer is created: deployed services overwrite the record that has it.
 *
 * Errors: `refused` if the name is taken; the hint names the record.
 */
export async function refuseDuplicate(
  exchange: Exchange,
  plural: 'venues' | 'organizers',
  name: string,
): Promise<void> {
  const existing = await recordNamed(exchange, plural, name)
  if (!existing) return
  const { title } = resources[plural]
  const id = idOf(existing)
  throw new CalError('refused', t('the {title} "{name}" already exists (id {id})', { title, name, id }), {
    hint: t('show it: cal {plural} get {id}; to create another one, add --allow-duplicate', { plural, id }),
  })
}

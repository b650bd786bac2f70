// Requests to the interface for the address of a page: records by their key, filters as parameters.
import { objectsOf } from '../../base/json.ts'
import { t } from '../../base/text/language.ts'
import { plurals } from '../../spec/resources.ts'
import type { Filters, QueryParts, RecordKind, TermKind } from './address.ts'
import type { PageContext } from './context.ts'
import { PageError } from './page-error.ts'
import type { ApiAddress } from './reader.ts'
import { type TermView, termView } from './records.ts'

export interface RecordKey {
  readonly record: RecordKind
  readonly key: string
  readonly by: 'id' | 'slug'
}

/** The request for a record. Deployed services find slugs of other scripts only in lower case. Source: interface 14. */
export function recordAddress({ record, key, by }: RecordKey): ApiAddress {
  const slug = encodeURIComponent(key).replace(/%[\dA-F]{2}/g, (code) => code.toLowerCase())
  return { path: `/${plurals[record]}/${by === 'slug' ? `by-slug/${slug}` : key}`, query: {} }
}

const missing = {
  event: (key: string) => t('There is no event “{key}”.', { key }),
  venue: (key: string) => t('There is no venue “{key}”.', { key }),
  organizer: (key: string) => t('There is no organizer “{key}”.', { key }),
  category: (key: string) => t('There is no category “{key}”.', { key }),
  tag: (key: string) => t('There is no tag “{key}”.', { key }),
} as const

/** Converts the error of an unknown record to 404: deployed services answer 400. Source: interface Q10. */
export function toNotFound({ record, key }: Pick<RecordKey, 'record' | 'key'>): (error: unknown) => never {
  return (error) => {
    if (error instanceof PageError && (error.status === 404 || error.status === 400)) {
      throw new PageError(404, missing[record](key))
    }
    throw error
  }
}

/** The filters as parameters of a list of events. */
export async function parametersOf(
  { search, status, venue, organizer, category, tag }: Filters,
  context: PageContext,
): Promise<QueryParts> {
  const [categories, tags] = await Promise.all([
    category === undefined ? undefined : termParameter('category', category, context),
    tag === undefined ? undefined : termParameter('tag', tag, context),
  ])
  return { search, categories, tags, venue, organizer, status }
}

/** The term as a parameter: by id if its slug consists of digits, which services read as an id. */
async function termParameter(taxonomy: TermKind, slug: string, context: PageContext): Promise<string> {
  return /^\d+$/.test(slug) ? String((await termAt(taxonomy, slug, context)).id) : slug
}

/** The term of a slug. Errors: 404. */
export async function termAt(taxonomy: TermKind, slug: string, { reader }: PageContext): Promise<TermView> {
  const plural = plurals[taxonomy]
  const answer = await reader.get({ path: `/${plural}`, query: { slug, hide_empty: 'false' } })
  const [record] = objectsOf(answer[plural])
  if (record) return termView(taxonomy, record)
  throw new PageError(404, missing[taxonomy](slug))
}

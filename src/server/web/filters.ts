// The filters of a list in the address of a page.
import { PageError } from './page-error.ts'

export const filter_names = ['search', 'category', 'tag', 'venue', 'organizer', 'status'] as const
export type FilterName = (typeof filter_names)[number]

/** Categories and tags by slug, venues and organizers by id. */
export type Filters = Readonly<Partial<Record<FilterName, string>>>

/** The filters of an address, without the empty ones that forms send. Errors: 400 for an id that is not a number. */
export function filtersOf(query: URLSearchParams): Filters {
  const filters: Partial<Record<FilterName, string>> = {}
  for (const name of filter_names) {
    const value = (query.get(name) ?? '').replace(/\p{Cc}+/gu, ' ').trim()
    if (value === '') continue
    if ((name === 'venue' || name === 'organizer') && !/^\d{1,15}$/.test(value))
      throw new PageError(400, {
        en: `${name} must be an id such as 12, not “${value}”.`,
        de: `${name} in einer Adresse ist eine ID wie 12, nicht „${value}“.`,
      })
    filters[name] = value
  }
  return filters
}

/** The query of an address with these filters, empty or beginning with `?`. */
export function queryText(values: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value !== undefined && value !== '') query.set(name, value)
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

// The part of a list that one page shows, and the parameters in links between pages.
import { per_page_max } from '../../../spec/lists.ts'
import type { EventWindow, ListSlice } from './selection.ts'

/** A page of a list. `page` counts from 1; offset and limit are records. */
export interface ListPart extends ListSlice {
  readonly page: number
  readonly per_page: number
}

const per_page_default = 10

/** The page that was asked for; `per_page` is limited to 50. Source: interface 5.1. */
export function pageOf(values: { readonly page?: number; readonly per_page?: number }): ListPart {
  const { page = 1 } = values
  const per_page = Math.min(values.per_page ?? per_page_default, per_page_max)
  return { page, per_page, offset: (page - 1) * per_page, limit: per_page }
}

/** Names and values of the parameters in a link, in order. */
export type LinkParameters = readonly (readonly [name: string, value: string])[]

export interface Links {
  readonly rest_url: string
  readonly next_rest_url?: string
  readonly previous_rest_url?: string
}

/** Parameters as the texts of a link; a flag is `1` or `0`. */
export type LinkValues = Readonly<Record<string, string>>

/** The input of page links. */
export interface Listed {
  /** The URL of the list, without a slash at the end. */
  readonly collection: string
  /** The list's own parameters that were sent. */
  readonly values: LinkValues
  /** The other parameters that were sent: `_fields`, `lang`, `password`. */
  readonly others: LinkValues
  readonly page: ListPart
  readonly pages: number
}

/** Writes the links of a page of a list. `status` is the parameter of the links, see `linkStatusOf`. */
export interface LinkWriter {
  events(listed: Listed, window: EventWindow, status: string): Links
  places(listed: Listed, status: string): Links
  terms(listed: Listed): Links
}

/** The parameters with these names that were sent, in this order. */
export function linkParametersOf(values: LinkValues, names: readonly string[]): LinkParameters {
  return names.flatMap((name) => {
    const value = values[name]
    return value === undefined ? [] : [[name, value] as const]
  })
}

/** The links of a page; `at` writes that of another one. */
export function pageLinks(
  rest_url: string,
  { page: { page }, pages }: Pick<Listed, 'page' | 'pages'>,
  at: (page: number) => string,
): Links {
  return {
    rest_url,
    ...(page < pages && { next_rest_url: at(page + 1) }),
    ...(page > 1 && { previous_rest_url: at(page - 1) }),
  }
}

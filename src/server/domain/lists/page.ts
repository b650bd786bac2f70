// The part of a list that one page shows.
import type { ListSlice } from './selection.ts'

export interface ListPart extends ListSlice {
  readonly page: number
  readonly per_page: number
}

const per_page_max = 50
const per_page_default = 10

/** Shape: `page` counts from 1; `per_page` is 50 at most. Source: interface 5.1. */
export function pageOf(values: { readonly page?: number; readonly per_page?: number }): ListPart {
  const { page = 1 } = values
  const per_page = Math.min(values.per_page ?? per_page_default, per_page_max)
  return { page, per_page, offset: (page - 1) * per_page, limit: per_page }
}

export function pagesOf(total: number, { per_page }: ListPart): number {
  return Math.ceil(total / per_page)
}

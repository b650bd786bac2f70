// The part of a list that one page shows, and the addresses of the pages around it.
import type { Values } from '../../../spec/read.ts'
import type { ListSlice } from './selection.ts'

export interface ListPart extends ListSlice {
  readonly page: number
  readonly per_page: number
}

const per_page_max = 50
const per_page_default = 10

/** Shape: `page` counts from 1; more than 50 a page are silently 50. Source: specification 8; observed 4. */
export function pageOf(values: Values): ListPart {
  const page = typeof values.page === 'number' ? values.page : 1
  const per_page = Math.min(typeof values.per_page === 'number' ? values.per_page : per_page_default, per_page_max)
  return { page, per_page, offset: (page - 1) * per_page, limit: per_page }
}

export function pagesOf(total: number, { per_page }: ListPart): number {
  return Math.ceil(total / per_page)
}

// A list that few events can be in, whole and in its order: any window of it is cut from memory.
import type { Slice } from '../../../domain/lists/selection.ts'
import type { Bound } from './event-conditions.ts'
import type { Row } from '../sqlite.ts'

/** Ids in the order of the list, and what windows compare, place by place. */
export interface ShortList {
  readonly ids: readonly number[]
  readonly from: Float64Array
  readonly end: Float64Array
}

/** Of rows `id`, `list_from`, `list_end`. */
export function shortListOf(rows: readonly Row[]): ShortList {
  return {
    ids: rows.map(({ id }) => Number(id)), from: Float64Array.from(rows, (row) => Number(row.list_from)), end: Float64Array.from(rows, (row) => Number(row.list_end)),
  }
}

/** The ids inside a window. */
export function cut(list: ShortList, bounds: readonly Bound[]): readonly number[] {
  return bounds.length === 0 ? list.ids : list.ids.filter((_, i) => bounds.every((bound) => isInside(bound, list[bound.side][i] ?? 0)))
}

function isInside({ sign, key }: Bound, value: number): boolean {
  switch (sign) {
    case '>=': return value >= key
    case '>': return value > key
    case '<=': return value <= key
    case '<': return value < key
  }
}

export function sliceOf(ids: readonly number[], { offset, limit }: Slice): readonly number[] {
  return ids.slice(offset, offset + limit)
}

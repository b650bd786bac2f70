// A short list held in memory without its window: any window is filtered from it.
import type { ListSlice } from '../../../domain/lists/selection.ts'
import type { ConditionBound } from './event-conditions.ts'
import type { SqlValue } from '../sqlite.ts'

/** Ids in list order, with the keys that windows compare at the same index. */
export interface ShortList {
  readonly ids: readonly number[]
  readonly from: Float64Array
  readonly end: Float64Array
}

/** From rows with `id`, `list_from` and `list_end`. */
export function shortListOf(rows: readonly SqlValue[][]): ShortList {
  return {
    ids: rows.map(([id]) => Number(id)),
    from: Float64Array.from(rows, ([, from]) => Number(from)),
    end: Float64Array.from(rows, ([, , end]) => Number(end)),
  }
}

/** The ids inside a window. */
export function idsInWindow(list: ShortList, bounds: readonly ConditionBound[]): readonly number[] {
  return bounds.length === 0
    ? list.ids
    : list.ids.filter((_, i) => bounds.every((bound) => isInside(bound, list[bound.side][i] ?? 0)))
}

function isInside({ sign, key }: ConditionBound, value: number): boolean {
  switch (sign) {
    case '>=':
      return value >= key
    case '>':
      return value > key
    case '<=':
      return value <= key
    case '<':
      return value < key
  }
}

export function sliceOf(ids: readonly number[], { offset, limit }: ListSlice): readonly number[] {
  return ids.slice(offset, offset + limit)
}

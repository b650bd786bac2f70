// All events of a selection in list order, as typed arrays, and the changes of such a list after a write.
import type { FoundRecords, ListSlice } from '../../../domain/lists/selection.ts'
import type { SqlValue } from '../sqlite.ts'
import type { EventBound } from '../../event-bounds.ts'

/** The ids in list order, and at the same indexes the keys `list_from` and `list_end`, which windows compare. */
export interface ShortList {
  readonly ids: Float64Array
  readonly from: Float64Array
  readonly end: Float64Array
}

/** The number of numbers in a list, as a measure of its memory. */
export function sizeOf({ ids }: ShortList): number {
  return 3 * ids.length
}

/** The list of rows that begin with `id`, `list_from` and `list_end`. */
export function shortListOf(rows: readonly (readonly SqlValue[])[]): ShortList {
  return {
    ids: Float64Array.from(rows, ([id]) => Number(id)),
    from: Float64Array.from(rows, ([, from]) => Number(from)),
    end: Float64Array.from(rows, ([, , end]) => Number(end)),
  }
}

/** The list of a text `id list_from list_end id list_from list_end …`, with the events for which `isListed` is true. */
export function shortListIn(text: string, isListed: (id: number) => boolean): ShortList {
  const numbers = numbersIn(text)
  const columns: [Float64Array, Float64Array, Float64Array] = [
    new Float64Array(numbers.length / 3),
    new Float64Array(numbers.length / 3),
    new Float64Array(numbers.length / 3),
  ]
  let length = 0
  for (let i = 0; i < numbers.length; i += 3) {
    if (!isListed(numbers[i] ?? 0)) continue
    columns.forEach((column, j) => {
      column[length] = numbers[i + j] ?? 0
    })
    length++
  }
  const [ids, from, end] = columns
  return { ids: ids.slice(0, length), from: from.slice(0, length), end: end.slice(0, length) }
}

const space = 32
const zero = 48

/** The natural numbers in a text, separated by spaces. A million take SQLite 0.9 s as rows, and 0.2 s as one text. */
export function numbersIn(text: string): Float64Array {
  const numbers: Float64Array = new Float64Array((text.length + 1) >> 1)
  let count = 0
  let number = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === space) {
      numbers[count++] = number
      number = 0
    } else number = number * 10 + code - zero
  }
  if (text !== '') numbers[count++] = number
  return numbers.slice(0, count)
}

/** Whether ascending numbers contain this one. */
export function isIn(numbers: Float64Array, one: number): boolean {
  return numbers[positionOf(numbers, (other) => other < one)] === one
}

/** A page of the events inside a window, and their total. */
export function foundIn(list: ShortList, bounds: readonly EventBound[], { offset, limit }: ListSlice): FoundRecords {
  const { ids } = list
  if (bounds.length === 0) return { ids: [...ids.subarray(offset, offset + limit)], total: ids.length }
  const [first_from, last_from] = rangeOf(bounds, 'from')
  const [first_end, last_end] = rangeOf(bounds, 'end')
  const found: number[] = []
  let total = 0
  for (let i = 0; i < ids.length; i++) {
    const from = list.from[i] ?? 0
    const end = list.end[i] ?? 0
    if (from < first_from || from > last_from || end < first_end || end > last_end) continue
    if (total >= offset && found.length < limit) found.push(ids[i] ?? 0)
    total++
  }
  return { ids: found, total }
}

/** The first and last key inside all bounds of a side; keys are integers. */
function rangeOf(bounds: readonly EventBound[], side: EventBound['side']): readonly [number, number] {
  let [first, last] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (const { sign, key } of bounds.filter((bound) => bound.side === side)) {
    if (sign.startsWith('>')) first = Math.max(first, sign === '>' ? key + 1 : key)
    else last = Math.min(last, sign === '<' ? key - 1 : key)
  }
  return [first, last]
}

/** The list without these events. */
export function without(list: ShortList, changed: ReadonlySet<number>): ShortList {
  const { ids } = list
  const [lowest, highest] = [Math.min(...changed), Math.max(...changed)]
  const positions: number[] = []
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i] ?? 0
    if (id >= lowest && id <= highest && changed.has(id)) positions.push(i)
  }
  if (positions.length === 0) return list
  const remaining = (old: Float64Array): Float64Array => {
    const rest = new Float64Array(ids.length - positions.length)
    let from = 0
    positions.forEach((at, i) => {
      rest.set(old.subarray(from, at), from - i)
      from = at + 1
    })
    rest.set(old.subarray(from), from - positions.length)
    return rest
  }
  return { ids: remaining(ids), from: remaining(list.from), end: remaining(list.end) }
}

/** The list with these events, which are in list order. `isBefore` compares with an event of the list. */
export function withRows(
  list: ShortList,
  rows: readonly (readonly SqlValue[])[],
  isBefore: (id: number, row: readonly SqlValue[]) => boolean,
): ShortList {
  if (rows.length === 0) return list
  const positions = rows.map((row) => positionOf(list.ids, (id) => isBefore(id, row)))
  const added = shortListOf(rows)
  const merged = (old: Float64Array, news: Float64Array): Float64Array => {
    const whole = new Float64Array(old.length + news.length)
    let from = 0
    positions.forEach((at, i) => {
      whole.set(old.subarray(from, at), from + i)
      whole.set(news.subarray(i, i + 1), at + i)
      from = at
    })
    whole.set(old.subarray(from), from + positions.length)
    return whole
  }
  return {
    ids: merged(list.ids, added.ids),
    from: merged(list.from, added.from),
    end: merged(list.end, added.end),
  }
}

/** The number of ids for which `isBefore` is true; it must be true for the first ones only. */
function positionOf(ids: Float64Array, isBefore: (id: number) => boolean): number {
  let [low, high] = [0, ids.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(ids[middle] ?? 0)) low = middle + 1
    else high = middle
  }
  return low
}

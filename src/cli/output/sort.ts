// `--sort FIELD`: sorts the received records; `-FIELD` in descending order.
import type { Json } from '../../base/json.ts'
import type { OutcomeItem } from '../core/outcome.ts'
import { valueAt } from './fields.ts'

/**
 * Numbers by value, texts by locale; records without the field come last in both orders. A limit applies after sorting.
 */
export async function* sorted(
  records: AsyncIterable<OutcomeItem>,
  field: string,
  limit?: number,
): AsyncIterable<OutcomeItem> {
  const [name, way] = field.startsWith('-') ? [field.slice(1), -1] : [field, 1]
  const all: OutcomeItem[] = []
  for await (const record of records) all.push(record)
  const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
  const keyed = all.map((record) => ({ record, key: keyOf(valueAt(record, name)) }))
  keyed.sort((a, b) => {
    if (a.key === undefined || b.key === undefined) return Number(a.key === undefined) - Number(b.key === undefined)
    return (
      way *
      (typeof a.key === 'number' && typeof b.key === 'number'
        ? a.key - b.key
        : collator.compare(String(a.key), String(b.key)))
    )
  })
  for (const { record } of keyed.slice(0, limit)) yield record
}

function keyOf(value: Json | undefined): string | number | undefined {
  const first: Json | undefined = Array.isArray(value) ? value[0] : value
  if (typeof first === 'number') return first
  return typeof first === 'string' && first !== '' ? first : typeof first === 'boolean' ? Number(first) : undefined
}

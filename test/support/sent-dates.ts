// Values of a request with their dates parsed, for tests of the domain.
import type { Json, JsonObject } from '../../src/base/json.ts'
import { parseSentDate, type SentDate, type SentDateContext } from '../../src/server/domain/dates.ts'

const dates = [
  'date',
  'date_utc',
  'start_date',
  'end_date',
  'starts_before',
  'starts_after',
  'ends_before',
  'ends_after',
] as const
type DateName = (typeof dates)[number]
type Parsed<V> = { readonly [N in keyof V]: N extends DateName ? SentDate : V[N] }

export function sentDate(text: Json | undefined, context: SentDateContext): SentDate {
  const date = parseSentDate(text, context)
  if (!date) throw new Error(`${JSON.stringify(text)} is no date`)
  return date
}

export function withSentDates<V extends object>(values: V, context: SentDateContext): Parsed<V>
export function withSentDates(values: JsonObject, context: SentDateContext): object {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      dates.some((one) => one === name) && value !== 'none' ? sentDate(value, context) : value,
    ]),
  )
}

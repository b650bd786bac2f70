// The price and the privacy of an event from the cells of a row.
import type { Json } from '../../../base/json.ts'
import type { DateParts } from '../row-dates.ts'

/** A price and its currency sign in two columns. */
export function withCost(
  values: Record<string, Json | undefined>,
  { currency_symbol, currency_position }: DateParts,
): Record<string, Json | undefined> {
  const { cost: written } = values
  if (typeof written !== 'string') return values
  const cost = withoutThousands(written)
  if (!currency_symbol || !/^[\d.,\s-]+$/.test(cost)) return cost === written ? values : { ...values, cost }
  const behind = /^(post|suf|after|behind|right)/i.test(currency_position ?? '')
  return { ...values, cost: behind ? `${cost}${currency_symbol}` : `${currency_symbol}${cost}` }
}

/** Groups of three digits behind a dot or comma, as far as they cannot be decimals, or behind a space or apostrophe. */
const thousands = new RegExp(
  [
    '(?:\\.\\d{3})+(?=,\\d{1,2}(?!\\d))',
    '(?:,\\d{3})+(?=\\.\\d{1,2}(?!\\d))',
    '(?:\\.\\d{3}){2,}(?![\\d,])',
    '(?:,\\d{3}){2,}(?![\\d.])',
    "(?:['’\\u00a0\\u202f]\\d{3})+(?!\\d)",
    '(?: \\d{3})+(?=[.,]\\d{1,2}(?!\\d)| ?[\\p{Sc}A-Za-z])',
  ]
    .map((groups) => `(?<![\\d.,])\\d{1,3}${groups}`)
    .join('|'),
  'gu',
)

/**
 * `1.234,50 €` → `1234,50 €`: services take the separator of thousands for that of decimals. `1.500` can mean both and
 * stays.
 */
function withoutThousands(cost: string): string {
  return cost.replace(thousands, (whole) => whole.replace(/\D/g, ''))
}

/** The `Private` column of Google Calendar and Outlook, and the `Sensitivity` of Outlook. */
export function withPrivacy(
  values: Record<string, Json | undefined>,
  { privacy }: DateParts,
): Record<string, Json | undefined> {
  if (privacy === undefined || values.status !== undefined) return values
  return /^(yes|y|ja|j|x|on|true|wahr|1|private|privat|confidential|vertraulich)$/i.test(privacy)
    ? { ...values, status: 'private' }
    : values
}

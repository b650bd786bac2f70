// The values of a record in the form that a request takes: responses spell several fields differently.
import { isObject, itemsOf, type Json, type JsonObject, objectsOf, stringOf } from '../../base/json.ts'
import { decodedEntities, textOfHtml } from '../../base/text/untrusted-text.ts'
import type { Plural } from '../../spec/model.ts'
import { websiteOf } from '../../spec/event-parts.ts'
import { resources } from '../../spec/resources.ts'
import type { Values } from '../../spec/read.ts'

/** Every documented field that the record shows, in the form that a write takes. */
export function sendableOf(plural: Plural, record: JsonObject): Values {
  const sendable: Record<string, Json | undefined> = {}
  for (const field in resources[plural].fields) {
    const value = sendableField(plural, field, record)
    if (value !== undefined) sendable[field] = value
  }
  return sendable
}

/**
 * Where a value is sent: to the service that shows it, or from a file to any service, where ids and users are others
 * and people may have written the value.
 */
type Destination = 'same' | 'any'

type Conversion = (value: Json, record: Values) => Json | undefined

const asIs: Conversion = (value) => value

const publication = { same: asIs, any: (value: Json, record: Values) => (neverPublished(record) ? undefined : value) }

/** The fields of every kind that are not sent as they are shown. */
const conversions: Readonly<Record<string, Readonly<Record<Destination, Conversion>>>> = {
  image: { same: imageById, any: imageByUrl },
  author: { same: Number, any: asIs },
  date: publication,
  date_utc: publication,
}
const links = { same: idsOf, any: asIs }
const event_conversions: typeof conversions = {
  ...conversions,
  cost: {
    same: (_, record) => sendableCost(record),
    any: (value, record) => (isObject(record.cost_details) ? sendableCost(record) : value),
  },
  website: { same: (_, record) => websiteOf(record) ?? '', any: (_, record) => websiteOf(record) },
  venue: links,
  organizer: links,
  categories: links,
  tags: links,
}
/** The interface documents these two as text for venues. */
const toggles = { same: String, any: asIs }
const place_conversions: typeof conversions = { ...conversions, show_map: toggles, show_map_link: toggles }

/** One field of a record, or of what people wrote, in the form that a write takes; undefined if it cannot be sent. */
export function sendableField(
  plural: Plural,
  field: string,
  record: Values,
  to: Destination = 'same',
): Json | undefined {
  const value = record[field]
  if (value === undefined || value === null) return undefined
  const own = plural === 'events' ? event_conversions : place_conversions
  const conversion = Object.hasOwn(own, field) ? own[field] : undefined
  return conversion ? conversion[to](value, record) : value
}

/** Whether the record is from a response of a service, which has read-only fields and fields of extensions. */
export function isAnswer(record: Values): boolean {
  return 'global_id' in record || 'rest_url' in record
}

function neverPublished({ date_utc }: Values): boolean {
  return typeof date_utc === 'string' && date_utc.startsWith('0000')
}

function imageById(image: Json): Json | undefined {
  if (!isObject(image)) return ''
  return image.id ? String(image.id) : image.url
}

/** By its URL, or by its id if it has none; `false` means no image. */
function imageByUrl(image: Json): Json | undefined {
  if (image === false) return undefined
  if (!isObject(image)) return typeof image === 'number' ? String(image) : image
  if (typeof image.url === 'string' && image.url !== '') return image.url
  return image.id === undefined ? image : String(image.id)
}

/** The ids of the linked records. */
function idsOf(value: Json): readonly Json[] {
  return objectsOf(value).flatMap(({ id }) => itemsOf(id))
}

/** The cost that the service displays, as plain text. */
export function displayedCost({ cost }: Values): Json | undefined {
  return typeof cost === 'string' ? decodedEntities(textOfHtml(cost)) : cost
}

/**
 * A cost that a service reads as the same amounts: the stored text if the record holds it, else one built from the
 * amounts and the symbol. Deployed services drop a bare 0, so that becomes `0.00`.
 */
export function sendableCost(record: Values): Json | undefined {
  const shown = displayedCost(record)
  const { cost_details } = record
  if (!isObject(cost_details) || !Array.isArray(cost_details.values) || typeof shown !== 'string' || shown === '')
    return shown
  if (isTextOrTexts(cost_details.text)) return cost_details.text
  const { currency_symbol, currency_position } = cost_details
  const values = cost_details.values.map(String)
  if (!values.every((value) => /^(?:\d+(?:\.\d*)?|\.\d+)$/.test(value)))
    return values.length > 1 && values.every((value) => /^\D*$/.test(value)) ? shown.split(' – ') : shown
  const symbol = stringOf(currency_symbol)
  if (symbol === '')
    return values.length === 1 && Number(values[0]) === 0 ? '0.00' : withSeparators(values, shown).join(' - ')
  const costs = withSeparators(values, shown.replaceAll(symbol, '')).map((amount) =>
    currency_position === 'postfix' ? `${amount}${symbol}` : `${symbol}${amount}`,
  )
  // A comma separates costs, but right after an amount it would be read as part of the amount.
  return costs.some((cost) => cost.includes(',')) ? costs : costs.join(currency_position === 'postfix' ? ', ' : ' , ')
}

/**
 * Whether the record shows the stored text of its cost: deployed services remove blanks and signs from a cost, and show
 * only some of its amounts. A single amount with a decimal point, and a price in words, are shown as they are.
 */
export function isCostReadable(record: Values): boolean {
  const { cost_details } = record
  const shown = displayedCost(record)
  if (shown === '' || shown === undefined || !isObject(cost_details) || !Array.isArray(cost_details.values)) return true
  if (isTextOrTexts(cost_details.text)) return true
  const { values, currency_symbol } = cost_details
  const [value, ...others] = values.map(String)
  if (others.length > 0 || currency_symbol || typeof shown !== 'string' || value === undefined) return false
  return /\d/.test(shown) ? amount(shown) === value : !/\d/.test(value) && shown === record.cost
}

/** The amount of `$12.50`; the site adds its own symbol to a cost without one. */
function amount(shown: string): string | undefined {
  return /^\D{0,5}?(\d+(?:\.\d+)?)\D{0,5}$/.exec(shown)?.[1]
}

function isTextOrTexts(value: Json | undefined): boolean {
  return typeof value === 'string' || (Array.isArray(value) && value.every((item) => typeof item === 'string'))
}

/** The amounts, the lowest and the highest with the separators that they are displayed with. */
function withSeparators(values: readonly string[], shown: string): readonly string[] {
  const ends = shown.split(' – ').map((part) => /[,.]?\d[\d.,]*/.exec(part)?.[0])
  const written = [ends[0], ...values.slice(1, -1), ...(values.length > 1 ? [ends.at(-1)] : [])]
  return values.map((value, i) =>
    written[i] !== undefined && digitsOf(written[i]) === digitsOf(value) ? written[i] : value,
  )
}

function digitsOf(amount: string): string {
  return amount.replace(/[,.]/g, '')
}

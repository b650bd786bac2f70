// The cost of an event: the stored text, the amounts and symbol that services parse and display, and which costs are
// the same.
import { remembering } from '../base/bounded-cache.ts'
import { isList, isObject, type Json, stringOf } from '../base/json.ts'
import { foldedSlug, slugOf } from '../base/text/slug.ts'
import { decodedEntities, escapedHtml, textOfHtml, trimmed } from '../base/text/untrusted-text.ts'
import type { Values } from './read.ts'

export interface Cost {
  /** `$10 – $20`, `Free`, or empty; HTML. */
  readonly shown: string
  readonly currency_symbol: string
  readonly currency_position: 'prefix' | 'postfix' | ''
  /** Distinct amounts, lowest first; a price in words is its slug. */
  readonly values: readonly string[]
}

/** Separates the costs of a list in the stored text. */
const list_separator = '\u001f'

/** The stored text of a cost that was sent as text, number, boolean (`1` or empty) or list. */
export function costText(sent: Json | undefined): string {
  if (isObject(sent)) return costText(Object.values(sent).map((cost) => cost ?? null))
  if (typeof sent === 'boolean') return sent ? '1' : ''
  if (!isList(sent)) return String(sent ?? '')
  const costs = sent.map(costText).filter((cost) => cost !== '')
  // The leading separator distinguishes a list of one from a text.
  return costs.map((cost) => `${list_separator}${cost}`).join('')
}

/** The cost as it was sent: text or a list. */
export function sentCost(stored: string): string | readonly string[] {
  return stored.startsWith(list_separator) ? stored.split(list_separator).slice(1) : stored
}

const no_cost: Cost = { shown: '', currency_symbol: '', currency_position: '', values: [] }

/**
 * The displayed cost; a cost without an amount is identified by its slug. Of several amounts, deployed services read
 * only those that are numbers as written: neither `1,50` nor words, and `1.000` is 1.
 */
export function readCost(stored: string, isDeployed: boolean): Cost {
  if (stored === '') return no_cost
  if (isDecimal(stored))
    return { ...no_cost, shown: priced(stored, '', ''), values: [shownValue(stored, '', isDeployed)] }
  const sent = sentCost(stored)
  const costs = [sent].flat()
  const amounts = amountsByKey(costs)
  const parts = typeof sent === 'string' && sent.includes(',') ? sent.split(',').map(trimmed) : costs
  const { symbol, position } = symbolOf(parts, parts === costs ? amounts : amountsByKey(parts))
  const keys = [...amounts.keys()].sort(compareKeys)
  const [lowest = '', highest = ''] = shownAmounts(amounts, keys, isDeployed).map((amount) =>
    escapedHtml(priced(amount, symbol, position)),
  )
  return {
    shown: lowest === highest ? lowest : `${lowest} – ${highest}`,
    currency_symbol: symbol,
    currency_position: position,
    values: keys
      .map((key) => shownValue(amounts.get(key) ?? '', key, isDeployed))
      .sort((a, b) => leadingNumber(a) - leadingNumber(b)),
  }
}

/** The lowest and the highest of the amounts; deployed services show 0 for several costs without a number. */
function shownAmounts(
  amounts: ReadonlyMap<string, string>,
  keys: readonly string[],
  isDeployed: boolean,
): readonly string[] {
  const numeric = keys.filter((key) => (isDeployed ? isDecimal(amounts.get(key) ?? '') : isNumber(key)))
  if (isDeployed && numeric.length === 0 && keys.length > 1) return ['0', '0']
  const chosen = numeric.length > 0 ? numeric : keys
  return [chosen[0], chosen.at(-1)].map((key) => amounts.get(key ?? '') ?? '')
}

const amount_pattern = /[,.]?\d+[,.]?\d*/g

/**
 * The amounts in these costs in their order, by their keys. A cost without an amount is an amount itself; of two
 * amounts with the same key the later one counts.
 */
function amountsByKey(costs: readonly string[]): ReadonlyMap<string, string> {
  let decimals = 0
  const found = costs.flatMap((cost) => {
    const amounts = cost.match(amount_pattern) ?? []
    for (const amount of amounts) decimals = Math.max(decimals, decimalsOf(amount))
    return amounts.length > 0 ? amounts : [cost]
  })
  return new Map(found.map((amount) => [amountKey(amount, decimals), amount]))
}

/** The digits after the separator inside an amount: one for `1.5`, none for `.5`. */
function decimalsOf(amount: string): number {
  const separator = Math.max(amount.lastIndexOf(','), amount.lastIndexOf('.'))
  return separator < 1 ? 0 : amount.length - separator - 1
}

function amountKey(amount: string, decimals: number): string {
  const number = amount.replace(/[,.]/g, '.')
  return isDecimal(number) ? digitsOf(number, decimals) : slugOf(number)
}

/** The digits of a number with a fixed number of decimals: `10.5` with two is `1050`. */
function digitsOf(number: string, decimals: number): string {
  const [whole = '', fraction = ''] = number.split('.')
  const truncated = BigInt(`${whole}${fraction.slice(0, decimals).padEnd(decimals, '0')}` || '0')
  const rounded = fraction.charAt(decimals) >= '5' ? truncated + 1n : truncated
  return String(rounded).padStart(decimals + 1, '0')
}

/** The currency symbol that all amounts have in the part of the text at their own position, and its side. */
function symbolOf(
  parts: readonly string[],
  amounts: ReadonlyMap<string, string>,
): { readonly symbol: string; readonly position: Cost['currency_position'] } {
  const candidates = [...amounts].flatMap(([key, amount], i) =>
    isNumber(key) ? [trimmed((parts[i] ?? '').replaceAll(amount, ''))] : [],
  )
  const symbol = candidates.every((candidate) => candidate === candidates[0]) ? (candidates[0] ?? '') : ''
  if (isEmpty(symbol)) return { symbol, position: '' }
  const sides = new Set(
    parts
      .filter((part) => part.includes(symbol))
      .map((part) => (trimmed(part).startsWith(symbol) ? 'prefix' : 'postfix')),
  )
  const [side = ''] = sides
  return { symbol, position: sides.size === 1 ? side : '' }
}

/** Deployed services treat the text `0` as empty. */
function isEmpty(symbol: string): boolean {
  return symbol === '' || symbol === '0'
}

const site_symbol = '$'

function priced(amount: string, symbol: string, position: Cost['currency_position']): string {
  const number = amount.replace(/[,.]/g, '.')
  if (isDecimal(number) && Number(number) < 0.005) return 'Free'
  if (!/^\d+$/.test(amount.replace(/[,.]/g, ''))) return amount
  return position === 'postfix' ? `${amount}${symbol}` : `${isEmpty(symbol) ? site_symbol : symbol}${amount}`
}

/** The amount with a decimal point and without separators, or its key. */
function shownValue(amount: string, key: string, isDeployed: boolean): string {
  const separators = amount.match(/[,.]/g) ?? []
  const last = separators.at(-1) ?? '.'
  const isGrouping =
    separators.every((separator) => separator === last) && (isDeployed ? /,\d{3}$/ : /[,.]\d{3}$/).test(amount)
  const number = isGrouping
    ? amount.replaceAll(last, '')
    : amount.replaceAll(last === ',' ? '.' : ',', '').replaceAll(last, '.')
  return isDecimal(number) ? number : key
}

function isDecimal(text: string): boolean {
  return /^(?:\d+(?:\.\d*)?|\.\d+)$/.test(text)
}

function isNumber(key: string): boolean {
  return /^\d+$/.test(key)
}

/** Orders numeric keys by size, others as text. */
function compareKeys(a: string, b: string): number {
  if (isNumber(a) && isNumber(b)) return BigInt(a) < BigInt(b) ? -1 : 1
  return a < b ? -1 : 1
}

/** The number at the start of a text, or 0. */
function leadingNumber(text: string): number {
  return Number.parseFloat(text) || 0
}

/** A cost as a record shows it, in plain text. `text` is what was sent, which deployed services do not show. */
interface ShownCost extends Cost {
  readonly text?: string | readonly string[]
}

/** undefined if the record shows no amounts. */
function shownCostOf(record: Values): ShownCost | undefined {
  const { cost_details } = record
  if (!isObject(cost_details) || !isList(cost_details.values)) return undefined
  const { values, text, currency_symbol, currency_position } = cost_details
  return {
    shown: String(displayedCost(record)),
    currency_symbol: stringOf(currency_symbol),
    currency_position: currency_position === 'prefix' || currency_position === 'postfix' ? currency_position : '',
    values: values.map(String),
    ...(typeof text === 'string' ? { text } : isList(text) && { text: text.map(String) }),
  }
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
  const cost = shownCostOf(record)
  if (!cost || cost.shown === '' || typeof record.cost !== 'string') return displayedCost(record)
  if (cost.text !== undefined) return cost.text
  const { shown, values, currency_symbol: symbol, currency_position } = cost
  if (!values.every(isDecimal))
    return values.length > 1 && values.every((value) => /^\D*$/.test(value)) ? shown.split(' – ') : shown
  if (symbol === '')
    return values.length === 1 && Number(values[0]) === 0 ? '0.00' : withSeparators(values, shown).join(' - ')
  return costWith(withSeparators(values, shown.replaceAll(symbol, '')), symbol, currency_position)
}

/** A cost that services read as these amounts in this currency. */
export function costWith(amounts: readonly string[], symbol: string, position: Cost['currency_position']): Json {
  const costs = amounts.map((amount) => (position === 'postfix' ? `${amount}${symbol}` : `${symbol}${amount}`))
  // A comma separates costs, but right after an amount it would be read as part of the amount.
  return costs.some((cost) => cost.includes(',')) ? costs : costs.join(position === 'postfix' ? ', ' : ' , ')
}

/** The amounts, the lowest and the highest with the separators that they are displayed with. */
function withSeparators(values: readonly string[], shown: string): readonly string[] {
  const ends = shown.split(' – ').map((part) => /[,.]?\d[\d.,]*/.exec(part)?.[0])
  const written = [ends[0], ...values.slice(1, -1), ...(values.length > 1 ? [ends.at(-1)] : [])]
  const digits = (amount: string) => amount.replace(/[,.]/g, '')
  return values.map((value, i) =>
    written[i] !== undefined && digits(written[i]) === digits(value) ? written[i] : value,
  )
}

/**
 * Whether the record shows the stored text of its cost: deployed services remove blanks and signs from a cost, and show
 * only some of its amounts. A single amount with a decimal point, and a price in words, are shown as they are.
 */
export function isCostReadable(record: Values): boolean {
  const cost = shownCostOf(record)
  if (!cost || record.cost === undefined || cost.shown === '' || cost.text !== undefined) return true
  const { shown, currency_symbol, values } = cost
  const [value, ...others] = values
  if (others.length > 0 || currency_symbol !== '' || value === undefined) return false
  // `$12.50`: the site adds its own symbol to a cost without one.
  const amount = /^\D{0,5}?(\d+(?:\.\d+)?)\D{0,5}$/.exec(shown)?.[1]
  return /\d/.test(shown) ? amount === value : !/\d/.test(value) && shown === record.cost
}

/** Whether a service would display this cost as the record does; it adds its own symbol to a cost without one. */
export function isShownCost(cost: Json | undefined, record: Values): boolean {
  const shown = shownCostOf(record)
  return (
    shown !== undefined && [true, false].some((isDeployed) => isReadAs(shown, readCost(costText(cost), isDeployed)))
  )
}

function isReadAs({ shown, values, currency_symbol, currency_position }: ShownCost, read: Cost): boolean {
  const keys = values.map((value) => (/[a-z%]/i.test(value) ? foldedSlug(value) : value))
  return (
    read.values.join('|') === keys.join('|') &&
    read.currency_symbol === currency_symbol &&
    read.currency_position === currency_position &&
    (read.values.length === 0 || currency_symbol !== '' || withoutSymbols(read.shown) === withoutSymbols(shown))
  )
}

/** The displayed amounts without the symbol that the site adds. */
function withoutSymbols(shown: string): string {
  return /\d/.test(shown) ? (shown.match(/[\d.,]+|Free/g) ?? []).join(' ') : decodedEntities(shown)
}

/** Whether the record has stored this cost: the text as it was sent, or what a service displays for it. */
export function isStoredCost(sent: Json, record: Values): boolean {
  const { text } = shownCostOf(record) ?? {}
  return text === undefined ? isShownCost(sent, record) : costText(text).trim() === costText(sent).trim()
}

/**
 * Whether two costs of a record are the same: a service reads the same amounts and symbol from both, or a reader would.
 * Services derive the displayed cost: `10` is displayed as `$10`.
 */
export function isSameCost(after: Json | undefined, before: Json | undefined, record: Values): boolean {
  if (after === before || isShownCost(after, record)) return true
  const [wanted, present] = [spacedCost(after), spacedCost(before)]
  if ([present, String(record.cost)].some((text) => text.toLowerCase() === wanted.toLowerCase())) return true
  const { values = [] } = shownCostOf(record) ?? {}
  if (/^0+([.,]0+)?$/.test(wanted)) return values.length === 1 && (Number(values[0]) === 0 || values[0] === 'free')
  const amounts = wanted.match(/\d+(?:[.,]\d+)?/g) ?? []
  const symbol = symbolsIn(wanted)
  return (
    (symbol === '' || symbol === symbolsIn(present)) &&
    amounts.length > 0 &&
    sortedNumbers(amounts).join() === sortedNumbers(values).join()
  )
}

/** `5–10 €` and `5-10 €` → `5 - 10 €`; a hyphen that is not between amounts is a part of a word. */
function spacedCost(cost: Json | undefined): string {
  return [cost]
    .flat()
    .join(' - ')
    .replace(/(?<=\d\s?[^\s\d-]{0,8}|free)(?:(?<!\s)\s+)?-\s*(?=[^\s\d-]{0,4}\s?\d)/gi, ' - ')
    .replace(/(?:(?<!\s)\s+)?–\s*/g, ' - ')
    .trim()
}

/**
 * The text before and after the amounts: `5 - 10 €` and `5€ - 10€` are the same price. Text between amounts separates
 * them: `10/6 reduced` is displayed as `6reduced – 10reduced`.
 */
function symbolsIn(cost: string): string {
  const [before = '', behind = ''] = cost.replace(/^free\s*-\s*/i, '').split(/\d(?:.*\d)?/s)
  return `${before}${behind}`.replace(/[\s.,]+|(?<!\p{L})-|-(?!\p{L})/gu, '')
}

function sortedNumbers(texts: readonly string[]): readonly number[] {
  return texts.map((text) => Number(text.replace(',', '.'))).sort((a, b) => a - b)
}

/** `5,-` and `5.–` as `5`: services take the separator for the start of decimals. */
export function withoutCents(cost: string): string {
  return cost.replace(/(?<=\d)[,.](?:-{1,2}|–|—)(?!\d)/g, '')
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
 * The cost of a cell as services read it: without `,-`, and without separators of thousands, which services take for
 * that of decimals: `1.234,50 €` → `1234,50 €`. `1.500` can mean both and stays. In flags, JSON and YAML, only `,-` is
 * dropped: the amount stays the same, and an export of `1.234,50 €` is imported as it was.
 */
export function plainCost(cost: string): string {
  return withoutCents(cost.replace(thousands, (whole) => whole.replace(/\D/g, '')))
}

/**
 * How services show a cost in their own currency, if without some of its words, as `VVK 12 / AK 15`, with words on the
 * other side of the amount, as `£2 per person`, or as other amounts: they do not find the currency sign of `12,50 €`,
 * and `1 234` may be two amounts. JSON and YAML keep the separators of `1.234,50 €`.
 */
export const shownOtherwise = remembering((cost): string | undefined => {
  const written = wordsAroundAmount(cost)
  const isGrouped = /^\d{1,3}(?: \d{3})+$/.test(cost) || plainCost(cost) !== cost
  if (written.flat().length === 0 && !isGrouped) return undefined
  const { shown, values } = readCost(costText(cost), true)
  const shown_words = wordsAroundAmount(shown)
  const isComplete = written.every((words, i) => words.every((word) => shown_words[i]?.includes(word))) && !isGrouped
  return values.length === 0 || isComplete ? undefined : shown
})

/** The words and currency signs before the first digit, and those after it. */
function wordsAroundAmount(text: string): readonly (readonly string[])[] {
  const lower = text.toLowerCase()
  const digit = lower.search(/\d/)
  const end = digit === -1 ? lower.length : digit
  return [lower.slice(0, end), lower.slice(end)].map((side) => side.match(/\p{L}+|\p{Sc}/gu) ?? [])
}

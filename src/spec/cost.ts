// The cost of an event: the stored text, and the amounts and symbol that services parse and display.
import { isList, isObject, type Json } from '../base/json.ts'
import { slugOf } from '../base/text/slug.ts'
import { escapedHtml, trimmed } from '../base/text/untrusted-text.ts'

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
  return new Map(found.map((amount) => [keyOf(amount, decimals), amount]))
}

/** The digits after the separator inside an amount: one for `1.5`, none for `.5`. */
function decimalsOf(amount: string): number {
  const separator = Math.max(amount.lastIndexOf(','), amount.lastIndexOf('.'))
  return separator < 1 ? 0 : amount.length - separator - 1
}

function keyOf(amount: string, decimals: number): string {
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

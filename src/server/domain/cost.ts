// The price of an event: one text as it was sent, and what it shows.
import { isObject } from '../../base/json.ts'
import { slugOf } from './slug.ts'

export interface Cost {
  /** `$10 – $20`, `Free`, or empty. */
  readonly shown: string
  readonly currency_symbol: string
  readonly currency_position: 'prefix' | 'postfix' | ''
  /** Distinct amounts, lowest first; a price in words gives its slug. */
  readonly values: readonly string[]
}

/** A cost sent as text, as a number, or as several of them: the text that is stored. Yes is one, no is nothing. */
export function costText(sent: unknown): string {
  if (isObject(sent)) return costText(Object.values(sent))
  if (typeof sent === 'boolean') return sent ? '1' : ''
  return Array.isArray(sent) ? sent.map(costText).filter((part) => part !== '').join(' - ') : String(sent ?? '').trim()
}

/**
 * What a stored cost shows.
 * Shape:  amounts carry the symbol that the text carries, `$` in front where it carries none; zero is `Free`.
 * Source: observed, section 5, Cost.
 */
export function costOf(text: string): Cost {
  const amounts = [...new Set((text.match(/\d+(?:[.,]\d+)*/g) ?? []).map(amountOf))].sort((a, b) => Number(a) - Number(b))
  const [lowest, highest] = [amounts[0], amounts.at(-1)]
  if (lowest === undefined || highest === undefined) return { shown: text, currency_symbol: '', currency_position: '', values: text === '' ? [] : [slugOf(text)] }
  const { symbol, position } = symbolOf(text)
  const priced = (amount: string) => {
    if (Number(amount) === 0) return 'Free'
    return position === 'postfix' ? amount + symbol : (symbol || '$') + amount
  }
  const shown = lowest === highest ? priced(lowest) : `${priced(lowest)} – ${priced(highest)}`
  return { shown, currency_symbol: symbol, currency_position: position, values: amounts }
}

/** The amount with a decimal point and nothing else: `10,50` is `10.50`, `1,000` is `1000`. */
function amountOf(text: string): string {
  const mark = /[.,](?=\d+$)/.exec(text)
  if (!mark) return text
  const [whole, part] = [text.slice(0, mark.index).replace(/[.,]/g, ''), text.slice(mark.index + 1)]
  return mark[0] === ',' && part.length === 3 ? whole + part : `${whole}.${part}`
}

function symbolOf(text: string): { readonly symbol: string; readonly position: Cost['currency_position'] } {
  const before = /^([^\d\s.,]+)\s*[\d.,]/.exec(text)?.[1]
  if (before !== undefined) return { symbol: before, position: 'prefix' }
  const behind = /\d\s*([^\d\s.,]+)$/.exec(text)?.[1]
  return behind === undefined ? { symbol: '', position: '' } : { symbol: behind, position: 'postfix' }
}

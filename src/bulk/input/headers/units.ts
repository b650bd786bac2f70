// Units in headers: `Price (EUR)`, `Kosten in CHF`, `Dauer (min)`, `Duration in hours`; and the cells below them.
import { unitForm } from '../../../base/dates/date-words.ts'
import type { Json } from '../../../base/json.ts'
import { costWith, plainCost } from '../../../spec/cost.ts'

/** What a header says of the numbers below it. */
export interface Unit {
  readonly of: 'cost' | 'duration'
  /** `€`, `CHF`; `h`, as durations have it. */
  readonly sign: string
}

/** The words and signs of each currency; the first one stands for those that are not signs or codes. */
const currencies: Readonly<Record<string, string>> = {
  EUR: '€ eur euro euros',
  USD: '$ us$ usd dollar dollars',
  CAD: '$ ca$ cad dollar dollars',
  AUD: '$ aud dollar dollars',
  NZD: '$ nzd dollar dollars',
  GBP: '£ gbp pound pounds pfund',
  CHF: 'CHF chf fr sfr franken',
  SEK: 'kr sek',
  NOK: 'kr nok',
  DKK: 'kr dkk',
  PLN: 'zł pln',
  CZK: 'Kč kč czk',
  HUF: 'Ft ft huf',
  JPY: '¥ jpy yen',
  CNY: '¥ cny',
}

const codes_of_words = new Map<string, readonly string[]>()
for (const [code, words] of Object.entries(currencies))
  for (const word of words.split(' ')) codes_of_words.set(word, [...(codes_of_words.get(word) ?? []), code])

/** Without the letters of `1m` and `1t`, which can be metres in a header. */
const lengths: readonly (readonly [sign: string, form: RegExp])[] = [
  ['m', lengthForm(`(?!m$)(?:${unitForm('minute')})|minut[oi]s?`)],
  ['h', lengthForm(`${unitForm('hour')}|horas?|ore|uren|uur`)],
  ['d', lengthForm(`(?!t$)(?:${unitForm('day')})|d[ií]as?|giorn[oi]|dagen`)],
  ['w', lengthForm(`(?!w$)(?:${unitForm('week')})|semaines?|semanas?|settiman[ae]|weken`)],
]

function lengthForm(words: string): RegExp {
  return new RegExp(`^(?:${words})\\.?$`, 'iu')
}

const characters_max = 100

interface UnitColumn {
  readonly label: string
  readonly target?: string
  readonly dropped?: string
}

/** The unit in the header of a cost or duration; `targetOf`: what the header of an unknown column means without it. */
export function unitOfColumn(column: UnitColumn, targetOf: (name: string) => string | undefined): Unit | undefined {
  const { label, target, dropped } = column
  const { name = '', unit } = unitIn(label) ?? {}
  return unit?.of === (dropped === 'unknown' && unit ? targetOf(name) : target) ? unit : undefined
}

/** A header without its unit, and the unit; undefined without one. */
function unitIn(header: string): { readonly name: string; readonly unit: Unit } | undefined {
  if (header.length > characters_max) return undefined
  const notes = [...header.matchAll(/\(([^()]*)\)|\[([^[\]]*)\]/g)].map(([, one, other]) => one ?? other ?? '')
  const bare = header.replace(/[([][^()[\]]*[)\]]/g, ' ')
  const inside = unitOf(notes.join(' '))
  if (inside) return { name: bare, unit: inside }
  const words = bare
    .replace(/(?<=\p{Ll})(?=\p{Lu})|(?=\p{Sc})/gu, ' ')
    .split(/[\s_/,:*-]+/)
    .filter((word) => word !== '')
  const unit = words.length > 1 ? unitOf(words.pop() ?? '') : undefined
  return unit && { name: words.join(' ').replace(/ (?:in|en)$/i, ''), unit }
}

/** The only unit in a text without numbers. A unit of time must be the whole text: `hours:minutes` is none. */
function unitOf(text: string): Unit | undefined {
  if (/\d|cents?$/i.test(text)) return undefined
  const words = text.replace(/^\s*(?:in|en|ca\.?)\s+/i, '').trim()
  const [sign] = lengths.find(([, form]) => form.test(words)) ?? []
  if (sign !== undefined) return { of: 'duration', sign }
  // `Fr` is rather a day or a language: `Preis Fr` beside `Preis Sa`, `Prix (fr)`.
  const found = (text.match(/(?:us|ca)\$|\p{Sc}|\p{L}+/giu) ?? []).filter(
    (word) => codesOf(word).length > 0 && word.toLowerCase() !== 'fr',
  )
  const [word] = found
  const isOne =
    word !== undefined && found.every((other) => codesOf(other).some((code) => codesOf(word).includes(code)))
  return isOne ? { of: 'cost', sign: signOf(word) } : undefined
}

function codesOf(word: string): readonly string[] {
  return codes_of_words.get(word.toLowerCase()) ?? []
}

function signOf(word: string): string {
  const code = word.toUpperCase()
  const isWritten = Object.hasOwn(currencies, code) || /\p{Sc}/u.test(word)
  return isWritten ? code : (currencies[codesOf(word)[0] ?? '']?.split(' ')[0] ?? word)
}

/** Currency signs, and the words beside a number, which can be those of a currency. */
const beside_numbers = /(?:us|ca)\$|\p{Sc}|(?<=\d[\d.,–—-]{0,6}\s?)\p{L}{1,10}|(?<!\p{L})\p{L}{1,10}(?=\.?\s?\d)/giu

/**
 * A cell below a header with a unit: numbers get it; a unit in the cell or, as `symbol`, in another column of the row
 * is the one that is meant.
 */
export function inUnit(text: string, { of, sign }: Unit, symbol: string): Json {
  if (of === 'duration') return /^\d{1,5}(?:[.,]\d{1,2})?$/.test(text) && /[1-9]/.test(text) ? `${text}${sign}` : text
  const amounts = symbol === '' ? amountsIn(text) : undefined
  if (!amounts) return text
  const isBefore = /[$£¥]$/.test(sign)
  return costWith(amounts, isBefore ? sign : ` ${sign}`, isBefore ? 'prefix' : 'postfix')
}

/** Whether a price in words has numbers, but no currency: `VVK 12 / AK 15`. */
export function isWithoutCurrency(cell: string, { of }: Unit): boolean {
  const isCurrency = (word: string) => /\p{Sc}/u.test(word) || codesOf(word).length > 0
  return of === 'cost' && /\d/.test(cell) && !(cell.match(beside_numbers) ?? []).some(isCurrency) && !amountsIn(cell)
}

/** The amounts of a cell that consists of them: `12,50`, `5 - 10`, `5/10`. */
function amountsIn(text: string): readonly string[] | undefined {
  const cost = plainCost(`${text} €`).slice(0, -2)
  const amounts = cost.split(/[-–—/;|]|,\s/).map((amount) => amount.trim())
  return amounts.every((amount) => /^\d+(?:[.,]\d+)?$/.test(amount)) ? amounts : undefined
}
